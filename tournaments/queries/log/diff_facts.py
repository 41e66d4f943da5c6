"""Facts of players, and settings of an event and its phases, that differ between two events, in words."""

from dataclasses import dataclass, fields
from datetime import datetime
from itertools import zip_longest
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from ...rules.history import EventHistory, PlayerRecord
from ..wording.formats import phase_name, when_text
from .descriptions import briefly
from .descriptions.changes import plainly
from .descriptions.players import fact

NOTHING = "–"


@dataclass(frozen=True)
class Difference:
    """One difference: its label, the first event's value and the second's."""

    label: str
    was: str
    now: str


def players_of(was: EventHistory, now: EventHistory):
    """Yield players that only one event has, and differing facts of players."""
    before, after = ({player.id: player for player in history.players} for history in (was, now))
    for key in {**before, **after}:
        pair = before.get(key), after.get(key)
        if None in pair:
            listed_text = gettext("on the list")
            yield Difference((pair[0] or pair[1]).name, *(listed_text if one else NOTHING for one in pair))
            continue
        changed = [one.name for one in fields(pair[0]) if one.compare and differ(*pair, one.name)]
        if changed:
            history = (", ".join(fact_of(one, name) for name in changed) for one in pair)
            yield Difference(pair[1].name, *history)


def differ(a, b, name: str) -> bool:
    return getattr(a, name) != getattr(b, name)


def fact_of(player: PlayerRecord, name: str) -> str:
    """“dropped after: 3”, a fact of a player in a few words."""
    value = getattr(player, name)
    if name == "name":
        return value
    return f"{plainly(name).lower()}: {briefly(value) if isinstance(value, bool) else fact(value)}"


def settings_of(was: EventHistory, now: EventHistory):
    """Facts of the event, its phases and their settings."""
    skipped = ("players", "phases", "log", "published")
    for name in (one.name for one in fields(was) if one.compare and one.name not in skipped):
        if differ(was, now, name):
            text = moment_text if name == "starts_at" else value_text
            yield Difference(
                plainly(name), *(text(getattr(history, name), history) for history in (was, now))
            )
    for number, pair in enumerate(zip_longest(was.phases, now.phases), 1):
        if None in pair:
            named = was if pair[0] else now
            yield Difference(
                gettext("Phase {n}").format(n=number),
                *(phase_name(named, number) if p else NOTHING for p in pair),
            )
            continue
        title = phase_name(now, number)
        for key in sorted({**pair[0].settings, **pair[1].settings}):
            values = tuple(phase.settings.get(key) for phase in pair)
            if values[0] != values[1]:
                yield Difference(f"{title}: {plainly(key).lower()}", *map(briefly, values))
        for name in ("kind", "name", "entrants", "pods"):
            if differ(*pair, name):
                yield Difference(
                    f"{title}: {plainly(name).lower()}", *(listed(getattr(p, name)) for p in pair)
                )
        if differ(*pair, "build_until"):
            times = (moment_text(phase.build_until, now) for phase in pair)
            yield Difference(gettext("{phase}: deck building ends").format(phase=title), *times)


def moment_text(at: str | None, history: EventHistory) -> str:
    return when_text(datetime.fromisoformat(at), ZoneInfo(history.timezone)) if at else NOTHING


def value_text(value, history: EventHistory) -> str:
    if isinstance(value, tuple):
        pairs = (" – ".join(history.names.get(key, key) for key in pair) for pair in value)
        return "; ".join(pairs) or NOTHING
    return getattr(value, "text", None) or (briefly(value) if value else NOTHING)


def listed(value) -> str:
    """Entrants and pods by their number."""
    if isinstance(value, tuple):
        return str(len(value)) if value else NOTHING
    return str(value or NOTHING)
