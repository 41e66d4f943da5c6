"""The row of each person of a series: a cell for each event, attendance, adjustments and the total."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..errors import _
from ..pairing import Reason
from .counting import attendance_points, attendance_reason, left_out_reason, struck_out, total_without
from .events import SeriesEvent, SeriesResult, without_guests
from .scoring import EventScore, ScoreTerm, score_event
from .series_rules import AttendanceBonus, Number, SeriesCounting, SeriesRules, number_text, whole_if_possible


@dataclass(frozen=True, slots=True)
class SeriesAdjustment:
    """Points that somebody adds to a person's total or takes off, with the reason."""

    person: str
    name: str
    points: Number
    reason: str


@dataclass(frozen=True, slots=True)
class SeriesCell:
    """A person's result in an event: its `points` follow from `weight` and `terms` (EventScore).

    `position` is that of the event among those that count; `wins` are matches won. `struck_out` says why the
    result does not count, None if it does.
    """

    event: str
    position: int
    kind: str
    place: int | None
    points: Number
    weight: Number
    terms: tuple[ScoreTerm, ...]
    wins: int
    opponents: tuple[tuple[str, str], ...]
    struck_out: Reason | None = None


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A person of the series, without the rank. `cells` are in the order of the events.

    `total` = points of the cells that count + `attendance` + adjustments. `wins` are matches won in all
    events. `attended` has a value for each event that counts.
    """

    person: str
    name: str
    cells: tuple[SeriesCell, ...]
    attended: tuple[bool, ...]
    attendance: Number
    adjustments: tuple[SeriesAdjustment, ...]
    total: Number
    wins: int

    @property
    def counted(self) -> list[SeriesCell]:
        """The cells that count for the total."""
        return [cell for cell in self.cells if cell.struck_out is None]


def events_that_count(
    events: Iterable[SeriesEvent], rules: SeriesRules
) -> tuple[list[SeriesEvent], dict[str, Reason]]:
    """Return the events that count, without guests' results, and why the others do not, by key."""
    counted, left_out = [], {}
    for event in events:
        reason = left_out_reason(event, rules.scoring.least_players)
        if reason:
            left_out[event.key] = reason
        else:
            counted.append(without_guests(event, rules.close_up))
    return counted, left_out


def build_rows(
    events: Sequence[SeriesEvent], rules: SeriesRules, adjustments: Iterable[SeriesAdjustment] = ()
) -> list[SeriesRow]:
    """Return a row for each person with a result or an adjustment, in no order.

    `events` are those of `events_that_count`.
    """
    names, by_person, earned = latest_names(events), defaultdict(list), {}
    for position, event in enumerate(events):
        scores = score_event(event, rules, earned)
        for result in event.results:
            by_person[result.person].append(make_cell(event, position, result, scores[result.person]))
    adjusted = defaultdict(list)
    for adjustment in adjustments:
        adjusted[adjustment.person].append(adjustment)
        names.setdefault(adjustment.person, adjustment.name)
    return [
        build_row(person, name, by_person[person], len(events), rules, tuple(adjusted[person]))
        for person, name in names.items()
    ]


def build_row(
    person: str,
    name: str,
    cells: Sequence[SeriesCell],
    event_count: int,
    rules: SeriesRules,
    adjustments: tuple[SeriesAdjustment, ...],
) -> SeriesRow:
    """Return the row of a person from its cells, of which none is struck out yet."""
    reasons = struck_out(cells, rules.counting)
    cells = tuple(replace(cell, struck_out=reasons.get(n)) for n, cell in enumerate(cells))
    positions = {cell.position for cell in cells}
    attended = tuple(position in positions for position in range(event_count))
    attendance = attendance_points(attended, rules.attendance)
    total = sum(cell.points for cell in cells if cell.struck_out is None) + attendance
    total += sum(adjustment.points for adjustment in adjustments)
    wins = sum(cell.wins for cell in cells)
    return SeriesRow(person, name, cells, attended, attendance, adjustments, whole_if_possible(total), wins)


def latest_names(events: Sequence[SeriesEvent]) -> dict[str, str]:
    """Return the name of each person in their latest event: the one that starts last.

    If an event has no start, the last in the list is the latest.
    """
    in_order = list(events)
    if all(event.starts_at for event in events):
        in_order.sort(key=lambda event: event.starts_at)
    return {result.person: result.name for event in in_order for result in event.results}


def explain_cell(row: SeriesRow, cell: SeriesCell, counting: SeriesCounting) -> Reason:
    """Return what a cell does for the total: why it does not count, or what the total is without it."""
    if cell.struck_out:
        return cell.struck_out
    others = total_without(row.cells, counting, row.cells.index(cell))
    counted = sum(one.points for one in row.counted)
    without = row.total - counted + others
    params = {"without": number_text(without), "total": number_text(row.total)}
    if without == row.total:
        return Reason(_("Counts; without this result the total would be {total}, too"), params)
    return Reason(_("Counts; without this result the total would be {without}, not {total}"), params)


def explain_total(row: SeriesRow, bonus: AttendanceBonus | None) -> list[tuple[Reason, Number]]:
    """Return (reason, points) of what the total is made of: results, attendance, each adjustment."""
    counted = row.counted
    params = {"counted": len(counted), "events": len(row.cells)}
    terms = [(Reason(_("{counted} of {events} results count"), params), sum(cell.points for cell in counted))]
    if bonus:
        terms.append((attendance_reason(row.attended, bonus), row.attendance))
    return terms + [(Reason("{reason}", {"reason": one.reason}), one.points) for one in row.adjustments]


def make_cell(event: SeriesEvent, position: int, result: SeriesResult, score: EventScore) -> SeriesCell:
    return SeriesCell(
        event.key,
        position,
        event.kind,
        score.place,
        score.points,
        score.weight,
        score.terms,
        result.won,
        result.opponents,
    )


def race_totals(row: SeriesRow, event_count: int, rules: SeriesRules) -> list[Number]:
    """Return the total after each of the events that count, by the rules of the series.

    Adjustments belong to no event: they are in the last total alone.
    """
    totals = []
    for count in range(1, event_count + 1):
        cells = [cell for cell in row.cells if cell.position < count]
        adjustments = row.adjustments if count == event_count else ()
        totals.append(build_row(row.person, row.name, cells, count, rules, adjustments).total)
    return totals
