"""Shared by all commands: errors in one line, event lookup, tables."""

import json
import os
import sys

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from ..actions.change import Actor
from ..models import Event
from ..rules.errors import RuleViolation, _
from ..rules.history import SHELL

SHELL_ACTOR = Actor("command line", source=SHELL)
TABLE, JSON, CSV = "table", "json", "csv"


class ShellCommand(BaseCommand):
    """A command whose errors are one line on standard error, with exit code 1."""

    requires_system_checks = []

    def execute(self, *args, **options):
        refuse_no_text(options.values())
        try:
            return super().execute(*args, **options)
        except RuleViolation as violation:
            raise CommandError(" ".join(str(violation).split())) from None
        except DatabaseError as problem:
            raise CommandError(f"{problem}. Was the database made? `manage.py migrate` makes it.") from None
        except BrokenPipeError:
            # The reader has closed the pipe (`| head`); avoid an error when Python flushes at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def formats(self, parser, *names):
        parser.add_argument("--format", choices=names, default=TABLE)

    def json(self, value):
        self.stdout.write(json.dumps(value, ensure_ascii=False, indent=1))

    def columns(self, rows):
        """Print rows of aligned cells, the first one as head; numbers are right-aligned."""
        cells = [[str(cell) for cell in row] for row in rows]
        widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))] if cells else []
        for row, raw in zip(cells, rows, strict=True):
            line = [
                text.rjust(width) if isinstance(value, int | float) else text.ljust(width)
                for text, width, value in zip(row, widths, raw, strict=True)
            ]
            self.stdout.write("  ".join(line).rstrip())


def refuse_no_text(values):
    """Raise CommandError for bytes that are not UTF-8: Python passes them as lone surrogates."""
    for value in values:
        for word in value if isinstance(value, list) else [value]:
            if isinstance(word, str) and any("\ud800" <= letter <= "\udfff" for letter in word):
                raise CommandError("What was typed is no text in UTF-8.")


def event_named(slug: str) -> Event:
    """Return the event with this slug. RuleViolation if there is none."""
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise RuleViolation(_("There is no event “{slug}”."), slug=slug)
    return event
