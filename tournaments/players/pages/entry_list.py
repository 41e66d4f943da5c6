"""The public list of players, and the search for them."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext

from ...history.cache import load_history
from ...history.load import public_history
from ...models import Event
from ...rules.history import EventHistory, PlayerRecord
from ...rules.history.players import PlayerFacts, facts_of
from ...rules.people.names import PLAIN_LETTERS
from ...rules.players.participation import list_participants
from ...rules.standings.final import is_hidden
from ...rules.standings.standings import standings
from ...standings.pages.standings import final_rows, has_final_standings, phase_to_show
from ...web.wording import departure_text, hidden_text, number_text, record_text


# Cached because lists of a thousand names are sorted at each request.
@lru_cache(maxsize=10_000)
def name_words(text: str) -> tuple[str, ...]:
    """Return a name's words for comparison: lower case, without accents; static/app.js does the same."""
    letters = unicodedata.normalize("NFD", text.lower())
    bare = "".join(letter for letter in letters if not unicodedata.category(letter).startswith("M"))
    return tuple(re.findall(r"[^\W_]+", bare.translate(PLAIN_LETTERS)))


def matches_words(wanted: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Return whether each wanted word begins a different word of the name."""
    if not wanted:
        return True
    first, *others = wanted
    return any(
        word.startswith(first) and matches_words(others, words[:at] + words[at + 1 :])
        for at, word in enumerate(words)
    )


def search_names(text: str, items, name_of) -> tuple:
    """Return the items whose name matches; if no word begins so, those containing the letters anywhere."""
    wanted = name_words(text)[:4]
    if not wanted:
        return ()
    items_words = [(item, name_words(name_of(item))) for item in items]
    matching = tuple(item for item, words in items_words if matches_words(wanted, words))
    return matching or tuple(item for item, words in items_words if "".join(wanted) in "".join(words))


@dataclass(frozen=True, kw_only=True)
class ListedPlayer(PlayerFacts):
    """One player of the list; `record` and `points` are empty before the first round.

    At the end of an event of several phases the record is that of all, without points.
    """

    player: str
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
        **facts_of(player),
        player=player.id,
        record=record_text(row) if row else "",
        points=number_text(row.points) if row and not is_final else "",
        note=departure_text(history, player),
    )
