"""A round mended: as good as the best draw, with as few tables touched as that allows, by exact matching."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ..constraints import NOTHING_ASKED, Constraints
from ..field import RANDOM, Entrant, field_of
from ..objectives import gaps, legal_pairs, levels_of, with_bye
from ..reasons.refusals import no_round
from .best_round import BOUND, WHOLE, exact_round, found_round, ranked
from .lookahead import at_risk, safe_round
from .random_deal import deal


@dataclass(frozen=True)
class Repair:
    """A round: tables, the better-placed player first; who sits out; Σ (gap in score groups)²; and how
    many of the tables (and the bye) that were there are not there any more."""

    tables: tuple[tuple[str, str], ...]
    bye: str | None
    rematches: int
    gap: int
    changed: int


def repair(
    entrants: Sequence[Entrant],
    met: Iterable[tuple[str, str]],
    tables: Sequence[tuple[str, str]],
    bye: str | None,
    *,
    method: str,
    seed: str,
    round_number: int,
    rounds_left: int = 0,
    allow_rematches: bool = False,
    constraints: Constraints = NOTHING_ASKED,
) -> Repair:
    """Of all rounds with the rematches, bye, tables kept apart and Σ gap² of the best draw, the one that
    keeps most of the `tables` and the `bye`; among its equals the method's wish decides, then the lot.

    Proven by an exact matching over all pairs, in a big field among few of them (`pricing`), in which a new
    table costs one, after the gaps and before the wish. With `rounds_left` (after this one) a small field's
    round is the first in that order after which these can still be paired. Wished tables and a given bye
    are no matter here. Raises RuleViolation where `pair` would.
    """
    field = field_of(entrants, met, method, seed, round_number, constraints)
    there = _there(field, tables, bye)
    found = mended(field, there)
    if found and at_risk(field, rounds_left):
        found = safe_round(field, rounds(field, there), rounds_left)
    elif not found and allow_rematches:
        found = mended(field, there, rematches=True)
    if not found:
        raise no_round(field, (), None, allow_rematches)
    name = field.players
    return Repair(
        tables=tuple((name[a], name[b]) for a, b in found.pairs),
        bye=None if found.bye is None else name[found.bye],
        rematches=found.rematches,
        gap=found.gap,
        changed=len(tables) + (bye is not None) - len(there & {*found.pairs, (found.bye, field.bye_node)}),
    )


def _there(field, tables, bye):
    """The tables and the bye as pairs of places, as far as their players are in the field."""
    place = field.places
    there = {tuple(sorted((place[a], place[b]))) for a, b in tables if a in place and b in place}
    return there | ({(place[bye], field.bye_node)} if bye in place and field.bye_turn else set())


def mended(field, there, rematches=False, whole=WHOLE):
    """The best round of the field, of equals that with most of what is there; None if there is none. A
    field over `whole` is searched among few pairs."""
    if field.size <= whole:
        return next(rounds(field, there, rematches), None)
    legal = legal_pairs(field, rematches)
    if not rematches and _is_level(field):
        legal &= with_bye(field, gaps(field)) <= 1
    return exact_round(field, rematches, levels=_levels(field, there, rematches), legal=legal)


def _is_level(field):
    """Whether a deal by lot meets the lower bound: in every round as good each line between score groups is
    crossed by one table at most, and none crosses two."""
    dealt = deal(field) if field.method == RANDOM else None
    return bool(dealt) and found_round(field, *dealt).proof == BOUND


def rounds(field, there, rematches=False):
    """Rounds of the field from the best on, of equals that with most of what is there."""
    return ranked(field, legal_pairs(field, rematches), _levels(field, there, rematches))


def _levels(field, there, rematches):
    """Those of a draw, with a new table as a cost before the wish."""
    *levels, wish = levels_of(field, rematches)
    new = np.ones_like(wish)
    one, two = np.array(list(there), dtype=int).reshape(-1, 2).T
    new[one, two] = new[two, one] = 0
    return [*levels, new, wish]
