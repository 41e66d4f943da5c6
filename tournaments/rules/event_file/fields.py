"""Readers of single values of an event file, which refuse an invalid value with its path."""

import json
import re
from datetime import datetime
from zoneinfo import ZoneInfo

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.log.timestamps import format_utc
from tournaments.rules.settings import validators

MAX_TEXT_LENGTH = 200
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,39}")


def step(path, key):
    """Append a key to a path: `players[3]`, `event.name`, `settings["odd key"]`."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    if _PLAIN_KEY.fullmatch(key):
        return f"{path}.{key}" if path else key
    return f"{path}[{shorten(json.dumps(key))}]"


def shorten(text, length=60):
    return text if len(text) <= length else text[: length - 1] + "…"


def describe_value(value):
    """Return a value of the file in a few words, for a message."""
    if isinstance(value, dict):
        return _("an object")
    if isinstance(value, list | tuple):
        return _("a list")
    if isinstance(value, str) and value.isprintable():
        return f"'{shorten(value)}'"
    return shorten(json.dumps(value))


def check_object(value, path):
    if not isinstance(value, dict):
        words = _("{path}: must be an object, not {value}.")
        raise RuleViolation(words, path=path, value=describe_value(value))


def check_list(value, path):
    if not isinstance(value, list | tuple):
        words = _("{path}: must be a list, not {value}.")
        raise RuleViolation(words, path=path, value=describe_value(value))


def record(data, path, known, required=()):
    """Return `data` if it is an object with the required keys and without unknown keys."""
    check_object(data, path)
    for key in data:
        if key not in known:
            words = _("{path}: unknown key. Known keys are {known}.")
            raise RuleViolation(words, path=step(path, key), known=", ".join(known))
    for key in required:
        if key not in data:
            raise RuleViolation(_("{path}: is missing."), path=step(path, key))
    return data


def items(data, key, path, most=None):
    """Yield (path, value) of each entry of the list under `key`, which may be missing; at most `most`."""
    path = step(path, key)
    values = data.get(key, [])
    check_list(values, path)
    if most is not None and len(values) > most:
        words = _("{path}: has {count}; an event can have at most {most}.")
        raise RuleViolation(words, path=path, count=len(values), most=most)
    for at, value in enumerate(values):
        yield f"{path}[{at}]", value


def text(data, key, path, default="", least=0, most=MAX_TEXT_LENGTH):
    """Return text of `least` to `most` characters, by default `default`."""
    if key not in data:
        return default
    value, path = data[key], step(path, key)
    if not isinstance(value, str):
        raise RuleViolation(_("{path}: must be text, not {value}."), path=path, value=describe_value(value))
    if not least <= len(value) <= most:
        words = _("{path}: must have {least} to {most} characters, not {count}.")
        raise RuleViolation(words, path=path, least=least, most=most, count=len(value))
    return value


def choice(data, key, path, choices, default=None):
    """Return one of `choices`, by default `default`."""
    return validators.choice(data[key], step(path, key), choices) if key in data else default


def whole(data, key, path, default=None, low=0, null=False):
    """Return a whole number from `low` to 100,000, never true or 2.0; null only if `null` is set."""
    if key not in data or (null and data[key] is None):
        return data.get(key, default)
    return validators.whole(data[key], step(path, key), low)


def number(data, key, path, null=True):
    """Return a number from -100,000 to 100,000, by default None; null only if `null` is set."""
    if key not in data or (null and data[key] is None):
        return None
    return validators.number(data[key], step(path, key))


def flag(data, key, path):
    """Return true or false, by default false."""
    return key in data and validators.flag(data[key], step(path, key))


def moment(data, key, path, null=True):
    """Return a time with an offset as its UTC time: `2017-02-25T09:00:00Z`; null only if `null` is set."""
    value = data.get(key)
    if null and value is None:
        return None
    try:
        at = datetime.fromisoformat(value)
        # The first and the last year do not hold every moment in every time zone.
        if at.tzinfo is None or "T" not in value or at.year in (1, 9999):
            raise ValueError
        return format_utc(at)
    except (TypeError, ValueError, OverflowError):
        words = _("{path}: must be a time with its offset, such as 2017-02-25T09:00:00+01:00, not {value}.")
        raise RuleViolation(words, path=step(path, key), value=describe_value(value)) from None


def zone(data, key, path, default="UTC"):
    """Return the IANA name of a time zone."""
    name = text(data, key, path, default)
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        words = _("{path}: must be the name of a time zone, such as Europe/Paris, not {value}.")
        raise RuleViolation(words, path=step(path, key), value=describe_value(name)) from None
    return name
