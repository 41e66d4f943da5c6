"""Readers of single values of an event file, which refuse an invalid value with its path."""

import json
import re
from datetime import datetime
from zoneinfo import ZoneInfo

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.log.timestamps import in_utc
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


def shorten(words, most=60):
    return words if len(words) <= most else words[: most - 1] + "…"


def describe_value(value):
    """A value of the file in a few words, for use in a message."""
    if isinstance(value, dict):
        return _("an object")
    if isinstance(value, list | tuple):
        return _("a list")
    if isinstance(value, str) and value.isprintable():
        return f"'{shorten(value)}'"
    return shorten(json.dumps(value))


def record(data, path, known, required=()):
    """Return `data` if it is an object with the required keys and without unknown keys."""
    if not isinstance(data, dict):
        raise RuleViolation(
            _("{path}: must be an object, not {value}."), path=path, value=describe_value(data)
        )
    for key in data:
        if key not in known:
            words = _("{path}: unknown key; known here are {known}.")
            raise RuleViolation(words, path=step(path, key), known=", ".join(known))
    for key in required:
        if key not in data:
            raise RuleViolation(_("{path}: is missing."), path=step(path, key))
    return data


def items(data, key, path, most=None):
    """(path, value) of each entry of the list under `key`, one by one, `most` at most; left out = empty."""
    path = step(path, key)
    values = data.get(key, [])
    if not isinstance(values, list | tuple):
        raise RuleViolation(
            _("{path}: must be a list, not {value}."), path=path, value=describe_value(values)
        )
    if most is not None and len(values) > most:
        words = _("{path}: {count} are more than one event can hold ({most}).")
        raise RuleViolation(words, path=path, count=len(values), most=most)
    for at, value in enumerate(values):
        yield f"{path}[{at}]", value


def text(data, key, path, default="", least=0, most=MAX_TEXT_LENGTH):
    """Words of `least` to `most` characters."""
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
    """One of `choices`; left out = the default."""
    return validators.choice(data[key], step(path, key), choices) if key in data else default


def whole(data, key, path, default=None, low=0, null=False):
    """A whole number from `low` to 100,000, never true or 2.0; null only if `null` is set."""
    if key not in data or (null and data[key] is None):
        return data.get(key, default)
    return validators.whole(data[key], step(path, key), low)


def number(data, key, path, null=True):
    """A number from -100,000 to 100,000; left out = None; null only if `null` is set."""
    if key not in data or (null and data[key] is None):
        return None
    return validators.number(data[key], step(path, key))


def flag(data, key, path):
    """true or false; left out = false."""
    return key in data and validators.flag(data[key], step(path, key))


def moment(data, key, path, null=True):
    """A time with its offset, as the same moment in UTC: `2017-02-25T09:00:00Z`; null only if `null` is
    set.
    """
    value = data.get(key)
    if null and value is None:
        return None
    try:
        at = datetime.fromisoformat(value)
        # The first and the last year do not hold every moment in every time zone.
        if at.tzinfo is None or "T" not in value or at.year in (1, 9999):
            raise ValueError
        return in_utc(at)
    except (TypeError, ValueError, OverflowError):
        words = _("{path}: must be a time with its offset, as 2017-02-25T09:00:00+01:00, not {value}.")
        raise RuleViolation(words, path=step(path, key), value=describe_value(value)) from None


def zone(data, key, path, default="UTC"):
    """The IANA name of a time zone."""
    name = text(data, key, path, default)
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        words = _("{path}: must be the name of a time zone, as Europe/Paris, not {value}.")
        raise RuleViolation(words, path=step(path, key), value=describe_value(name)) from None
    return name
