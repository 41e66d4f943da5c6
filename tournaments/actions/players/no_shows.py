"""Dropping the players who did not come to round 1."""

from collections.abc import Collection
from dataclasses import replace

from django.utils.translation import ngettext_lazy

from ... import access
from ...rules.log import part_paths
from ...rules.players.no_shows import no_shows
from ..change import Change, DuplicateRequest, action


@action(
    access.ENTER_RESULTS,
    log=(ngettext_lazy("{count} no-show dropped", "{count} no-shows dropped", "count"), "{names}"),
)
def drop_no_shows(change: Change, keys: Collection[str]) -> int:
    """Drop these of the no-shows of round 1, like `drop_player`; return how many.

    DuplicateRequest if none of them is a no-show that is still in the event.
    """
    players = [player for player in no_shows(change.history) if player.id in keys]
    if not players:
        raise DuplicateRequest
    finished = sum(round_.finished for round_ in change.history.phase(1).rounds)
    for player in players:
        change.set_part(part_paths.player(player.id), replace(player, dropped_after=finished))
    change.log_players()
    return len(players)
