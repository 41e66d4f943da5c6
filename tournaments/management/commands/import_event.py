"""manage.py import_event FILE: makes the event of an event file and prints its slug."""

import sys
from pathlib import Path

from ...actions.events import events
from ...rules import event_file
from ...rules.errors import RuleViolation, _
from ...rules.event_file.parsing import MOST_BYTES
from ..shell import Command as Shell


class Command(Shell):
    help = "Make the event of an event file; prints its slug."

    def add_arguments(self, parser):
        parser.add_argument("file", metavar="FILE", help="the event file; - for standard input")

    def handle(self, file, **options):
        self.stdout.write(events.import_event(event_file.read_text(content(file))).slug)


def content(file):
    if file == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    try:
        with Path(file).open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except OSError as problem:
        raise RuleViolation(_("{file}: {problem}"), file=file, problem=problem.strerror) from None
