"""manage.py erase_player SLUG PLAYER: erase a player's name everywhere; results stay."""

from ...players.actions.erasure import erase_player
from ...players.pages.personal_data import find_person
from ..shell import SHELL_ACTOR, ShellCommand, add_person_arguments, get_event


class Command(ShellCommand):
    help = "Anonymise a player everywhere in the event. This can’t be undone."

    def add_arguments(self, parser):
        add_person_arguments(parser)

    def handle(self, slug, player, **options):
        event = get_event(slug)
        # The command line names the player: no further confirmation.
        name = find_person(event, player).name
        self.stdout.write(erase_player(event, SHELL_ACTOR, player, name))
