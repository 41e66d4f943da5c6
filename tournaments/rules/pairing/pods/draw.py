"""The door of pods: from who plays, who has met and who sat where to the tables of the next round."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...errors import RuleViolation, _
from ...history import BOUND, EXACT, SEARCH
from ..constraints import NOTHING_ASKED, Constraints, Tables
from ..field import FOLD, Entrant, field_of, turns_of
from .lower_bound import least_gap
from .objectives import pairs_of
from .reasons import Reasons
from .search import best_seating
from .seat_history import in_seats
from .sizes import THREES, sizes_of

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
SEVERAL = _(
    "No seating of these {count} players was found as asked. The best that was found seats forbidden pairs: "
    "{forbidden}; leaves out wishes: {wished}."
)


@dataclass(frozen=True)
class Pods:
    """A round of pods: tables of three to five player ids in the order of their seats, who sits out, and why.

    `why` gives each player's Reason by id. `rematches` and `apart` count the pairs that meet again and those
    that should be kept apart, `pair_downs` the pods of several score groups; `gap` is Σ gap² over all pairs
    of a pod. `proof` is BOUND: nobody meets again or whom they are kept apart from, and no such sizes and
    score groups allow smaller gaps; EXACT: every seating was looked at; else SEARCH: the best that was found
    while so many exchanges of two players were `weighed`.
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
    constraints: Constraints = NOTHING_ASKED,
    sat: Mapping[str, Sequence[tuple[int, int]]] | None = None,
    now: Sequence[Sequence[str]] = (),
    exceptions: bool = False,
) -> Pods:
    """The best next round that is found, in this order: no forbidden pair, every wished one; least Σ
    meetings² over the pairs of a pod; fewest pairs who should be kept apart, then least Σ gap² (or the other
    way round as the `constraints` say); neighbours in the standings (`by_standing`); those who have been
    first spread over the pods; pods of an odd size to who had fewest; the lot.

    Byes, if the `sizes` leave any, go first. `met` has a pair for each meeting, `sat` for each player the
    (seat, seats) of each pod so far. `now`: tables as they stand, of which as many pairs as an equally good
    round allows stay together. The same input gives the same round, whatever the order of the entrants.
    Raises RuleViolation: fewer than three players, one twice, a method that pods do not have, or, unless
    there may be `exceptions`, no seating found that keeps what was asked.
    """
    check_method(method)
    seats, sat = sizes_of(len(entrants), sizes), sat or {}
    everyone = field = field_of(entrants, met, method, seed, round_number, constraints)
    wished = [pair for pair in constraints.wished if everyone.places.keys() >= set(pair)]
    byes = sit_out(everyone, len(entrants) - sum(seats), wished)
    if byes:
        field = field_of(entrants, met, method, seed, round_number, constraints, set(byes))
    gap, seats = least_gap(field.groups.tolist(), seats)
    tied = [tuple(field.places[player] for player in pair) for pair in wished if set(pair).isdisjoint(byes)]
    start = standing(field, now, seats) or cut_up(in_order(field, tied), seats)
    together = pairs_of([[field.places[p] for p in pod if p in field.places] for pod in now])
    found = best_seating(field, start, tied, together, sat)
    pairs = pairs_of(found.pods)
    if not exceptions:
        refuse_broken(everyone, wished, {frozenset(field.players[place] for place in pair) for pair in pairs})
    lots, names = dict(zip(field.players, field.digests, strict=True)), field.players
    tables = [in_seats([names[place] for place in pod], sat, lots) for pod in sorted(found.pods)]
    cost = costs_of(field, pairs)
    bound = not cost["rematches"] and not cost["apart"] and cost["gap"] == gap
    proof = BOUND if bound else SEARCH if found.weighed else EXACT
    why = Reasons(everyone, field, found.pods, byes, proof, tied)
    downs = sum(len(set(field.groups[list(pod)].tolist())) > 1 for pod in found.pods)
    weighed = found.weighed if proof == SEARCH else 0
    return Pods(tuple(tables), byes, why, pair_downs=downs, proof=proof, weighed=weighed, **cost)


def check_method(method: str):
    """RuleViolation for `fold`, which says who meets at a table of two."""
    if method == FOLD:
        raise RuleViolation(_("Fold is for tables of two: choose to draw pods by lot or by standing."))


def sit_out(field, count, wished):
    """The players who have the byes: fewest byes first, then the lowest in the standings, or the lot among
    the lowest on points; who has a wished table is passed over while others are left."""
    turn = turns_of(field.entrants, field.groups.tolist(), field.method, field.constraints.bye_to)
    seated = {player for pair in wished for player in pair}
    order = sorted(
        range(field.size),
        key=lambda place: (field.players[place] in seated, turn[place], field.digests[place]),
    )
    return tuple(field.players[place] for place in order[:count])


def in_order(field, tied):
    """The places from the best down, the worse of a wished pair behind the better."""
    behind = {max(pair): min(pair) for pair in tied}
    return sorted(range(field.size), key=lambda place: (behind.get(place, place), place))


def standing(field, now, seats):
    """The tables as they stand as pods of places; None where they are not all the players in such pods."""
    pods = [[field.places[player] for player in pod if player in field.places] for pod in now]
    if sorted(map(len, pods)) != sorted(seats) or sum(map(len, pods)) != field.size:
        return None
    return sorted(pods, key=min)


def cut_up(places, seats):
    """The places as pods of these sizes, one after the other."""
    left = iter(places)
    return [[next(left) for _seat in range(size)] for size in seats]


def refuse_broken(field, wished, together):
    """RuleViolation where a pair that never meets sits together, or a wished pair does not; `together` are
    the pairs of players that do. Its `params` are those of a Swiss round without a legal pairing."""
    forbidden = Tables(pair for pair in field.constraints.forbidden if frozenset(pair) in together)
    missing = Tables(pair for pair in wished if frozenset(pair) not in together)
    broken = [key for key, pairs in (("forbidden", forbidden), ("wished", missing)) if pairs]
    if broken:
        said = {"count": field.size, "forbidden": forbidden, "wished": missing}
        words = NO_SEATING[broken[0]] if len(broken) == 1 else SEVERAL
        raise RuleViolation(words, **said, rematches=Tables(), bye="–")


def costs_of(field, pairs):
    """How many pairs of places meet again, Σ gap² over them, how many should be kept apart."""
    groups, clubs = field.groups.tolist(), field.clubs
    return {
        "rematches": sum(pair in field.meetings for pair in pairs),
        "gap": sum((groups[one] - groups[two]) ** 2 for one, two in pairs),
        "apart": sum(clubs[one] & clubs[two] > 0 for one, two in pairs) if clubs else 0,
    }
