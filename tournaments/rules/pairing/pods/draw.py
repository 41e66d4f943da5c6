"""Pairing of pods: the entry point from entrants, meetings and past seats to the next round's tables."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...errors import RuleViolation, _
from ...history import BOUND, EXACT, SEARCH
from ..constraints import NO_CONSTRAINTS, Constraints, PlayerPairs
from ..field import FOLD, Entrant, build_field, bye_turns
from .lower_bound import least_gap
from .objectives import pod_pairs
from .reasons import PodReasons
from .search import best_seating
from .seat_history import order_seats
from .sizes import THREES, seats_per_pod

NO_SEATING = {
    "forbidden": _(
        "No seating of these {count} players was found in which {forbidden} do not meet; let them meet in "
        "this round."
    ),
    "wished": _(
        "No seating of these {count} players was found with the wished {wished}; take that back for this "
        "round."
    ),
}
SEVERAL_BROKEN = _(
    "No seating of these {count} players was found as asked. The best that was found seats forbidden pairs: "
    "{forbidden}; leaves out wishes: {wished}."
)


@dataclass(frozen=True)
class PodPairing:
    """A round of pods: tables of three to five player ids in seat order, the byes, and the reasons.

    `why` has each player's Reason by id. `rematches` and `apart` count the pairs that meet again or should be
    kept apart, `pair_downs` the pods of several score groups; `gap` is Σ gap² over all pairs of each pod.
    `proof` is BOUND (no rematches, no pairs to keep apart, and the sizes and score groups allow no smaller
    gaps), EXACT (all seatings were compared) or SEARCH (the best seating found by comparing `weighed`
    exchanges of two players).
    """

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]
    why: Mapping
    rematches: int
    pair_downs: int
    gap: int
    apart: int
    proof: str
    weighed: int


def pair_pods(
    entrants: Sequence[Entrant],
    met: Iterable[tuple[str, str]],
    *,
    method: str,
    seed: str,
    round_number: int,
    sizes: str = THREES,
    constraints: Constraints = NO_CONSTRAINTS,
    past_seats: Mapping[str, Sequence[tuple[int, int]]] | None = None,
    current_tables: Sequence[Sequence[str]] = (),
    exceptions: bool = False,
) -> PodPairing:
    """Return the best next round that is found.

    The objectives, most important first: no forbidden pair and every wished one; least Σ meetings² over the
    pairs of a pod; fewest pairs to keep apart, then least Σ gap² (or vice versa, by the `constraints`);
    neighbours in the standings (`by_standing`); players with first seats spread over the pods; pods of an
    odd size for players who had the fewest; the lot.

    Byes, if the `sizes` leave any, are chosen first. `met` has one pair per past meeting, `past_seats` the
    (seat, seats) of each player's past pods. As many pairs of the `current_tables` as possible stay together
    in an equally good round. The same input gives the same round, whatever the order of the entrants.
    Raises RuleViolation for fewer than three players, a player entered twice, a method that pods
    do not support and, without `exceptions`, if no seating that meets all constraints was found.
    """
    check_method(method)
    seats, past_seats = seats_per_pod(len(entrants), sizes), past_seats or {}
    everyone = field = build_field(entrants, met, method, seed, round_number, constraints)
    wished = [pair for pair in constraints.wished if everyone.places.keys() >= set(pair)]
    byes = choose_byes(everyone, len(entrants) - sum(seats), wished)
    if byes:
        field = build_field(entrants, met, method, seed, round_number, constraints, set(byes))
    gap, seats = least_gap(field.groups.tolist(), seats)
    tied = [tuple(field.places[player] for player in pair) for pair in wished if set(pair).isdisjoint(byes)]
    start = current_pods(field, current_tables, seats) or cut_into_pods(places_in_order(field, tied), seats)
    together = pod_pairs([[field.places[p] for p in pod if p in field.places] for pod in current_tables])
    seating = best_seating(field, start, tied, together, past_seats)
    pairs = pod_pairs(seating.pods)
    if not exceptions:
        check_constraints_kept(
            everyone, wished, {frozenset(field.players[place] for place in pair) for pair in pairs}
        )
    lots, names = dict(zip(field.players, field.digests, strict=True)), field.players
    tables = [order_seats([names[place] for place in pod], past_seats, lots) for pod in sorted(seating.pods)]
    cost = seating_costs(field, pairs)
    bound = not cost["rematches"] and not cost["apart"] and cost["gap"] == gap
    proof = BOUND if bound else SEARCH if seating.weighed else EXACT
    why = PodReasons(everyone, field, seating.pods, byes, proof, tied)
    downs = sum(len(set(field.groups[list(pod)].tolist())) > 1 for pod in seating.pods)
    weighed = seating.weighed if proof == SEARCH else 0
    return PodPairing(tuple(tables), byes, why, pair_downs=downs, proof=proof, weighed=weighed, **cost)


def check_method(method: str):
    """Raise RuleViolation for `fold`, which only works for tables of two."""
    if method == FOLD:
        raise RuleViolation(_("Fold is for tables of two: choose to draw pods by lot or by standing."))


def choose_byes(field, count, wished):
    """Return the `count` players with a bye: fewest byes first, then lowest in the standings (or by lot
    among the lowest on points). Players with a wished table come last.
    """
    turns = bye_turns(field.entrants, field.groups.tolist(), field.method, field.constraints.bye_to)
    seated = {player for pair in wished for player in pair}
    order = sorted(
        range(field.size),
        key=lambda place: (field.players[place] in seated, turns[place], field.digests[place]),
    )
    return tuple(field.players[place] for place in order[:count])


def places_in_order(field, tied):
    """Return the places, best first, with the worse of each wished pair directly after the better."""
    behind = {max(pair): min(pair) for pair in tied}
    return sorted(range(field.size), key=lambda place: (behind.get(place, place), place))


def current_pods(field, current_tables, seats):
    """Return the existing tables as pods of places, or None if they do not fit the players and sizes."""
    pods = [[field.places[player] for player in pod if player in field.places] for pod in current_tables]
    if sorted(map(len, pods)) != sorted(seats) or sum(map(len, pods)) != field.size:
        return None
    return sorted(pods, key=min)


def cut_into_pods(places, seats):
    """Cut the places into consecutive pods of these sizes."""
    remaining = iter(places)
    return [[next(remaining) for _seat in range(size)] for size in seats]


def check_constraints_kept(field, wished, together):
    """Raise RuleViolation if a forbidden pair is in `together` or a wished pair is not.

    `together` are the pairs of players at one pod. The `params` match those of `no_round_error`.
    """
    forbidden = PlayerPairs(pair for pair in field.constraints.forbidden if frozenset(pair) in together)
    missing = PlayerPairs(pair for pair in wished if frozenset(pair) not in together)
    broken = [key for key, pairs in (("forbidden", forbidden), ("wished", missing)) if pairs]
    if broken:
        params = {"count": field.size, "forbidden": forbidden, "wished": missing}
        words = NO_SEATING[broken[0]] if len(broken) == 1 else SEVERAL_BROKEN
        raise RuleViolation(words, **params, rematches=PlayerPairs(), bye="–")


def seating_costs(field, pairs):
    """Return the rematches, Σ gap² and pairs to keep apart among these pairs of places."""
    groups, clubs = field.groups.tolist(), field.clubs
    return {
        "rematches": sum(pair in field.meetings for pair in pairs),
        "gap": sum((groups[one] - groups[two]) ** 2 for one, two in pairs),
        "apart": sum(clubs[one] & clubs[two] > 0 for one, two in pairs) if clubs else 0,
    }
