"""manage.py undo SLUG: takes the event's last action back."""

from ...actions.undoing import undo
from ..shell import SHELL, event_named
from ..shell import Command as Shell


class Command(Shell):
    help = "Take the event's last action back."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")

    def handle(self, slug, **options):
        entry = undo(event_named(slug), SHELL)
        self.stdout.write(f"Taken back: {entry.action}, by {entry.who}.")
