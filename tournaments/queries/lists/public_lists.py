"""The players' lists as everyone sees them, once they are public."""

from dataclasses import dataclass

from ...models import Event, ListVersion
from ...rules.lists.access_times import are_public
from ...rules.lists.limits import limits_of
from ..history.cache import load_history
from ..history.load import public_history
from ..players.entry_list import ListedPlayer, get_player_list
from ..wording.lists import list_noun, list_noun_plural
from .read_list import ReadList, read_list


@dataclass(frozen=True)
class PublicList:
    """A player's list."""

    noun: str
    plural: str
    name: str
    club: str
    read: ReadList


def are_lists_public(event: Event) -> bool:
    """Return whether everyone who sees the event sees the lists."""
    return are_public(public_history(load_history(event)))


def list_players(event: Event) -> tuple[ListedPlayer, ...]:
    """Return the players with a list, by name."""
    keys = set(ListVersion.objects.filter(event=event).values_list("player__public_id", flat=True))
    return tuple(player for player in get_player_list(event).players if player.player in keys)


def get_public_list(event: Event, key: str) -> PublicList | None:
    """Return the list of the player with this id; None while it is hidden, and without one."""
    history = load_history(event)
    row, player = find_public_version(event, key), history.find_player(key)
    if row is None or player is None:
        return None
    return PublicList(
        noun=list_noun(history.rulebook),
        plural=list_noun_plural(history.rulebook),
        name=player.name,
        club=player.club,
        read=read_list(row.text, limits_of(history)),
    )


def find_public_version(event: Event, key: str) -> ListVersion | None:
    """Return the newest version of the list of the player with this id, if lists are public."""
    if not are_lists_public(event):
        return None
    return (
        ListVersion.objects.filter(event=event, player__public_id=key, player__removed_at=None)
        .order_by("-id")
        .first()
    )
