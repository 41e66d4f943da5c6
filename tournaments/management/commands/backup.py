"""manage.py backup: write events, or the whole database, to one file."""

import sys
from pathlib import Path

from ...log.actions import backups
from ...log.actions.databases import copy_database, create_secret_file
from ...models import Event
from ...rules.errors import RuleViolation, _
from ..shell import ShellCommand, get_event


class Command(ShellCommand):
    help = "Back up events with all their data, or the whole database. The file contains secrets."

    def add_arguments(self, parser):
        parser.add_argument("slugs", metavar="SLUG", nargs="*", help="events to back up; default: all")
        parser.add_argument("--to", metavar="FILE", help="a new file; default: standard output")
        parser.add_argument(
            "--database", metavar="FILE", help="copy the whole database, including accounts, to this new file"
        )

    def handle(self, slugs, to, database, **options):
        if database:
            if slugs or to:
                raise RuleViolation(
                    _("Use --database without other arguments. The copy contains every event.")
                )
            copy_database(Path(database))
            return
        all_slugs = Event.objects.order_by("pk").values_list("slug", flat=True)
        of_site = not slugs
        slugs = [get_event(slug).slug for slug in slugs] or all_slugs
        chunks = backups.stream_backup(slugs, of_site=of_site)
        if to:
            with create_secret_file(Path(to)) as file:
                file.writelines(chunks)
        elif sys.stdout.isatty():
            raise RuleViolation(_("A backup is a binary file. Choose a file with --to FILE."))
        else:
            sys.stdout.buffer.writelines(chunks)
