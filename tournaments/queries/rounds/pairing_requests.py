"""The pairs of players that the organiser keeps apart or wants to meet."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules.history import EventHistory
from ...rules.pairing import meetings
from ..history.cache import load_history


@dataclass(frozen=True)
class PairRow:
    """A pair of players: ids, names, and its status."""

    a: str
    b: str
    name_a: str
    name_b: str
    status: str


@dataclass(frozen=True)
class PairingRequests:
    version: int
    apart: tuple[PairRow, ...]
    wished: tuple[PairRow, ...]


def get_pairing_requests(event: Event) -> PairingRequests:
    """Return both lists in stored order."""
    history = load_history(event)
    names, met = history.names, meetings.met_pairs(history)

    def pair_row(pair, status):
        return PairRow(*pair, *(names[player] for player in pair), status)

    return PairingRequests(
        history.version,
        tuple(
            pair_row(pair, gettext("have already met") if frozenset(pair) in met else "")
            for pair in history.forbidden
        ),
        tuple(pair_row(pair, wish_status(history, pair, met)) for pair in history.wished),
    )


def wish_status(history: EventHistory, pair: tuple[str, str], met: set) -> str:
    """Return the status of a wanted pair: met, waiting for a dropped player, or pending."""
    if frozenset(pair) in met:
        return gettext("have already met")
    dropped = [p.name for p in history.players if p.id in pair and p.has_left]
    if dropped:
        return gettext("on hold: {name} has dropped").format(name=dropped[0])
    return gettext("from the next round both play")
