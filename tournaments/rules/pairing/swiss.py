"""The door of Swiss pairing: from who plays and who has met to the tables of the next round."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from ..errors import RuleViolation, _
from .field import Entrant, field_of
from .outlook import at_risk, safe_round
from .reasons import Reason, bye_reason, table_reason
from .search import best_round, rounds


@dataclass(frozen=True)
class Pairing:
    """A round: tables in order, the better-placed player first; who sits out; and why.

    `why` gives each player's sentence by id. `gap` is Σ (gap in score groups)². `proof` is "bound":
    no rematch, the first in turn has the bye and the gap meets the number of odd prefix sums of the
    score groups, which nothing can go below; else "exact search": an exact matching showed it (with
    rounds to come: taken in order from the best on, until they can be paired). `pair_downs` counts tables
    with a gap; `ahead`: for the rounds to come it gave up a turn of the bye, or smaller gaps.
    """

    tables: tuple[tuple[str, str], ...]
    bye: str | None
    why: dict[str, Reason]
    rematches: int
    gap: int
    proof: str
    pair_downs: int
    ahead: bool


def pair(
    entrants: Sequence[Entrant],
    met: Iterable[tuple[str, str]],
    *,
    method: str,
    seed: str,
    round_number: int,
    rounds_left: int = 0,
    allow_rematches: bool = False,
) -> Pairing:
    """The best next round, in this order: fewest rematches (then the oldest); the bye to the
    lowest-ranked of those with the fewest byes, if the rest can be paired; least Σ gap²; the wish
    of the method (`random`, `fold`: 1 v n/2+1 in the score group, `by_standing`: 1 v 2); the lot.

    `met` has a pair for each past meeting, the rounds in the order they were played. The same
    input gives the same round, whatever the order of the entrants. With `rounds_left` (after this
    one), a small field's round is the best after which these can still be paired.
    Raises RuleViolation: fewer than two players, a player twice, an unknown method, or no round
    without a rematch while `allow_rematches` is false.
    """
    field = field_of(entrants, met, method, seed, round_number)
    found = best_round(field)
    if found is None:
        if not allow_rematches:
            raise RuleViolation(
                _(
                    "These {count} players cannot be paired without a rematch. "
                    "Allow rematches for this round, or end the Swiss rounds here."
                ),
                count=field.size,
            )
        found = next(rounds(field, rematches=True))
    best = found
    if not found.rematches and at_risk(field, rounds_left):
        found = safe_round(field, chain([best], rounds(field)), rounds_left)
    return _named(field, found, best)


def _named(field, found, best):
    looked_ahead = found != best

    def name(place):
        return field.entrants[place].player

    why = {name(place): table_reason(field, pair, looked_ahead) for pair in found.pairs for place in pair}
    if found.bye is not None:
        why[name(found.bye)] = bye_reason(field, found.bye, looked_ahead)
    return Pairing(
        tables=tuple((name(a), name(b)) for a, b in found.pairs),
        bye=None if found.bye is None else name(found.bye),
        why=why,
        rematches=found.rematches,
        gap=found.gap,
        proof=found.proof,
        pair_downs=sum(int(field.groups[a] != field.groups[b]) for a, b in found.pairs),
        ahead=_given_up(field, found) > _given_up(field, best),
    )


def _given_up(field, found):
    return 0 if found.bye is None else field.bye_turn[found.bye], found.gap
