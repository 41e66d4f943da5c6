"""manage.py ratings FILE.json: print the Elo ratings after a list of finished events."""

import csv

from ...rules.ratings.elo import RatedEvent, rank_ratings, rate_events, rated_event
from ...rules.ratings.settings import read_ratings
from ...web.wording import escape_formula
from ..finished_events import load_finished_events
from ..shell import CSV, JSON, TABLE, ShellCommand
from .import_event import read_json


class Command(ShellCommand):
    help = "Print the Elo ratings of all players of the finished events of a file."

    def add_arguments(self, parser):
        parser.add_argument("file", metavar="FILE", help="the ratings, a JSON file; - for standard input")
        self.add_format_option(parser, TABLE, JSON, CSV)

    def handle(self, file, format, **options):
        ratings = read_ratings(read_json(file))
        events, names = load_rated_events(ratings.slugs)
        rated = rank_ratings(rate_events(events, ratings.settings).ratings, names)
        head = ["rank", "name", "rating", "matches"]
        rows = [[rank, names[person], one.rating, one.matches] for rank, person, one in rated]
        if format == JSON:
            return self.print_json({"rows": [dict(zip(head, row, strict=True)) for row in rows]})
        if format == CSV:
            rows = [[rank, escape_formula(name), *numbers] for rank, name, *numbers in rows]
            return csv.writer(self.stdout, lineterminator="").writerows([head, *rows])
        rows = [[rank, name, round(rating, 1), matches] for rank, name, rating, matches in rows]
        return self.print_table([head, *rows])


def load_rated_events(slugs: tuple[str, ...]) -> tuple[list[RatedEvent], dict[str, str]]:
    """Return the rated events in order, and the name of each person in the last one."""
    events, names = [], {}
    loaded = load_finished_events((slug, f"events[{at}]") for at, slug in enumerate(slugs))
    for slug, (history, people) in zip(slugs, loaded, strict=True):
        events.append(rated_event(slug, history, people))
        names |= {people[player.id]: player.name for player in history.players}
    return events, names
