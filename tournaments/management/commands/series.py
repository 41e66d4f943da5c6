"""manage.py series FILE.json: print the table of a series of finished events."""

import csv
from collections.abc import Iterator

from ...rules.series.events import SeriesEvent, event_results
from ...rules.series.reading import SeriesFile, read_series
from ...rules.series.series_rules import number_text, plain_number
from ...rules.series.table import RankedRow, series_table
from ...rules.standings.player_results import player_results
from ...web.wording import escape_formula
from ..finished_events import load_finished_events
from ..shell import CSV, JSON, TABLE, ShellCommand
from .import_event import read_json


class Command(ShellCommand):
    help = "Print the table of a series: what each finished event of a file brings, and the total."

    def add_arguments(self, parser):
        parser.add_argument("file", metavar="FILE", help="the series, a JSON file; - for standard input")
        self.add_format_option(parser, TABLE, JSON, CSV)

    def handle(self, file, format, **options):
        series = read_series(read_json(file))
        table = series_table(load_series_events(series), series.rules)
        with_attendance = series.rules.attendance is not None
        if format == JSON:
            return self.print_json({"rows": [as_json(row, with_attendance) for row in table.rows]})
        slugs = [event.key for event in table.events]
        head = ["rank", "name", "total", *(["attendance"] if with_attendance else []), *slugs]
        if format == CSV:
            rows = [[*head, "not_counted"], *(csv_row(row, with_attendance, slugs) for row in table.rows)]
            return csv.writer(self.stdout, lineterminator="").writerows(rows)
        return self.print_table([head, *(table_row(row, with_attendance, slugs) for row in table.rows)])


def load_series_events(series: SeriesFile) -> Iterator[SeriesEvent]:
    """Yield the events of a file with the results of their people, in the order of the file."""
    loaded = load_finished_events((entry.slug, entry.path) for entry in series.entries)
    for entry, (history, people) in zip(series.entries, loaded, strict=True):
        named = {player.id: (people[player.id], player.name) for player in history.players}
        results = event_results(player_results(history), named)
        facts = {"kind": entry.kind, "weight": entry.weight, "starts_at": history.starts_at}
        yield SeriesEvent(entry.slug, results, len(results), **facts)


def as_json(ranked: RankedRow, with_attendance: bool) -> dict:
    """Return a row with whole numbers where possible; `attendance` only if the series has points for it."""
    row = ranked.row
    return {
        "rank": ranked.rank,
        "name": row.name,
        "total": plain_number(row.total),
        **({"attendance": plain_number(row.attendance)} if with_attendance else {}),
        "results": [
            {
                "event": cell.event,
                "place": cell.place,
                "score": plain_number(cell.points),
                "counted": cell.struck_out is None,
            }
            for cell in row.cells
        ],
    }


def csv_row(ranked: RankedRow, with_attendance: bool, slugs: list[str]) -> list:
    """Return the cells of a row: each event's score, and last the events that do not count."""
    row = ranked.row
    scores = {cell.event: plain_number(cell.points) for cell in row.cells}
    return [
        "" if ranked.rank is None else ranked.rank,
        escape_formula(row.name),
        plain_number(row.total),
        *([plain_number(row.attendance)] if with_attendance else []),
        *(scores.get(slug, "") for slug in slugs),
        " ".join(cell.event for cell in row.cells if cell.struck_out),
    ]


def table_row(ranked: RankedRow, with_attendance: bool, slugs: list[str]) -> list:
    """Return the cells of a row: scores that do not count are in brackets."""
    row = ranked.row
    scores = {
        cell.event: f"({number_text(cell.points)})" if cell.struck_out else number_text(cell.points)
        for cell in row.cells
    }
    return [
        "–" if ranked.rank is None else ranked.rank,
        row.name,
        number_text(row.total),
        *([number_text(row.attendance)] if with_attendance else []),
        *(scores.get(slug, "") for slug in slugs),
    ]
