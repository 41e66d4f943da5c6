"""manage.py export_player SLUG PLAYER: print all personal data of a player."""

from ...queries.players.personal_data import export_of
from ..shell import ShellCommand, event_named


class Command(ShellCommand):
    help = "Print all that is kept of one player, as JSON."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument(
            "player", metavar="PLAYER", help="the player's id or exact name, on the list or once"
        )

    def handle(self, slug, player, **options):
        self.json(export_of(event_named(slug), player))
