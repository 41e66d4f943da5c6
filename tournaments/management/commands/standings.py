"""manage.py standings SLUG: print points, tiebreakers and ranks; --final: by where everyone finished."""

import csv

from django.core.management.base import CommandError

from ...history.cache import load_history
from ...rules.standings.final import final_standings
from ...rules.standings.standings import standings
from ...standings.pages.standings import as_json
from ...web.wording import escape_formula
from ..shell import CSV, JSON, TABLE, ShellCommand, get_event


class Command(ShellCommand):
    help = "Print the standings of a phase, or of the whole event."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("--phase", type=int, metavar="N", help="phase, from 1; default: the current one")
        parser.add_argument("--after-round", type=int, metavar="N", help="round of the phase")
        parser.add_argument("--live", action="store_true", help="include the results of the current round")
        parser.add_argument("--tiebreakers", metavar="a,b,c", help="rank by these tiebreakers instead")
        parser.add_argument("--final", action="store_true", help="final placings of all players")
        self.add_format_option(parser, TABLE, JSON, CSV)

    def handle(self, slug, phase, after_round, live, tiebreakers, final, format, **options):
        event = get_event(slug)
        if final:
            if live or (phase, after_round, tiebreakers) != (None, None, None):
                raise CommandError("Use --final without --phase, --after-round, --live and --tiebreakers.")
            return self.print_final(event, format)
        keys = None if tiebreakers is None else [key for key in tiebreakers.split(",") if key]
        history = load_history(event)
        shown = history.current_phase if phase is None else history.phase(phase)
        table = standings(shown, after_round=after_round, live=live, tiebreakers=keys)
        if format == JSON:
            return self.print_json(as_json(event, shown.number, table))
        head = ["rank", "player", "name", "record", *table.columns]
        rows = [
            [row.rank, row.player, row.name, row.record, *(cell_value(row, key) for key in table.columns)]
            for row in table.rows
        ]
        return self.print_rows(head, rows, format)

    def print_final(self, event, format):
        places = final_standings(load_history(event))
        head = ["rank", "player", "name"]
        rows = [[place.rank, place.player, place.name] for place in places]
        if format == JSON:
            return self.print_json(
                {"event": event.slug, "rows": [dict(zip(head, row, strict=True)) for row in rows]}
            )
        return self.print_rows(head, rows, format)

    def print_rows(self, head, rows, format):
        if format == CSV:
            rows = [[escape_formula(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
            return csv.writer(self.stdout, lineterminator="").writerows([head, *rows])
        return self.print_table([head, *rows])


def cell_value(row, key):
    value = row.points if key == "points" else row.values.get(key, "")
    return round(value, 4) if isinstance(value, float) else value
