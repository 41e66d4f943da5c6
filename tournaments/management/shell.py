"""Base of all commands: one-line errors, event lookup, tables."""

import json
import os
import sys

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from ..changes.change import Actor
from ..models import Event
from ..rules.errors import RuleViolation, _
from ..rules.history import SHELL

SHELL_ACTOR = Actor("command line", source=SHELL)
TABLE, JSON, CSV = "table", "json", "csv"


class ShellCommand(BaseCommand):
    """A command whose errors are one line on standard error, with exit code 1."""

    requires_system_checks = []

    def execute(self, *args, **options):
        check_utf8(options.values())
        try:
            return super().execute(*args, **options)
        except RuleViolation as violation:
            raise CommandError(" ".join(str(violation).split())) from None
        except DatabaseError as error:
            raise CommandError(
                f"{error}. If the database doesn’t exist yet, create it with `manage.py migrate`."
            ) from None
        except BrokenPipeError:
            # The reader has closed the pipe (`| head`); avoid an error when Python flushes at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def add_format_option(self, parser, *formats):
        parser.add_argument("--format", choices=formats, default=TABLE)

    def print_json(self, value):
        self.stdout.write(json.dumps(value, ensure_ascii=False, indent=1))

    def print_table(self, rows):
        """Print rows of aligned cells, the first one as head; numbers are right-aligned."""
        cells = [[str(cell) for cell in row] for row in rows]
        widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))] if cells else []
        for row, values in zip(cells, rows, strict=True):
            line = [
                text.rjust(width) if isinstance(value, int | float) else text.ljust(width)
                for text, width, value in zip(row, widths, values, strict=True)
            ]
            self.stdout.write("  ".join(line).rstrip())


def check_utf8(values):
    """Raise CommandError for bytes that are not UTF-8: Python passes them as lone surrogates."""
    for value in values:
        for word in value if isinstance(value, list) else [value]:
            if isinstance(word, str) and any("\ud800" <= letter <= "\udfff" for letter in word):
                raise CommandError("The arguments must be UTF-8 text.")


def add_person_arguments(parser):
    parser.add_argument("slug", metavar="SLUG")
    parser.add_argument("player", metavar="PLAYER", help="the id or exact name of a current or former player")


def get_event(slug: str) -> Event:
    """Return the event with this slug. RuleViolation if it does not exist."""
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise RuleViolation(_("The event “{slug}” doesn’t exist."), slug=slug)
    return event
