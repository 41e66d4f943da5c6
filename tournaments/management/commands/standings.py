"""manage.py standings SLUG: points, tiebreakers and ranks."""

import csv

from ...queries.history.cache import history_of
from ...queries.standings.standings_page import as_json
from ...queries.wording.csv import safe
from ...rules.standings.standings import standings
from ..shell import CSV, JSON, TABLE, event_named
from ..shell import Command as Shell


class Command(Shell):
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
        history = history_of(event)
        number = history.current if phase is None else phase
        found = standings(history, number, after_round=after_round, live=live, tiebreakers=keys)
        if format == JSON:
            return self.json(as_json(event, number, found))
        head = ["rank", "player", "name", "record", *found.columns]
        rows = [
            [row.rank, row.player, row.name, row.record, *(shown(row, key) for key in found.columns)]
            for row in found.rows
        ]
        if format == CSV:
            rows = [[safe(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
            return csv.writer(self.stdout, lineterminator="").writerows([head, *rows])
        return self.columns([head, *rows])


def shown(row, key):
    value = row.points if key == "points" else row.values.get(key, "")
    return round(value, 4) if isinstance(value, float) else value
