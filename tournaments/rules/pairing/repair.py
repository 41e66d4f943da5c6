"""A round mended: as good as the best draw, with as few tables touched as that allows, by exact matching."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from .constraints import NOTHING_ASKED, Constraints
from .field import Entrant, field_of
from .levels import gaps, legal_pairs, levels_of, with_bye
from .outlook import at_risk, safe_round
from .refusals import no_round
from .search import BOUND, WHOLE, best_round, ranked


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

    Proven by one exact matching over all pairs, in which a new table costs one, after the gaps and before
    the wish. With `rounds_left` (after this one) a small field's round is the first in that order after
    which these can still be paired. Wished tables and a given bye are no matter here. Raises RuleViolation
    where `pair` would.
    """
    field = field_of(entrants, met, method, seed, round_number, constraints)
    there = _there(field, tables, bye)
    found = next(rounds := _rounds(field, there, within=_reach(field, rounds_left)), None)
    if found and at_risk(field, rounds_left):
        found = safe_round(field, chain([found], rounds), rounds_left)
    elif not found and allow_rematches:
        found = next(_rounds(field, there, rematches=True), None)
    if not found:
        raise no_round(field, (), None, allow_rematches)
    name = [entrant.player for entrant in field.entrants]
    return Repair(
        tables=tuple((name[a], name[b]) for a, b in found.pairs),
        bye=None if found.bye is None else name[found.bye],
        rematches=found.rematches,
        gap=found.gap,
        changed=len(tables) + (bye is not None) - len(there & {*found.pairs, (found.bye, field.bye_node)}),
    )


def _there(field, tables, bye):
    """The tables and the bye as pairs of places, as far as their players are in the field."""
    place = {entrant.player: number for number, entrant in enumerate(field.entrants)}
    there = {tuple(sorted((place[a], place[b]))) for a, b in tables if a in place and b in place}
    return there | ({(place[bye], field.bye_node)} if bye in place and field.bye_turn else set())


def _reach(field, rounds_left):
    """No table of a big field's best round has a gap² over this: its own Σ gap², known from the draw; and
    where that is the lower bound, no gap over 1, as each line is crossed by one table. None: any may."""
    best = best_round(field) if field.size > WHOLE and not at_risk(field, rounds_left) else None
    if best is None:
        return None
    return min(best.gap, 1) if best.proof == BOUND else best.gap


def _rounds(field, there, rematches=False, within=None):
    """Rounds of the field from the best on, of equals that with most of what is there; only with tables
    `within` this gap², where it is given."""
    legal = legal_pairs(field, rematches)
    if within is not None:
        legal &= with_bye(field, gaps(field) ** 2) <= within
    *levels, wish = levels_of(field, rematches)
    new = np.ones_like(wish)
    new[tuple(np.array(list(there), dtype=int).reshape(-1, 2).T)] = 0
    return ranked(field, legal, [*levels, new, wish])
