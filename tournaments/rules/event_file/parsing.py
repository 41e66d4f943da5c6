"""Parsing of bytes to safe JSON values: bounded, finite, valid text, no duplicate keys."""

import json
import math
import re

from tournaments.rules.errors import RuleViolation, _

from .fields import shorten, step

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
