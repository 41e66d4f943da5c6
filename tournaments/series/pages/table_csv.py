"""The table of a series as rows of a CSV file."""

from collections.abc import Iterator

from django.utils.translation import gettext

from ...rules.series.series_rules import plain_number
from ...web.wording import escape_formula
from .loading import SeriesFacts
from .table import table_of


def csv_rows(facts: SeriesFacts, division: str = "") -> Iterator[list]:
    """Yield the head, and for each person the points of each event, and last the events that do not count."""
    events = facts.table.events
    names = {event.key: f"{event.name}, {facts.column(event.key).date('Y-m-d')}" for event in events}
    yield [
        gettext("Rank"),
        gettext("Player"),
        gettext("Total"),
        gettext("Attendance"),
        gettext("Adjustments"),
        *(escape_formula(names[event.key]) for event in events),
        gettext("Not counted"),
    ]
    for ranked in table_of(facts, division).rows:
        row = ranked.row
        points = {cell.event: plain_number(cell.points) for cell in row.cells}
        struck = (names[cell.event] for cell in row.cells if cell.struck_out)
        yield [
            "" if ranked.rank is None else ranked.rank,
            escape_formula(row.name),
            plain_number(row.total),
            plain_number(row.attendance),
            plain_number(sum(one.points for one in row.adjustments)),
            *(points.get(event.key, "") for event in events),
            escape_formula("; ".join(struck)),
        ]
