"""manage.py undo SLUG: undo the event's last action."""

from ...actions.log.undo import undo
from ...queries.log.log_page import words_for
from ..shell import SHELL_ACTOR, ShellCommand, event_named


class Command(ShellCommand):
    help = "Take the event's last action back."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")

    def handle(self, slug, **options):
        event = event_named(slug)
        entry = undo(event, SHELL_ACTOR)
        self.stdout.write(f"Taken back: {words_for(event, entry)}, by {entry.who}.")
