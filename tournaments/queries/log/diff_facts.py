"""Facts of players, and settings of an event and its phases, that differ between two events, in words."""

from dataclasses import dataclass, fields
from datetime import datetime
from itertools import zip_longest
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from ...rules.history import EventHistory, PhaseRecord, PlayerRecord
from ..wording.formats import phase_name, when_text
from ..wording.values import briefly, changed_keys, fact, plainly

NOTHING = "–"
# Fields of an event that are compared elsewhere, or not at all.
NO_SETTINGS = ("players", "phases", "log", "published")


@dataclass(frozen=True)
class Difference:
    """One difference: its label and the value in each of the two events."""

    label: str
    before: str
    after: str


def differing_fields(before, after) -> list[str]:
    """Return the names of the compared fields in which two records differ."""
    names = (field.name for field in fields(before) if field.compare)
    return [name for name in names if getattr(before, name) != getattr(after, name)]


def player_differences(before: EventHistory, after: EventHistory):
    """Yield players that only one event has, and differing facts of players."""
    old_players, new_players = ({player.id: player for player in event.players} for event in (before, after))
    for key in {**old_players, **new_players}:
        old, new = old_players.get(key), new_players.get(key)
        if old is None:
            yield Difference(new.name, NOTHING, gettext("registered"))
        elif new is None:
            yield Difference(old.name, gettext("registered"), NOTHING)
        elif names := differing_fields(old, new):
            yield Difference(new.name, facts_text(old, names), facts_text(new, names))


def facts_text(player: PlayerRecord, names: list[str]) -> str:
    """“Ada, dropped after: 3”: these facts of a player."""
    texts = []
    for name in names:
        value = getattr(player, name)
        text = briefly(value) if isinstance(value, bool) else fact(value)
        texts.append(value if name == "name" else f"{plainly(name).lower()}: {text}")
    return ", ".join(texts)


def setting_differences(before: EventHistory, after: EventHistory):
    """Yield differing facts of the event, its phases and their settings."""
    for name in differing_fields(before, after):
        if name not in NO_SETTINGS:
            text = moment_text if name == "starts_at" else value_text
            values = (text(getattr(event, name), event) for event in (before, after))
            yield Difference(plainly(name), *values)
    for number, (old, new) in enumerate(zip_longest(before.phases, after.phases), 1):
        label = gettext("Phase {n}").format(n=number)
        if old is None:
            yield Difference(label, NOTHING, phase_name(after.phase(number)))
        elif new is None:
            yield Difference(label, phase_name(before.phase(number)), NOTHING)
        else:
            yield from phase_differences(old, new, phase_name(after.phase(number)), after)


def phase_differences(old: PhaseRecord, new: PhaseRecord, title: str, history: EventHistory):
    """Yield differing settings and facts of a phase."""
    for key in sorted(changed_keys(old.settings, new.settings)):
        values = (briefly(phase.settings.get(key)) for phase in (old, new))
        yield Difference(f"{title}: {plainly(key).lower()}", *values)
    for name in ("kind", "name", "entrants", "pods"):
        if getattr(old, name) != getattr(new, name):
            values = (count_text(getattr(phase, name)) for phase in (old, new))
            yield Difference(f"{title}: {plainly(name).lower()}", *values)
    if old.build_until != new.build_until:
        times = (moment_text(phase.build_until, history) for phase in (old, new))
        yield Difference(gettext("{phase}: deck building ends").format(phase=title), *times)


def moment_text(at: str | None, history: EventHistory) -> str:
    return when_text(datetime.fromisoformat(at), ZoneInfo(history.timezone)) if at else NOTHING


def value_text(value, history: EventHistory) -> str:
    """Format a field of an event."""
    if isinstance(value, tuple):
        pairs = (" – ".join(history.names.get(key, key) for key in pair) for pair in value)
        return "; ".join(pairs) or NOTHING
    return getattr(value, "text", None) or (briefly(value) if value else NOTHING)


def count_text(value) -> str:
    """Format a field of a phase: entrants and pods by their number."""
    return str(len(value) if isinstance(value, tuple) else value) if value else NOTHING
