"""manage.py standings SLUG: print points, tiebreakers and ranks."""

import csv

from ...queries.history.cache import load_history
from ...queries.standings.standings_page import as_json
from ...queries.wording.csv import safe
from ...rules.standings.standings import standings
from ..shell import CSV, JSON, TABLE, ShellCommand, event_named


class Command(ShellCommand):
    help = "Print the standings of a phase."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("--phase", type=int, metavar="N", help="phase, from 1; default: the current one")
        parser.add_argument("--after-round", type=int, metavar="N", help="round of the phase")
        parser.add_argument("--live", action="store_true", help="count the results of the running round")
        parser.add_argument("--tiebreakers", metavar="a,b,c", help="rank by these columns instead")
        self.formats(parser, TABLE, JSON, CSV)

    def handle(self, slug, phase, after_round, live, tiebreakers, format, **options):
        event = event_named(slug)
        keys = None if tiebreakers is None else [key for key in tiebreakers.split(",") if key]
        history = load_history(event)
        number = history.current if phase is None else phase
        table = standings(history, number, after_round=after_round, live=live, tiebreakers=keys)
        if format == JSON:
            return self.json(as_json(event, number, table))
        head = ["rank", "player", "name", "record", *table.columns]
        rows = [
            [row.rank, row.player, row.name, row.record, *(cell_value(row, key) for key in table.columns)]
            for row in table.rows
        ]
        if format == CSV:
            rows = [[safe(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
            return csv.writer(self.stdout, lineterminator="").writerows([head, *rows])
        return self.columns([head, *rows])


def cell_value(row, key):
    value = row.points if key == "points" else row.values.get(key, "")
    return round(value, 4) if isinstance(value, float) else value
