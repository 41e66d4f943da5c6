"""manage.py drop SLUG PLAYER: drops a player after the last finished round."""

from ...actions.players.players import drop_player
from ...queries.history.cache import history_of
from ...queries.wording.formats import last_round
from ..shell import SHELL, event_named
from ..shell import Command as Shell


class Command(Shell):
    help = "Drop a player after the last finished round; a match under way stands."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("player", metavar="PLAYER", help="the player's id or exact name")

    def handle(self, slug, player, **options):
        event = event_named(slug)
        dropped = drop_player(event, SHELL, player)
        last = last_round(history_of(event), dropped)
        self.stdout.write(f"{dropped.name} is out {f'after round {last}' if last else 'before round 1'}.")
