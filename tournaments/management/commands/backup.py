"""manage.py backup: write events, or the whole database, to one file."""

import sys
from pathlib import Path

from ...actions.log import backups, database_copy
from ...actions.log.secret_files import create_secret_file
from ...models import Event
from ...rules.errors import RuleViolation, _
from ..shell import ShellCommand, event_named


class Command(ShellCommand):
    help = "Back up events with all that belongs to them, or the whole database. The file holds secrets."

    def add_arguments(self, parser):
        parser.add_argument("slugs", metavar="SLUG", nargs="*", help="of these events; without one, of all")
        parser.add_argument("--to", metavar="FILE", help="a new file; without it, standard output")
        parser.add_argument("--database", metavar="FILE", help="a copy of the whole database, accounts too")

    def handle(self, slugs, to, database, **options):
        if database:
            if slugs or to:
                raise RuleViolation(_("--database stands alone: the copy holds every event."))
            database_copy.copy_database(Path(database))
            return
        slugs = [event_named(slug).slug for slug in slugs] or Event.objects.order_by("pk").values_list(
            "slug", flat=True
        )
        if to:
            with create_secret_file(Path(to)) as file:
                backups.back_up(slugs, file)
        elif sys.stdout.isatty():
            raise RuleViolation(_("A backup is no text: say where with --to FILE."))
        else:
            backups.back_up(slugs, sys.stdout.buffer)
