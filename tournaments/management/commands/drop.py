"""manage.py drop SLUG PLAYER: drop a player after the last finished round."""

from ...history.cache import load_history
from ...players.actions.players import drop_player
from ...web.wording import last_round
from ..shell import SHELL_ACTOR, ShellCommand, get_event


class Command(ShellCommand):
    help = "Drop a player after the last finished round. A match in progress still counts."

    def add_arguments(self, parser):
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("player", metavar="PLAYER", help="the player's id or exact name")

    def handle(self, slug, player, **options):
        event = get_event(slug)
        dropped = drop_player(event, SHELL_ACTOR, player)
        last = last_round(load_history(event), dropped)
        self.stdout.write(f"{dropped.name} is out {f'after round {last}' if last else 'before round 1'}.")
