"""History + what the log says has changed since → history."""

from dataclasses import replace

from . import paths
from .errors import RuleViolation
from .fragments import family, from_json
from .history import Event


def followed(event: Event, changes: dict) -> Event | None:
    """The event with these changes of a log line, of tables that are there; None where there are others."""
    changed = {}
    for path, (_before, after) in changes.items():
        kind, name = paths.split(path)
        if family(kind) != "match" or after is None:
            return None
        try:
            changed.setdefault(name[:2], {})[name[2]] = from_json("match", after, path)
        except (RuleViolation, KeyError, TypeError):
            return None
    for (phase, number), matches in changed.items():
        event = event and with_results(event, phase, number, matches)
    return event


def with_results(event: Event, phase: int, number: int, matches: dict) -> Event | None:
    """The event with table, or the player of a bye, → match in the place of those of a round."""
    rounds = list(event.phase(phase).rounds)
    at = next((place for place, round_ in enumerate(rounds) if round_.number == number), None)
    if at is None:
        return None
    left = dict(matches)
    now = tuple(left.pop(key_of(match), match) for match in rounds[at].matches)
    rounds[at] = replace(rounds[at], matches=now)
    return None if left else event.with_phase(phase, rounds=tuple(rounds))


def key_of(match):
    return match.seats[0].player if match.is_bye else match.table
