"""manage.py export_event SLUG: print the event file."""

from ...history.cache import load_event_file
from ..shell import ShellCommand, get_event


class Command(ShellCommand):
    help = "Print the event file."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument(
            "--contact", action="store_true", help="with contact data: email addresses and own fields"
        )

    def handle(self, slug, contact, **options):
        self.stdout.write(load_event_file(get_event(slug), with_contact_data=contact), ending="")
