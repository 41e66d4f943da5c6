"""manage.py export_event SLUG: prints the event file."""

from ...queries.history.cache import history_with_log
from ...rules import event_file
from ..shell import Command as Shell
from ..shell import event_named


class Command(Shell):
    help = "Print the event file."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")

    def handle(self, slug, **options):
        self.stdout.write(event_file.text(history_with_log(event_named(slug))), ending="")
