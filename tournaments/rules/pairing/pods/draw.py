"""Pairing of pods: the entry point from entrants, meetings and past seats to the next round's tables."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...errors import RuleViolation, _
from ...terms import BOUND, EXACT, SEARCH
from ..constraints import NO_CONSTRAINTS, Constraints, PlayerPairs
from ..field import FOLD, Entrant, build_field, bye_turns
from .lower_bound import least_gap
from .objectives import pod_pairs
from .reasons import PodReasons
from .search import Seating, best_seating
from .seat_history import order_seats
from .sizes import THREES, seats_per_pod

HAS_FORBIDDEN = _("No pods of these {count} players keep {forbidden} apart. Allow them to meet this round.")
LACKS_WISHED = _(
    "No pods of these {count} players include the requested {wished}. Remove that request for this round."
)
SEVERAL_BROKEN = _(
    "These {count} players can’t be paired with all restrictions. The best option has players "
    "meet who should be kept apart: {forbidden}; leaves out requested pairings: {wished}."
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
    if method == FOLD:
        raise RuleViolation(_("Fold pairing is for two-player tables. Pair pods at random or by standing."))
    seats, past_seats = seats_per_pod(len(entrants), sizes), past_seats or {}
    everyone = field = build_field(entrants, met, method, seed, round_number, constraints)
    wished = [pair for pair in constraints.wished if everyone.places.keys() >= set(pair)]
    byes = choose_byes(everyone, len(entrants) - sum(seats), wished)
    if byes:
        field = build_field(entrants, met, method, seed, round_number, constraints, set(byes))
    tied = [tuple(field.places[player] for player in pair) for pair in wished if set(pair).isdisjoint(byes)]
    least, seats = least_gap(field.groups.tolist(), seats)
    seating = seat_field(field, seats, tied, current_tables, past_seats)
    pairs = pod_pairs(seating.pods)
    if not exceptions:
        check_constraints(everyone, wished, {frozenset(players_of(field, pair)) for pair in pairs})
    costs = seating_costs(field, pairs)
    is_at_bound = not costs["rematches"] and not costs["apart"] and costs["gap"] == least
    proof = BOUND if is_at_bound else SEARCH if seating.weighed else EXACT
    lots = dict(zip(field.players, field.digests, strict=True))
    return PodPairing(
        tuple(order_seats(players_of(field, pod), past_seats, lots) for pod in sorted(seating.pods)),
        byes,
        PodReasons(everyone, field, seating.pods, byes, proof, tied),
        pair_downs=sum(len(set(field.groups[list(pod)].tolist())) > 1 for pod in seating.pods),
        proof=proof,
        weighed=seating.weighed if proof == SEARCH else 0,
        **costs,
    )


def choose_byes(field, count, wished):
    """Return the `count` players with a bye: those with the fewest byes, then the lowest in the standings.

    By lot among the lowest on points, if the constraints say so. Players with a wished table come last.
    """
    turns = bye_turns(field.entrants, field.groups.tolist(), field.method, field.constraints.bye_to)
    with_wish = {player for pair in wished for player in pair}
    players = zip(field.players, turns, field.digests, strict=True)
    order = sorted((player in with_wish, turn, lot, player) for player, turn, lot in players)
    return tuple(player for *_key, player in order[:count])


def seat_field(field, seats, tied, current_tables, past_seats) -> Seating:
    """Search the best seating, from the current tables if they fit, else from pods cut from the standings.

    `tied` are the wished pairs of places.
    """
    current_pods = [[field.places[p] for p in pod if p in field.places] for pod in current_tables]
    if sorted(map(len, current_pods)) == sorted(seats) and sum(map(len, current_pods)) == field.size:
        start = sorted(current_pods, key=min)
    else:
        start = cut_into_pods(field, tied, seats)
    return best_seating(field, start, tied, pod_pairs(current_pods), past_seats)


def cut_into_pods(field, tied, seats):
    """Cut the places, best first, into pods of these sizes.

    The worse of each tied pair comes directly after the better.
    """
    better_places = {max(pair): min(pair) for pair in tied}
    places = iter(sorted(range(field.size), key=lambda place: (better_places.get(place, place), place)))
    return [[next(places) for _seat in range(size)] for size in seats]


def players_of(field, places):
    return [field.players[place] for place in places]


def check_constraints(field, wished, together):
    """Raise RuleViolation if a forbidden pair is in `together` or a wished pair is not.

    `together` are the pairs of players at one pod. The `params` match those of `no_round_error`.
    """
    forbidden = PlayerPairs(pair for pair in field.constraints.forbidden if frozenset(pair) in together)
    missing = PlayerPairs(pair for pair in wished if frozenset(pair) not in together)
    if not forbidden and not missing:
        return
    text = SEVERAL_BROKEN if forbidden and missing else HAS_FORBIDDEN if forbidden else LACKS_WISHED
    params = {"count": field.size, "forbidden": forbidden, "wished": missing}
    raise RuleViolation(text, **params, rematches=PlayerPairs(), bye="–")


def seating_costs(field, pairs):
    """Return the rematches, Σ gap² and pairs to keep apart among these pairs of places."""
    groups, clubs = field.groups.tolist(), field.clubs
    return {
        "rematches": sum(pair in field.meetings for pair in pairs),
        "gap": sum((groups[a] - groups[b]) ** 2 for a, b in pairs),
        "apart": sum(clubs[a] & clubs[b] > 0 for a, b in pairs) if clubs else 0,
    }
