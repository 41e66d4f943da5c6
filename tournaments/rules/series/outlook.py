"""What a person needs: points to first place, and what the events still to come can give at most."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..errors import _
from ..pairing import Reason
from .achievements import most_achievement_points
from .events import SeriesEvent, SeriesResult
from .rows import SeriesRow, build_row, build_rows, make_cell
from .scoring import ScoreTerm, place_terms, score_event, sum_terms
from .series_rules import (
    BY_POINTS,
    BY_RECORD,
    Number,
    SeriesRules,
    SeriesScoring,
    whole_if_possible,
)
from .table import SeriesTable, rank_among

# More players than any step or bonus asks for.
MANY_PLAYERS = 1_000_000
# Field of an SeriesResult → what one of them is worth, a field of RecordPoints.
RECORD_FIELDS = {"won": "win", "drawn": "draw", "lost": "loss", "byes": "bye"}


@dataclass(frozen=True, slots=True)
class ComingEvent:
    """An event of the series still to come; `rounds` limit what a record can be worth, None if unknown."""

    key: str
    kind: str = ""
    weight: Number = 1
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class SeriesOutlook:
    """What a person can still reach.

    `to_first`: points behind the first of the others, negative for a lead; None if no other is ranked.
    `most`: what the coming events add to the total at most. `best_rank`: the rank if they do, and nobody else
    scores. Both are None where the rules set no limit, `best_rank` also with too few events to be ranked.
    `has_won`: the person is first, and nobody else can be any more, not even somebody new.
    """

    to_first: Number | None
    most: Number | None = None
    best_rank: int | None = None
    has_won: bool = False


def season_outlook(
    table: SeriesTable, rules: SeriesRules, coming: Sequence[ComingEvent]
) -> dict[str, SeriesOutlook]:
    """Return the outlook of each person of the table, by person."""
    best = [best_event(event, rules) for event in coming]
    bonus = most_achievement_points(rules)
    is_known = bonus is not None and None not in best
    # What stays of everybody else: a bonus for all events does not survive one that was missed.
    later_events = [*table.events, *(replace(event, results=()) for event in best if event)]
    adjustments = [one for ranked in table.rows for one in ranked.row.adjustments]
    later = build_rows(later_events, rules, adjustments) if is_known else []
    outlooks = {}
    for ranked in table.rows:
        hopeful = _with_best_results(ranked.row, table, rules, best, bonus) if is_known else None
        outlooks[ranked.row.person] = _outlook(ranked.row, table, rules, hopeful, later)
    if is_known and table.rows and table.rows[0].rank:
        leader = table.rows[0].row.person
        newcomer = _with_best_results(_empty_row(table, rules), table, rules, best, bonus)
        others = [one.best_rank for person, one in outlooks.items() if person != leader]
        if 1 not in (*others, rank_among(newcomer, later, rules)):
            outlooks[leader] = replace(outlooks[leader], has_won=True)
    return outlooks


def best_season(
    row: SeriesRow, table: SeriesTable, rules: SeriesRules, coming: Sequence[ComingEvent]
) -> SeriesRow | None:
    """Return the row that a person has after the best result in each coming event; None without a limit."""
    best = [best_event(event, rules) for event in coming]
    bonus = most_achievement_points(rules)
    if bonus is None or None in best:
        return None
    return _with_best_results(row, table, rules, best, bonus)


def _empty_row(table: SeriesTable, rules: SeriesRules) -> SeriesRow:
    """Return the row of somebody who has not played yet."""
    return build_row("", "", (), len(table.events), rules, ())


def best_event(event: ComingEvent, rules: SeriesRules) -> SeriesEvent | None:
    """Return the event with one result, the best that it allows, of the person ""; None without a limit.

    An event's own points have none: any points can be entered for a match. Achievements are not part of it.
    """
    scoring = rules.scoring
    if scoring.by == BY_POINTS or (scoring.by == BY_RECORD and event.rounds is None):
        return None
    place = best_place(scoring)
    best = SeriesResult("", "", place=place, swiss_place=place)
    if scoring.by == BY_RECORD:
        most = max(RECORD_FIELDS, key=lambda field: getattr(scoring.record, RECORD_FIELDS[field]))
        best = replace(best, **{most: event.rounds})
    return SeriesEvent(event.key, (best,), MANY_PLAYERS, kind=event.kind, weight=event.weight)


def best_place(scoring: SeriesScoring) -> int:
    """Return the place that is worth most with many players: mostly the first."""
    candidates = [*range(1, len(scoring.places) + 1), *(bonus.first for bonus in scoring.bonuses)]
    worth = {
        place: sum_terms(place_terms(place, 1, MANY_PLAYERS, scoring), 1) for place in sorted(candidates)
    }
    return max(worth, key=worth.get, default=1)


def _with_best_results(
    row: SeriesRow, table: SeriesTable, rules: SeriesRules, best: Iterable[SeriesEvent], bonus: Number
) -> SeriesRow:
    """Return the row of a person who gets the best result, and `bonus` points, in each coming event."""
    cells = [replace(cell, struck_out=None) for cell in row.cells]
    event_count = len(table.events)
    for event in best:
        (result,), (score,) = event.results, score_event(event, rules, {}).values()
        terms = (*score.terms, ScoreTerm(Reason(_("Achievements")), bonus))
        score = replace(score, terms=terms, points=whole_if_possible(score.points + bonus))
        cells.append(make_cell(event, event_count, result, score))
        event_count += 1
    return build_row(row.person, row.name, cells, event_count, rules, row.adjustments)


def _outlook(
    row: SeriesRow,
    table: SeriesTable,
    rules: SeriesRules,
    hopeful: SeriesRow | None,
    later: Sequence[SeriesRow],
) -> SeriesOutlook:
    others = [one.row.total for one in table.rows if one.row.person != row.person and one.rank]
    to_first = whole_if_possible(max(others) - row.total) if others else None
    if hopeful is None:
        return SeriesOutlook(to_first)
    most = whole_if_possible(max(0, hopeful.total - row.total))
    field = [one for one in later if one.person != row.person]
    return SeriesOutlook(to_first, most, rank_among(hopeful, field, rules))
