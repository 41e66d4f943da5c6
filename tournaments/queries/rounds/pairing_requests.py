"""The pairs of players that the organiser keeps apart or wishes against each other."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules import history
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
    told = history_of(event)
    version = told.version
    names, met = told.names, meetings.met(told)

    def shown(pair, words):
        return PairShown(*pair, *(names[player] for player in pair), words)

    return Pairs(
        version,
        tuple(shown(pair, gettext("have met") if frozenset(pair) in met else "") for pair in told.forbidden),
        tuple(shown(pair, wish_text(told, pair, met)) for pair in told.wished),
    )


def wish_text(told: history.Event, pair: tuple[str, str], met: set) -> str:
    """“have met: done”, or who is not there to play."""
    if frozenset(pair) in met:
        return gettext("have met: nothing is left to do")
    gone = [p.name for p in told.players if p.id in pair and p.has_left]
    if gone:
        return gettext("waits: {name} has dropped").format(name=gone[0])
    return gettext("from the next draw in which both play")
