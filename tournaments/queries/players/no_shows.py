"""The no-shows of round 1, which the desk drops in one action."""

from dataclasses import dataclass

from ...models import Event
from ...rules.players import no_shows as rules
from ..history.cache import load_history
from .search import name_words


@dataclass(frozen=True)
class NoShowsPage:
    """The no-shows of round 1: (id, name, table) of each."""

    version: int
    players: tuple[tuple[str, str, int | None], ...]


def get_no_shows(event: Event) -> NoShowsPage:
    history = load_history(event)
    players = sorted(rules.no_shows(history), key=lambda player: name_words(player.name))
    rounds = history.phase(1).rounds
    return NoShowsPage(
        history.version,
        tuple((player.id, player.name, rounds[0].find_match_of(player.id).table) for player in players),
    )
