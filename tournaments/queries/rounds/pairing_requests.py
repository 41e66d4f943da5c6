"""The pairs of players that the organiser keeps apart or wishes against each other."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules.history import EventHistory
from ...rules.rounds import meetings
from ..history.cache import history_of


@dataclass(frozen=True)
class PairShown:
    """Two players by id, their names, and what became of it."""

    a: str
    b: str
    name_a: str
    name_b: str
    words: str


@dataclass(frozen=True)
class Pairs:
    version: int
    apart: tuple[PairShown, ...]
    wished: tuple[PairShown, ...]


def pairs_of(event: Event) -> Pairs:
    """Both lists, each in its order."""
    history = history_of(event)
    version = history.version
    names, met = history.names, meetings.met(history)

    def shown(pair, words):
        return PairShown(*pair, *(names[player] for player in pair), words)

    return Pairs(
        version,
        tuple(
            shown(pair, gettext("have met") if frozenset(pair) in met else "") for pair in history.forbidden
        ),
        tuple(shown(pair, wish_text(history, pair, met)) for pair in history.wished),
    )


def wish_text(history: EventHistory, pair: tuple[str, str], met: set) -> str:
    """“have met: done”, or who is not there to play."""
    if frozenset(pair) in met:
        return gettext("have met: nothing is left to do")
    gone = [p.name for p in history.players if p.id in pair and p.has_left]
    if gone:
        return gettext("waits: {name} has dropped").format(name=gone[0])
    return gettext("from the next draw in which both play")
