"""manage.py import_event FILE: create an event from an event file and print its slug."""

import sys
from pathlib import Path

from ...events.actions.events import import_event
from ...rules import event_file
from ...rules.errors import RuleViolation, _
from ...rules.event_file.fields import MAX_FILE_BYTES, check_sound, parse
from ..shell import ShellCommand


class Command(ShellCommand):
    help = "Create an event from an event file and print its slug."

    def add_arguments(self, parser):
        parser.add_argument("file", metavar="FILE", help="the event file; - for standard input")

    def handle(self, file, **options):
        self.stdout.write(import_event(event_file.read_text(read_bytes(file))).slug)


def read_json(file: str):
    """Return the value of a JSON file; - for standard input. RuleViolation for a file that cannot be read."""
    value = parse(read_bytes(file))
    check_sound(value)
    return value


def read_bytes(file):
    if file == "-":
        return sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
    try:
        with Path(file).open("rb") as stream:
            return stream.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise RuleViolation(_("{file}: {problem}"), file=file, problem=error.strerror) from None
