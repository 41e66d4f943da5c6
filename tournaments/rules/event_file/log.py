"""The log of an event file: each action with the changed parts of the event, before and after."""

import re

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.history import BRACKET, PODS, SOURCES, SWISS, LogRecord

from ..settings.fields import MAX_VALUE
from .fields import (
    MAX_TEXT_LENGTH,
    bounded_text,
    check_object,
    items,
    moment,
    read_choice,
    record,
    step,
    whole,
)
from .phases import read_event, read_phase, read_round
from .players import read_player
from .rounds import read_match

# The two values of each change.
BEFORE, AFTER = 0, 1
KEYS = ("at", "who", "action", "changes", "undoes", "source", "sentence", "values")
MAX_SENTENCE_LENGTH = 60
# Of one sentence, and of a list among them.
MAX_SENTENCE_VALUES = 20
# event, player:ID, phase:1, round:1:2, match:1:2:12 (a table), bye:1:2:ID; see rules.log.event_parts.
_NUMBER = "[1-9][0-9]{0,5}"
_PATH = re.compile(
    rf"event|player:.+|phase:{_NUMBER}|round:{_NUMBER}:{_NUMBER}|match(:{_NUMBER}){{3}}|bye(:{_NUMBER}){{2}}:.+"
)


def read_log(data):
    """Return the LogRecord of each entry of `log`; RuleViolation with the path of an invalid value."""
    lines, undone = [], set()
    for position, (path, value) in enumerate(items(data, "log", ""), 1):
        record(value, path, KEYS, required=("at", "action"))
        changes = value.get("changes", {})
        for side in (BEFORE, AFTER):
            read_parts(changes, side, step(path, "changes"))
        lines.append(
            LogRecord(
                at=moment(value, "at", path, null=False),
                who=bounded_text(value, "who", path),
                action=bounded_text(value, "action", path),
                changes=changes,
                undoes=_read_undoes(value, path, position, undone),
                source=read_choice(value, "source", path, SOURCES, ""),
                sentence=bounded_text(value, "sentence", path, most=MAX_SENTENCE_LENGTH),
                values=_read_values(value.get("values", {}), step(path, "values")),
            )
        )
    return tuple(lines)


def _read_undoes(data, path, position, undone):
    """Return the position of the line that this one undoes, and add it to `undone`; None without one."""
    undoes = whole(data, "undoes", path, low=1)
    if undoes is None:
        return None
    if undoes >= position:
        words = _("{path}: must be the position of an earlier entry, counted from 1.")
        raise RuleViolation(words, path=f"{path}.undoes")
    if undoes in undone:
        words = _("{path}: entry {line} has already been undone.")
        raise RuleViolation(words, path=f"{path}.undoes", line=undoes)
    undone.add(undoes)
    return undoes


def _read_values(values, path):
    """Return the values of a sentence after checking that each is a number, an id or a short list of them."""
    check_object(values, path)
    for key, value in values.items():
        parts = value if isinstance(value, list) else [value]
        if max(len(values), len(parts)) > MAX_SENTENCE_VALUES or not all(map(_is_number_or_id, parts)):
            words = _("{path}: must be a whole number, an id or a list of them, at most {most} of each.")
            raise RuleViolation(words, path=step(path, key), most=MAX_SENTENCE_VALUES)
    return values


def _is_number_or_id(value):
    if isinstance(value, str):
        return len(value) <= MAX_TEXT_LENGTH
    return type(value) is int and 0 <= value <= MAX_VALUE


def read_parts(changes, side, path="changes"):
    """Return {name: part, or None} of the changed parts, BEFORE the change or AFTER it.

    RuleViolation with the path of an invalid value.
    """
    check_object(changes, path)
    parts = {}
    for name, change in changes.items():
        where = step(path, name)
        if not _PATH.fullmatch(name):
            raise RuleViolation(_("{path}: isn’t a part of an event."), path=where)
        if not isinstance(change, list) or len(change) != 2:
            raise RuleViolation(_("{path}: must be a list of two values, before and after."), path=where)
        value, kind = change[side], name.partition(":")[0]
        parts[name] = None if value is None else READERS[kind](value, f"{where}[{side}]")
    return parts


def _read_player(data, path):
    """Read a player of the log, with `order`: the place in the list of players, from 0."""
    if not isinstance(data, dict):
        return read_player(data, path)
    order = whole(data, "order", path, 0)
    return read_player({key: value for key, value in data.items() if key != "order"}, path, order)


def _read_match(data, path):
    """Read a match of a phase of unknown kind, which is derived from the match."""
    seats = data.get("seats") if isinstance(data, dict) else None
    is_pod = isinstance(seats, list) and len(seats) > 2
    in_bracket = isinstance(data, dict) and "slot" in data
    kind = BRACKET if in_bracket else PODS if is_pod else SWISS
    match = read_match(data, path, kind)
    if match.table is None and not match.is_bye:
        raise RuleViolation(_("{path}: is missing."), path=step(path, "table"))
    return match


# Kind of path → the reader of a part in the log.
READERS = {
    "event": read_event,
    "player": _read_player,
    "phase": read_phase,
    "round": read_round,
    "match": _read_match,
    "bye": _read_match,
}
