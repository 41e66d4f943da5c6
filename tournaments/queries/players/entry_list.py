"""The players of an event, by name."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules.history import EventHistory, PlayerRecord
from ...rules.standings.hidden import is_hidden
from ...rules.standings.standings import standings
from ..history.cache import load_history
from ..history.load import public_history
from ..standings.columns import phase_to_show
from ..wording.formats import gone_text, number_text, record_text, secret_text
from .search import named, words_of


@dataclass(frozen=True)
class ListedPlayer:
    """One player of the list; `record` and `points` are empty before the first round."""

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
    """`heading` counts them; `started` says whether there are records to show, `secret` why not."""

    heading: str
    started: bool
    secret: str
    players: tuple[ListedPlayer, ...]

    def matching(self, text: str) -> tuple[ListedPlayer, ...]:
        """Return the players whose name or club matches the search text."""
        return named(text, self.players, lambda one: f"{one.name} {one.club}")


def player_list(event: Event) -> PlayerList:
    """Return all players of the event, by name."""
    history = public_history(load_history(event))
    secret = is_hidden(history, phase_to_show(history))
    rows = {} if secret else standing_rows(history)
    started = any(phase.rounds for phase in history.phases)
    listed = [
        listed_of(history, player, rows.get(player.id) if started else None) for player in history.players
    ]
    dropped = sum(one.has_left for one in listed)
    words = gettext("{count} entered, {dropped} dropped") if dropped else gettext("{count} entered")
    return PlayerList(
        heading=words.format(count=len(listed), dropped=dropped),
        started=started,
        secret=secret_text() if secret else "",
        players=tuple(sorted(listed, key=lambda one: (words_of(one.name), one.player))),
    )


def standing_rows(history: EventHistory) -> dict:
    """Rows of the live standings by player id."""
    return {row.player: row for row in standings(history, phase_to_show(history), live=True).rows}


def listed_of(history: EventHistory, player: PlayerRecord, row) -> ListedPlayer:
    return ListedPlayer(
        player=player.id,
        name=player.name,
        club=player.club,
        record=record_text(row) if row else "",
        points=number_text(row.points) if row else "",
        note=gone_text(history, player),
    )
