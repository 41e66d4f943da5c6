"""manage.py undo SLUG: undo the event's last action."""

from ...log.actions.undo import undo
from ...log.pages.log_lines import describe_action
from ..shell import SHELL_ACTOR, ShellCommand, get_event


class Command(ShellCommand):
    help = "Undo the event’s last change."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")

    def handle(self, slug, **options):
        event = get_event(slug)
        entry = undo(event, SHELL_ACTOR)
        self.stdout.write(f"Undone: {describe_action(event, entry)}, by {entry.who}.")
