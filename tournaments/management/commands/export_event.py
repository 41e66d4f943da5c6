"""manage.py export_event SLUG: print the event file."""

from ...queries.history.cache import load_history_with_log
from ...rules import event_file
from ..shell import ShellCommand, get_event


class Command(ShellCommand):
    help = "Print the event file."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")

    def handle(self, slug, **options):
        self.stdout.write(event_file.text(load_history_with_log(get_event(slug))), ending="")
