"""The door of Swiss pairing: from who plays and who has met to the tables of the next round."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from .constraints import NOTHING_ASKED, Constraints, pins_of
from .field import Entrant, field_of
from .reasons.refusals import no_round
from .reasons.round_reasons import Reasons
from .search.best_round import best_round, exact_round, found_round, given_up, rounds
from .search.lookahead import at_risk, safe_round


@dataclass(frozen=True)
class Pairing:
    """A round: tables in order, the better-placed player first; who sits out; and why.

    `why` gives each player's sentence by id. `rematches` and `apart` count the tables of two who
    have met and of two who should be kept apart, `pair_downs` those with a gap in score groups,
    `gap` is Σ gap². `proof` is "bound": no rematch, nobody of a club against another, the first in
    turn has the bye and the gap meets the number of odd prefix sums of the score groups, which
    nothing can go below; else "exact search": an exact matching showed it (with rounds to come:
    taken in order from the best on, until they can be paired). What the organiser fixed, wished
    tables and a given bye, is outside the proof, which is of the rest; so is the method's wish in a
    searched round of over 5,000 players. `ahead`: for the rounds to come it gave up a turn of the
    bye, a table kept apart, or smaller gaps.
    """

    tables: tuple[tuple[str, str], ...]
    bye: str | None
    why: Reasons
    rematches: int
    gap: int
    proof: str
    pair_downs: int
    ahead: bool
    apart: int = 0


def pair(
    entrants: Sequence[Entrant],
    met: Iterable[tuple[str, str]],
    *,
    method: str,
    seed: str,
    round_number: int,
    rounds_left: int = 0,
    allow_rematches: bool = False,
    constraints: Constraints = NOTHING_ASKED,
) -> Pairing:
    """The best next round, in this order: fewest rematches (then the oldest); the bye to the
    lowest-ranked of those with the fewest byes, if the rest can be paired (or as `constraints`
    say); fewest tables of two who should be kept apart; least Σ gap²; the wish of the method
    (`random`, `fold`: 1 v n/2+1 in the score group, `by_standing`: 1 v 2); the lot.

    `met` has a pair for each past meeting, the rounds in the order they were played. The same
    input gives the same round, whatever the order of the entrants. With `rounds_left` (after this
    one), a small field's round is the best after which these can still be paired.
    Raises RuleViolation: fewer than two players, a player twice, an unknown method, constraints
    that contradict each other or the past (see `pins_of`), or no round that keeps what is asked
    without a rematch (with one too, if `allow_rematches`): with the cheapest exception.
    """
    met = tuple(met)
    pins = pins_of([e.player for e in entrants], met, constraints, allow_rematches)
    bye = constraints.given_bye
    aside = {player for table in pins for player in table} | ({bye} if bye else set())
    everyone = field = field_of(entrants, met, method, seed, round_number, constraints)
    if aside:
        field = field_of(entrants, met, method, seed, round_number, constraints, aside)
    best = best_round(field)
    if best is None and allow_rematches:
        best = exact_round(field, rematches=True)
    if best is None:
        raise no_round(everyone, pins, bye, allow_rematches)
    found = seated = _seat_all(everyone, field, best, pins, bye)
    if not found.rematches and at_risk(everyone, rounds_left):
        others = rounds(field) if field.size else ()
        ways = (_seat_all(everyone, field, way, pins, bye) for way in others)
        found = safe_round(everyone, chain([seated], ways), rounds_left)
    return _named(everyone, found, seated, Reasons(everyone, field, found, pins, found != seated))


def _seat_all(everyone, field, found, pins, bye):
    """The round with the tables and the bye that were fixed beforehand, in places of everyone."""
    if everyone is field:
        return found
    place = everyone.places
    seat = [place[player] for player in field.players]
    pairs = [(seat[one], seat[two]) for one, two in found.pairs]
    pairs += [(place[one], place[two]) for one, two in pins]
    sits_out = place.get(bye) if found.bye is None else seat[found.bye]
    return replace(found_round(everyone, pairs, sits_out), proof=found.proof)


def _named(field, found, best, why):
    names, groups = field.players, field.groups.tolist()
    return Pairing(
        tables=tuple((names[a], names[b]) for a, b in found.pairs),
        bye=None if found.bye is None else names[found.bye],
        why=why,
        rematches=found.rematches,
        gap=found.gap,
        proof=found.proof,
        pair_downs=sum(groups[a] != groups[b] for a, b in found.pairs),
        ahead=given_up(field, found) > given_up(field, best),
        apart=found.apart,
    )
