"""Fields of the event file, and how they are parsed."""

import json
import math
import re
from collections.abc import Callable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from ..errors import RuleViolation, _


def format_utc(at: datetime) -> str:
    """Format a time of any time zone: `2017-02-25T09:00:00Z`."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def format_utc_seconds(at: datetime) -> str:
    """Like `format_utc`, without fractions of a second."""
    return format_utc(at.replace(microsecond=0))


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


def check_list(value, path, most=None):
    if not isinstance(value, list | tuple):
        words = _("{path}: must be a list, not {value}.")
        raise RuleViolation(words, path=path, value=describe_value(value))
    if most is not None and len(value) > most:
        words = _("{path}: has {count}; an event can have at most {most}.")
        raise RuleViolation(words, path=path, count=len(value), most=most)


def check_keys(data, path, known, required=()):
    """Raise RuleViolation unless `data` is an object with the required keys and without unknown keys."""
    check_object(data, path)
    for key in data:
        if key not in known:
            words = _("{path}: unknown key. Known keys are {known}.")
            raise RuleViolation(words, path=step(path, key), known=", ".join(known))
    for key in required:
        if key not in data:
            raise RuleViolation(_("{path}: is missing."), path=step(path, key))


def read_list(value, path: str, most: int, read: Callable) -> list:
    """Return `read(item, its path)` of each item of a list. RuleViolation if it is none, or too long."""
    check_list(value, path)
    if len(value) > most:
        words = _("{path}: must have at most {most} entries, not {count}.")
        raise RuleViolation(words, path=path, most=most, count=len(value))
    return [read(item, f"{path}[{at}]") for at, item in enumerate(value)]


def refuse_twice(values: list[str], paths: list[str]):
    """Raise RuleViolation with the path of a value that has been before."""
    for at, value in enumerate(values):
        if value in values[:at]:
            words = _("{path}: {value} is already in the list. List each one once.")
            raise RuleViolation(words, path=paths[at], value=value)


def items(data, key, path, most=None):
    """Yield (path, value) of each entry of the list under `key`, which may be missing; at most `most`."""
    path = step(path, key)
    values = data.get(key, [])
    check_list(values, path, most)
    for at, value in enumerate(values):
        yield f"{path}[{at}]", value


def check_text(value, path, least=0, most=MAX_TEXT_LENGTH):
    """Return text of `least` to `most` characters."""
    if not isinstance(value, str):
        raise RuleViolation(_("{path}: must be text, not {value}."), path=path, value=describe_value(value))
    if not least <= len(value) <= most:
        words = _("{path}: must have {least} to {most} characters, not {count}.")
        raise RuleViolation(words, path=path, least=least, most=most, count=len(value))
    return value


def check_moment(value, path):
    """Return a time with an offset as its UTC time: `2017-02-25T09:00:00Z`."""
    try:
        at = datetime.fromisoformat(value)
        # The first and the last year do not hold every moment in every time zone.
        if at.tzinfo is None or "T" not in value or at.year in (1, 9999):
            raise ValueError
        return format_utc(at)
    except (TypeError, ValueError, OverflowError):
        words = _("{path}: must be a time with its offset, such as 2017-02-25T09:00:00+01:00, not {value}.")
        raise RuleViolation(words, path=path, value=describe_value(value)) from None


def check_zone(value, path):
    """Return the IANA name of a time zone."""
    name = check_text(value, path)
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        words = _("{path}: must be the name of a time zone, such as Europe/Paris, not {value}.")
        raise RuleViolation(words, path=path, value=describe_value(name)) from None
    return name


MAX_FILE_BYTES = 32 * 1024 * 1024
# Objects, lists and commas: a third more than an event of 32 MB has. They are counted before parsing because
# each takes many bytes of memory.
MAX_VALUES = 4_000_000
VALUE_MARKS = ("{", "[", ",")
MAX_DEPTH = 40
MAX_STRING_LENGTH = 10_000
MAX_KEY_LENGTH = 300
MAX_NUMBER = 2**53
# The Unicode categories Cc (control characters) and Cs (lone surrogates).
_UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


class _ObjectWithDuplicateKey(dict):
    """An object with the duplicate key `key`."""

    key = ""


def parse(source):
    """Return the JSON value in `source` (UTF-8 bytes or str), which may still fail `check_sound`.

    Raises RuleViolation if it is too big, has too many values, or is not UTF-8 or not JSON.
    """
    size = len(source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source)
    if size > MAX_FILE_BYTES:
        raise RuleViolation(_("file: is larger than {most} MB."), most=MAX_FILE_BYTES // 1024**2)
    marks = VALUE_MARKS if isinstance(source, str) else map(str.encode, VALUE_MARKS)
    if sum(map(source.count, marks)) > MAX_VALUES:
        raise RuleViolation(_("file: has more than {most} values."), most=MAX_VALUES)
    try:
        text = source if isinstance(source, str) else source.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_object)
    except UnicodeDecodeError as error:
        raise RuleViolation(_("file: isn’t UTF-8 text (at byte {at})."), at=error.start) from None
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno, "why": error.msg}
        raise RuleViolation(_("line {line}, column {column}: isn’t JSON ({why})."), **place) from None
    except RecursionError:
        raise RuleViolation(_("file: is nested deeper than {most} levels."), most=MAX_DEPTH) from None
    except ValueError:
        raise RuleViolation(_("file: contains a number with too many digits.")) from None


def _object(pairs):
    values = dict(pairs)
    if len(values) == len(pairs):
        return values
    keys = [key for key, _value in pairs]
    values = _ObjectWithDuplicateKey(values)
    values.key = next(key for at, key in enumerate(keys) if key in keys[:at])
    return values


def check_sound(value, path="", depth=0):
    """Refuse values that no event file may contain, with the path of the first one.

    These are control characters and lone surrogates in text or keys; NaN, Infinity and numbers beyond 2^53;
    duplicate keys of an object; text above 10,000 characters; nesting deeper than 40; non-JSON values.
    """
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, str):
        _check_text(value, path)
    elif isinstance(value, int | float):
        _check_number(value, path)
    elif depth >= MAX_DEPTH:
        raise RuleViolation(_("{path}: is nested deeper than {most} levels."), path=path, most=MAX_DEPTH)
    elif isinstance(value, list | tuple):
        for at, item in enumerate(value):
            check_sound(item, f"{path}[{at}]", depth + 1)
    elif isinstance(value, dict):
        _check_object(value, path, depth)
    else:
        raise RuleViolation(_("{path}: isn’t a JSON value."), path=path or "file")


def _check_text(value, path, most=MAX_STRING_LENGTH):
    if len(value) > most:
        words = _("{path}: is longer than {most} characters.")
        raise RuleViolation(words, path=path or "file", most=most)
    if unfit := _UNFIT.search(value):
        code = f"U+{ord(unfit.group()):04X}"
        words = _("{path}: text must not contain the character {code}.")
        raise RuleViolation(words, path=path or "file", code=code)


def _check_number(value, path):
    if not math.isfinite(value) if isinstance(value, float) else abs(value) > MAX_NUMBER:
        words = _("{path}: the number {value} is out of range.")
        # A whole number may have more digits than Python is willing to print.
        value = str(value) if isinstance(value, float) else "beyond 2^53"
        raise RuleViolation(words, path=path or "file", value=shorten(value))


def _check_object(value, path, depth):
    if isinstance(value, _ObjectWithDuplicateKey):
        raise RuleViolation(_("{path}: appears twice."), path=step(path, value.key))
    for key, item in value.items():
        if not isinstance(key, str):
            raise RuleViolation(_("{path}: has a key that is not text."), path=path or "file")
        below = step(path, key)
        _check_text(key, below, MAX_KEY_LENGTH)
        check_sound(item, below, depth + 1)
