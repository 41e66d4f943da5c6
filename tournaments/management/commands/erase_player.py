"""manage.py erase_player SLUG PLAYER: erase a player's name everywhere; results stay."""

from ...actions.players.erasure import erase_player
from ...queries.players.personal_data import person_of
from ..shell import SHELL_ACTOR, ShellCommand, event_named


class Command(ShellCommand):
    help = "Erase a player's name and what leads to them, everywhere in the event. Nothing takes it back."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument(
            "player", metavar="PLAYER", help="the player's id or exact name, on the list or once"
        )

    def handle(self, slug, player, **options):
        event = event_named(slug)
        # The command line names the player: no further confirmation.
        name = person_of(event, player).name
        self.stdout.write(erase_player(event, SHELL_ACTOR, player, name))
