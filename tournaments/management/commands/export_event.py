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

        parser.add_argument("--people", action="store_true", help="with the ids of the players’ people")
        parser.add_argument(
            "--identifiers", action="store_true", help="with people and their identifiers with publishers"
        )

    def handle(self, slug, contact, people, identifiers, **options):
        text = load_event_file(
            get_event(slug),
            with_contact_data=contact,
            with_people=people,
            with_identifiers=identifiers,
        )
        self.stdout.write(text, ending="")
