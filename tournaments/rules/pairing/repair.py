"""A round mended: as good as the best draw, with as few tables touched as that allows, by exact matching."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from ..errors import RuleViolation, _
from .field import Entrant, field_of
from .matching import in_order, lots_of, prices
from .outlook import at_risk, safe_round
from .search import BOUND, WHOLE, _again, _pairs, _without_bye, best_round, found_round
from .wishes import wish_of


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
) -> Repair:
    """Of all rounds with the rematches, bye and Σ gap² of the best draw, the one that keeps most of the
    `tables` and the `bye`; among its equals the method's wish decides, then the lot.

    Proven by one exact matching over all pairs, in which a new table costs one, after the gaps and before
    the wish. With `rounds_left` (after this one) a small field's round is the first in that order after
    which these can still be paired. Raises RuleViolation where `pair` would.
    """
    field = field_of(entrants, met, method, seed, round_number)
    there = _there(field, tables, bye)
    found = next(rounds := _rounds(field, there, within=_reach(field, rounds_left)), None)
    if found is None and not allow_rematches:
        raise RuleViolation(
            _("These {count} players cannot be paired without a rematch: draw the round again, allowing it."),
            count=field.size,
        )
    if found is None:
        found = next(_rounds(field, there, rematches=True))
    elif at_risk(field, rounds_left):
        found = safe_round(field, chain([found], rounds), rounds_left)
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
    one, two = _pairs(field, rematches=rematches)
    if within is not None:
        near = (field.groups[one] - field.groups[two]) ** 2 <= within
        one, two = one[near], two[near]
    edges = list(zip(one.tolist(), two.tolist(), strict=True))
    gap = ((field.groups[one] - field.groups[two]) ** 2).tolist()
    wish = wish_of(field)[0][one, two].tolist()
    byes = [(place, field.bye_node) for place in range(len(field.bye_turn))]
    again = [_again(field, edges, oldest) for oldest in (False, True)] if rematches else []
    no_bye, no_pair = [0] * len(byes), [0] * len(edges)
    columns = [column + no_bye for column in again]
    columns += [no_pair + list(field.bye_turn), gap + no_bye]
    edges += byes
    columns += [[int(edge not in there) for edge in edges], wish + no_bye]
    price = prices(columns, (field.size + 1) // 2, lots_of(edges, (*field.digests, b"bye")))
    for matched in in_order(edges, price, field.size + field.size % 2):
        yield found_round(field, *_without_bye(field, matched))
