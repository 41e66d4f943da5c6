"""The pairs of players that the organiser keeps apart or wants to meet."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules.history import EventHistory
from ...rules.rounds import meetings
from ..history.cache import load_history


@dataclass(frozen=True)
class PairRow:
    """A pair of players: ids, names, and its status."""

    a: str
    b: str
    name_a: str
    name_b: str
    words: str


@dataclass(frozen=True)
class Pairs:
    version: int
    apart: tuple[PairRow, ...]
    wished: tuple[PairRow, ...]


def pairs_of(event: Event) -> Pairs:
    """Return both lists in stored order."""
    history = load_history(event)
    version = history.version
    names, met = history.names, meetings.met(history)

    def pair_row(pair, words):
        return PairRow(*pair, *(names[player] for player in pair), words)

    return Pairs(
        version,
        tuple(
            pair_row(pair, gettext("have met") if frozenset(pair) in met else "")
            for pair in history.forbidden
        ),
        tuple(pair_row(pair, wish_text(history, pair, met)) for pair in history.wished),
    )


def wish_text(history: EventHistory, pair: tuple[str, str], met: set) -> str:
    """Return the status of a wanted pair: met, waiting for a dropped player, or pending."""
    if frozenset(pair) in met:
        return gettext("have met: nothing is left to do")
    dropped = [p.name for p in history.players if p.id in pair and p.has_left]
    if dropped:
        return gettext("waits: {name} has dropped").format(name=dropped[0])
    return gettext("from the next draw in which both play")
