"""The log of an event file: each action with the changed parts of the event, before and after."""

import re

from ..errors import RuleViolation, _
from ..history import BRACKET, PODS, SOURCES, SWISS, LogRecord
from ..settings.fields import MAX_VALUE
from .field_types import (
    MOMENT,
    POSITIVE,
    TEXT,
    WHOLE,
    FieldType,
    RecordFields,
    bounded_text,
    one_of,
    sort_keys,
)
from .fields import MAX_TEXT_LENGTH, check_object, items, step
from .phases import read_event, read_phase, read_round
from .players import read_player
from .rounds import read_match

# The two values of each change.
BEFORE, AFTER = 0, 1
MAX_SENTENCE_LENGTH = 60
# Of one sentence, and of a list among them.
MAX_SENTENCE_VALUES = 20
# event, player:ID, phase:1, round:1:2, match:1:2:12 (a table), bye:1:2:ID; see rules.log.event_parts.
_NUMBER = "[1-9][0-9]{0,5}"
_PATH = re.compile(
    rf"event|player:.+|phase:{_NUMBER}|round:{_NUMBER}:{_NUMBER}|match(:{_NUMBER}){{3}}|bye(:{_NUMBER}){{2}}:.+"
)


def _check_undoes(undoes, path, position, undone):
    """Check the position of the line that a line undoes, None without one, and add it to `undone`."""
    if undoes is None:
        return
    if undoes >= position:
        words = _("{path}: must be the position of an earlier entry, counted from 1.")
        raise RuleViolation(words, path=f"{path}.undoes")
    if undoes in undone:
        words = _("{path}: entry {line} has already been undone.")
        raise RuleViolation(words, path=f"{path}.undoes", line=undoes)
    undone.add(undoes)


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
    order = WHOLE.read(data.get("order", 0), f"{path}.order")
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


def _read_changes(changes, path):
    for side in (BEFORE, AFTER):
        read_parts(changes, side, path)
    return changes


_CHANGES_SCHEMA = {
    "type": "object",
    "propertyNames": {"pattern": "^(event$|(player|phase|round|match|bye):)"},
    "additionalProperties": {
        "type": "array",
        "items": {"type": ["object", "null"]},
        "minItems": 2,
        "maxItems": 2,
    },
}
_VALUE = [WHOLE.schema, {"type": "string", "maxLength": MAX_TEXT_LENGTH}]
_VALUE_LIST = {"type": "array", "maxItems": MAX_SENTENCE_VALUES, "items": {"anyOf": _VALUE}}
_VALUES_SCHEMA = {
    "type": "object",
    "maxProperties": MAX_SENTENCE_VALUES,
    "additionalProperties": {"anyOf": [*_VALUE, _VALUE_LIST]},
}
LOG_FIELDS = RecordFields(
    LogRecord,
    {
        "at": MOMENT,
        "who": TEXT,
        "action": TEXT,
        "changes": FieldType(_read_changes, _CHANGES_SCHEMA, sort_keys),
        "undoes": POSITIVE,
        "source": one_of(SOURCES),
        "sentence": bounded_text(most=MAX_SENTENCE_LENGTH),
        "values": FieldType(_read_values, _VALUES_SCHEMA, sort_keys),
    },
    always=("changes",),
    required=("at", "action"),
)


def read_log(data):
    """Return the LogRecord of each entry of `log`; RuleViolation with the path of an invalid value."""
    lines, undone = [], set()
    for position, (path, value) in enumerate(items(data, "log", ""), 1):
        line = LOG_FIELDS.read(value, path, who="")
        _check_undoes(line.undoes, path, position, undone)
        lines.append(line)
    return tuple(lines)
