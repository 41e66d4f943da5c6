"""Conflicts of an undo: the later action that changed the same or depends on it."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.utils import timezone

from ...changes.registry import UNDO, find_action
from ...models import Event, LogEntry
from ...rules.errors import RuleViolation, _
from ...rules.history import EventHistory
from ...rules.log import part_paths
from ...rules.log.part_json import seated_players
from .log_page import clock_text
from .names import names_of
from .sentences import describe_entry

OVERWRITTEN = _("“{later}” changed the same thing later ({who}, {time}). Undo that first.")
DEPENDENT = _("“{later}” came later and depends on this ({who}, {time}). Undo that first.")
BY_PLAYER = _("“{later}” came later ({who}, {time}). Players did that themselves, so correct this by hand.")
UNKNOWN = _("“{action}” can’t be undone because the same thing has changed since.")


def overwritten_error(event: Event, history: EventHistory, entry: LogEntry, paths: set[str]) -> RuleViolation:
    """Return the error that names the last later action that changed one of these paths."""
    return conflict_error(event, history, entry, OVERWRITTEN, lambda later: paths & later.changes.keys())


def dependent_action_error(event: Event, history: EventHistory, entry: LogEntry) -> RuleViolation:
    """Return the error that names the last later action that depends on this entry's changes."""
    rounds, players = affected_scope(entry.changes)
    first = min(rounds, default=None)

    def depends(later: LogEntry) -> bool:
        if later.action == UNDO or hasattr(later, "undone_by"):
            return False
        later_rounds, later_players = affected_scope(later.changes)
        if players & later_players:
            return True
        # Tables of one round do not depend on each other, but the end of the round depends on all.
        return first is not None and (
            max(later_rounds, default=first) > first or part_paths.round_(*first) in later.changes
        )

    return conflict_error(event, history, entry, DEPENDENT, depends)


def conflict_error(
    event: Event, history: EventHistory, entry: LogEntry, message: str, conflicts: Callable
) -> RuleViolation:
    """Return the error that names the last later entry that conflicts with this one."""
    later_entries = event.log.filter(id__gt=entry.id).select_related("undone_by", "undoes").order_by("-id")
    later = next(filter(conflicts, later_entries.iterator(200)), None)
    names = names_of(history)
    if later is None:
        return RuleViolation(UNKNOWN, action=describe_entry(entry, names)[0])
    time = clock_text(timezone.localtime(later.at, ZoneInfo(event.timezone)))
    message = BY_PLAYER if find_action(later.action).self_service else message
    return RuleViolation(message, later=describe_entry(later, names)[0], who=later.who, time=time)


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
        elif kind == "phase":
            rounds.add((name[0], 0))
        elif kind != "event":
            rounds.add(name[:2])
            if isinstance(change, list) and None in change:
                players.update(player for match in change for player in seated_players(match))
    return rounds, players
