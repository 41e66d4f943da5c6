"""Conflicts of an undo: the later action that changed the same or depends on it."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.utils import timezone

from ...models import Event, LogEntry
from ...rules.errors import RuleViolation, _
from ...rules.history import EventHistory
from ...rules.log import part_paths
from ...rules.log.part_json import sitting_in
from .descriptions import words_of
from .descriptions.names import names_of
from .log_page import UNDO, clock

CHANGED = _("“{later}” came later and changed the same ({who}, {time}): take that back first.")
STANDS = _("“{later}” came later and stands on it ({who}, {time}): take that back first.")
UNNAMED = _("“{action}” cannot be taken back: what it changed has changed since.")


def overwritten_error(
    event: Event, history: EventHistory, entry: LogEntry, changed: set[str]
) -> RuleViolation:
    """Return the error that names the last later action that changed one of these paths."""
    return refusal(event, history, entry, CHANGED, lambda later: bool(changed & later.changes.keys()))


def dependent_action_error(event: Event, history: EventHistory, entry: LogEntry) -> RuleViolation:
    """Return the error that names the last later action that depends on this entry's changes."""
    rounds, players = affected_scope(entry.changes)

    def stands(later: LogEntry) -> bool:
        if later.action == UNDO or hasattr(later, "undone_by"):
            return False
        others, mentioned = affected_scope(later.changes)
        first = min(rounds, default=None)
        # Another table of the same round stands on nothing here; that the round is over does.
        follows = first and (max(others, default=first) > first or part_paths.round_(*first) in later.changes)
        return bool(follows or players & mentioned)

    return refusal(event, history, entry, STANDS, stands)


def refusal(event: Event, history: EventHistory, entry: LogEntry, words: str, names_it: Callable):
    """Return the error with the last later entry that `names_it` accepts."""
    later = event.log.filter(id__gt=entry.id).select_related("undone_by", "undoes").order_by("-id")
    named = next((one for one in later.iterator(200) if names_it(one)), None)
    names = names_of(history)
    if named is None:
        return RuleViolation(UNNAMED, action=words_of(entry, names)[0])
    at = timezone.localtime(named.at, ZoneInfo(event.timezone))
    return RuleViolation(words, later=words_of(named, names)[0], who=named.who, time=clock(at))


def affected_scope(changes: dict) -> tuple[set[tuple[int, int]], set[str]]:
    """Return ((phase, round) of each change, ids of the players changed or seated in it)."""
    rounds, players = set(), set()
    for path, change in changes.items():
        try:
            kind, name = part_paths.split(path)
        except ValueError:
            # Older releases imported logs without looking at their changes.
            continue
        if kind == "player":
            players.add(name[0])
            continue
        if kind == "phase":
            rounds.add((name[0], 0))
        elif kind != "event":
            rounds.add(name[:2])
            if isinstance(change, list) and None in change:
                players.update(key for part in change for key in sitting_in(part))
    return rounds, players
