"""The public list of an event's players, by name."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules.history import EventHistory, PlayerRecord
from ...rules.players.participation import list_participants
from ...rules.standings.hidden import is_hidden
from ...rules.standings.standings import standings
from ..history.cache import load_history
from ..history.load import public_history
from ..standings.columns import phase_to_show
from ..standings.standings_page import final_rows, has_final_standings
from ..wording.formats import departure_text, hidden_text, number_text, record_text
from .search import name_words, search_names


@dataclass(frozen=True)
class ListedPlayer:
    """One player of the list; `record` and `points` are empty before the first round.

    At the end of an event of several phases the record is that of all, without points.
    """

    player: str
    name: str
    club: str
    record: str
    points: str
    note: str

    @property
    def has_left(self):
        return bool(self.note)


@dataclass(frozen=True)
class PlayerList:
    """The public player list; `heading` counts them, `hidden` says why there are no records."""

    heading: str
    hidden: str
    players: tuple[ListedPlayer, ...]

    def matching(self, text: str) -> tuple[ListedPlayer, ...]:
        """Return the players whose name or club matches the search text."""
        return search_names(text, self.players, lambda player: f"{player.name} {player.club}")


def get_player_list(event: Event) -> PlayerList:
    """Return the players of the event by name; a player who withdrew before round 1 is left out."""
    history = public_history(load_history(event))
    phase, is_final = phase_to_show(history), has_final_standings(history)
    is_secret, rows = is_hidden(phase), {}
    if not is_secret and any(each.rounds for each in history.phases):
        table = final_rows(history) if is_final else standings(phase, live=True).rows
        rows = {row.player: row for row in table}
    participants = list_participants(history)
    listed = [listed_player(history, player, rows.get(player.id), is_final) for player in participants]
    dropped = sum(player.has_left for player in listed)
    text = gettext("{count} players, {dropped} dropped") if dropped else gettext("{count} players")
    return PlayerList(
        heading=text.format(count=len(listed), dropped=dropped),
        hidden=hidden_text() if is_secret else "",
        players=tuple(sorted(listed, key=lambda player: (name_words(player.name), player.player))),
    )


def listed_player(history: EventHistory, player: PlayerRecord, row, is_final: bool) -> ListedPlayer:
    """Return a player with their record; final ones are of all phases, whose points have several scales."""
    return ListedPlayer(
        player=player.id,
        name=player.name,
        club=player.club,
        record=record_text(row) if row else "",
        points=number_text(row.points) if row and not is_final else "",
        note=departure_text(history, player),
    )
