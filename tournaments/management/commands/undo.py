"""manage.py undo SLUG: takes the event's last action back."""

from ...actions.log.undo import undo
from ...queries.log.log_page import words_for
from ..shell import SHELL, event_named
from ..shell import Command as Shell


class Command(Shell):
    help = "Take the event's last action back."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")

    def handle(self, slug, **options):
        event = event_named(slug)
        entry = undo(event, SHELL)
        self.stdout.write(f"Taken back: {words_for(event, entry)}, by {entry.who}.")
