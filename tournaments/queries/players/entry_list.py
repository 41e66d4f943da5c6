"""Everybody who entered an event, by name."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules.history import EventHistory, PlayerRecord
from ...rules.standings.hidden import is_hidden
from ...rules.standings.standings import standings
from ..history.cache import history_of
from ..history.load import as_shown
from ..standings.columns import phase_to_show
from ..wording.formats import gone_text, number_text, record_text, secret_text
from .search import named, words_of


@dataclass(frozen=True)
class Listed:
    """One player of the list; `record` and `points` are empty before the first round."""

    player: str
    name: str
    club: str
    record: str
    points: str
    note: str

    @property
    def gone(self):
        return bool(self.note)


@dataclass(frozen=True)
class PlayerList:
    """`heading` counts them; `started` says whether there are records to show, `secret` why not."""

    heading: str
    started: bool
    secret: str
    players: tuple[Listed, ...]

    def matching(self, text: str) -> tuple[Listed, ...]:
        """Those whose name or club the text begins."""
        return named(text, self.players, lambda one: f"{one.name} {one.club}")


def player_list(event: Event) -> PlayerList:
    """Everybody who entered, by name."""
    history = as_shown(history_of(event))
    secret = is_hidden(history, phase_to_show(history))
    rows = {} if secret else standing_rows(history)
    started = any(phase.rounds for phase in history.phases)
    listed = [
        listed_of(history, player, rows.get(player.id) if started else None) for player in history.players
    ]
    dropped = sum(one.gone for one in listed)
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


def listed_of(history: EventHistory, player: PlayerRecord, row) -> Listed:
    return Listed(
        player=player.id,
        name=player.name,
        club=player.club,
        record=record_text(row) if row else "",
        points=number_text(row.points) if row else "",
        note=gone_text(history, player),
    )
