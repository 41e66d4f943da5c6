"""Repair a round: as good as the best draw, with as few changed tables as possible, by exact matching."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ..constraints import NO_CONSTRAINTS, Constraints
from ..field import RANDOM, Entrant, build_field
from ..objectives import gap_table, legal_pairs, round_levels, with_bye
from ..reasons.refusals import no_round_error
from .best_round import BOUND, MAX_ALL_PAIRS_FIELD, evaluate_round, exact_round, ranked_rounds
from .lookahead import at_risk, best_safe_round
from .random_deal import deal_round


@dataclass(frozen=True)
class Repair:
    """A repaired round.

    `tables` have the better-placed player first, `gap` is Σ (gap in score groups)², `changed` counts the
    previous tables (and the bye) that changed.
    """

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
    constraints: Constraints = NO_CONSTRAINTS,
) -> Repair:
    """Return a round as good as the best draw that keeps as many of the `tables` and the `bye` as possible.

    "As good" means rematches, bye, tables kept apart and Σ gap². Ties are decided by the method's wish,
    then by lot. Proven by an exact matching in which a new table costs one, after the gaps and before the
    wish; in a big field among few pairs (`pricing`). With `rounds_left` (after this one), a small field gets
    the first round in that order after which these can still be paired. Ignores wished tables and a bye set
    by the organiser. Raises RuleViolation in the same cases as `pair_swiss`.
    """
    field = build_field(entrants, met, method, seed, round_number, constraints)
    current = _current_pairs(field, tables, bye)
    best = repair_field(field, current)
    if best and at_risk(field, rounds_left):
        best = best_safe_round(field, repaired_rounds(field, current), rounds_left)
    elif not best and allow_rematches:
        best = repair_field(field, current, rematches=True)
    if not best:
        raise no_round_error(field, (), None, allow_rematches)
    names, unchanged = field.players, current & {*best.pairs, (best.bye, field.bye_node)}
    return Repair(
        tables=tuple((names[a], names[b]) for a, b in best.pairs),
        bye=None if best.bye is None else names[best.bye],
        rematches=best.rematches,
        gap=best.gap,
        changed=len(tables) + (bye is not None) - len(unchanged),
    )


def _current_pairs(field, tables, bye):
    """Return the tables and the bye as pairs of places, as far as their players are in the field."""
    place = field.places
    current = {tuple(sorted((place[a], place[b]))) for a, b in tables if a in place and b in place}
    return current | ({(place[bye], field.bye_node)} if bye in place and field.bye_turn else set())


def repair_field(field, current, rematches=False, max_all_pairs=MAX_ALL_PAIRS_FIELD):
    """Return the best round of the field that keeps the most `current` pairs, or None.

    A field over `max_all_pairs` is searched among few pairs.
    """
    if field.size <= max_all_pairs:
        return next(repaired_rounds(field, current, rematches), None)
    legal = legal_pairs(field, rematches)
    if not rematches and _is_level(field):
        legal &= with_bye(field, gap_table(field)) <= 1
    return exact_round(field, rematches, levels=_levels(field, current, rematches), legal=legal)


def _is_level(field):
    """Return whether a deal by lot meets the lower bound.

    If so, in every equally good round at most one table crosses each line between score groups, and no
    table crosses two.
    """
    dealt = deal_round(field) if field.method == RANDOM else None
    return bool(dealt) and evaluate_round(field, *dealt).proof == BOUND


def repaired_rounds(field, current, rematches=False):
    """Yield the rounds of the field, best first, ties by the number of `current` pairs kept."""
    return ranked_rounds(field, legal_pairs(field, rematches), _levels(field, current, rematches))


def _levels(field, current, rematches):
    """Return the objectives of a draw, with a cost for each new table before the wish."""
    *levels, wish = round_levels(field, rematches)
    new = np.ones_like(wish)
    one, two = np.array(list(current), dtype=int).reshape(-1, 2).T
    new[one, two] = new[two, one] = 0
    return [*levels, new, wish]
