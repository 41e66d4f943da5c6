"""Swiss pairing: the entry point from entrants and past meetings to the tables of the next round."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from .field import NO_CONSTRAINTS, Constraints, Entrant, build_field, wished_tables
from .reasons.byes import no_round_error
from .reasons.tables import SwissReasons
from .search.best_round import best_round, concessions, evaluate_round, exact_round, rounds_in_order
from .search.matching import at_risk, best_safe_round


@dataclass(frozen=True)
class Pairing:
    """A Swiss round: tables in order (better-placed player first), the bye, and the reasons.

    `why` has each player's reason by id. `rematches` and `apart` count the tables of two players who
    have met or should be kept apart, `pair_downs` the tables with a gap in score groups; `gap` is
    Σ gap². `proof` is "bound" if there is no rematch, no pair of one club, the bye goes to the first in
    turn and the gap equals its lower bound, the number of odd prefix sums of the score groups; else
    "exact search": proven by exact matching (with rounds to come, the best round after which they can
    be paired). The proof does not cover wished tables and a bye set by the organiser, nor the method's
    wish in a searched round of over 5,000 players. `ahead`: to keep later rounds possible, this round
    gave up a turn of the bye, a table kept apart, or smaller gaps.
    """

    tables: tuple[tuple[str, str], ...]
    bye: str | None
    why: SwissReasons
    rematches: int
    gap: int
    proof: str
    pair_downs: int
    ahead: bool
    apart: int = 0


def pair_swiss(
    entrants: Sequence[Entrant],
    met: Iterable[tuple[str, str]],
    *,
    method: str,
    seed: str,
    round_number: int,
    rounds_left: int = 0,
    allow_rematches: bool = False,
    constraints: Constraints = NO_CONSTRAINTS,
) -> Pairing:
    """Return the best next round.

    The objectives, most important first: fewest rematches (then the oldest); the bye to the
    lowest-ranked player with the fewest byes, if the others can be paired (or as `constraints` say);
    fewest tables of two players to keep apart; least Σ gap²; the wish of the method (`random`; `fold`:
    1 v n/2+1 in the score group; `by_standing`: 1 v 2); the lot.

    `met` has one pair per past meeting, in the order of the rounds. The same input gives the same
    round, whatever the order of the entrants. With `rounds_left` (after this one), a small field gets
    the best round after which these can still be paired. Raises RuleViolation for fewer than two
    players, a player entered twice, an unknown method, constraints that contradict each other or the
    past (see `wished_tables`), and if no round meets all constraints without a rematch (or, with
    `allow_rematches`, with one); the message names the cheapest exception.
    """
    met = tuple(met)
    pins = wished_tables([e.player for e in entrants], met, constraints, allow_rematches)
    bye = constraints.fixed_bye
    fixed = {player for table in pins for player in table} | ({bye} if bye else set())
    everyone = field = build_field(entrants, met, method, seed, round_number, constraints)
    if fixed:
        field = build_field(entrants, met, method, seed, round_number, constraints, fixed)
    round_ = best_round(field)
    if round_ is None and allow_rematches:
        round_ = exact_round(field, rematches=True)
    if round_ is None:
        raise no_round_error(everyone, pins, bye, allow_rematches)
    chosen = best = _with_fixed(everyone, field, round_, pins, bye)
    if not best.rematches and at_risk(everyone, rounds_left):
        others = rounds_in_order(field) if field.size else ()
        candidates = (_with_fixed(everyone, field, other, pins, bye) for other in others)
        chosen = best_safe_round(everyone, chain([best], candidates), rounds_left)
    why = SwissReasons(everyone, field, chosen, pins, looked_ahead=chosen != best)
    return _to_pairing(everyone, chosen, best, why)


def _with_fixed(everyone, field, round_, pins, bye):
    """Add the fixed tables and the fixed bye to a round of the field, in places of `everyone`."""
    if everyone is field:
        return round_
    place_of = everyone.places
    places = [place_of[player] for player in field.players]
    pairs = [(places[a], places[b]) for a, b in round_.pairs]
    pairs += [(place_of[a], place_of[b]) for a, b in pins]
    bye_place = place_of.get(bye) if round_.bye is None else places[round_.bye]
    return replace(evaluate_round(everyone, pairs, bye_place), proof=round_.proof)


def _to_pairing(field, chosen, best, why):
    """Return the chosen round with player ids; `best` is the best one regardless of later rounds."""
    names, groups = field.players, field.groups.tolist()
    return Pairing(
        tables=tuple((names[a], names[b]) for a, b in chosen.pairs),
        bye=None if chosen.bye is None else names[chosen.bye],
        why=why,
        rematches=chosen.rematches,
        gap=chosen.gap,
        proof=chosen.proof,
        pair_downs=sum(groups[a] != groups[b] for a, b in chosen.pairs),
        ahead=concessions(field, chosen) > concessions(field, best),
        apart=chosen.apart,
    )
