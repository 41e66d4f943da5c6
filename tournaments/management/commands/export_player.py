"""manage.py export_player SLUG PLAYER: print all personal data of a player."""

from ...players.pages.personal_data import export_person
from ..shell import ShellCommand, add_person_arguments, get_event


class Command(ShellCommand):
    help = "Print all stored data about one player, as JSON."

    def add_arguments(self, parser):
        add_person_arguments(parser)

    def handle(self, slug, player, **options):
        self.print_json(export_person(get_event(slug), player))
