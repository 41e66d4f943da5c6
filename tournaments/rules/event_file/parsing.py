"""From bytes to JSON values that are safe to look at: bounded, finite, valid text, no key twice."""

import json
import math
import re

from tournaments.rules.errors import RuleViolation, _

from .fields import shorten, step

MOST_BYTES = 32 * 1024 * 1024
# Objects, lists and commas: a third more than an event of 32 MB has. Each takes many times its byte once it
# is read, so that they are counted before.
MOST_VALUES = 4_000_000
MARKS = ("{", "[", ",")
DEEPEST = 40
LONGEST_TEXT = 10_000
LONGEST_KEY = 300
LARGEST = 2**53
# The Unicode categories Cc (control characters) and Cs (lone surrogates).
_UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


class _Doubled(dict):
    """An object in which `key` stands twice."""

    key = ""


def parse(source):
    """The JSON value in `source` (bytes in UTF-8, or str), unchecked but for its size and syntax.

    Raises RuleViolation: too big, too many values, not UTF-8, not JSON. What `sound` refuses is still in it.
    """
    size = len(source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source)
    if size > MOST_BYTES:
        raise RuleViolation(_("file: larger than {most} MB."), most=MOST_BYTES // 1024**2)
    if sum(map(source.count, MARKS if isinstance(source, str) else map(str.encode, MARKS))) > MOST_VALUES:
        raise RuleViolation(_("file: holds more than {most} values."), most=MOST_VALUES)
    try:
        words = source if isinstance(source, str) else source.decode("utf-8-sig")
        return json.loads(words, object_pairs_hook=_object)
    except UnicodeDecodeError as error:
        raise RuleViolation(_("file: not UTF-8 text (at byte {at})."), at=error.start) from None
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno, "why": error.msg}
        raise RuleViolation(_("line {line}, column {column}: not JSON ({why})."), **place) from None
    except RecursionError:
        raise RuleViolation(_("file: nested deeper than {most} levels."), most=DEEPEST) from None
    except ValueError:
        raise RuleViolation(_("file: a number in it has too many digits.")) from None


def _object(pairs):
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    doubled, seen = _Doubled(found), set()
    doubled.key = next(key for key, _value in pairs if key in seen or seen.add(key))
    return doubled


def sound(value, path="", depth=0):
    """Refuse what no event file may hold anywhere: RuleViolation with the path of the first such value.

    Control characters and lone surrogates in text or keys; NaN, Infinity and numbers beyond 2^53;
    a key twice in an object; text above 10,000 characters; nesting deeper than 40; what is not JSON.
    """
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, str):
        _sound_text(value, path)
    elif isinstance(value, int | float):
        _sound_number(value, path)
    elif depth >= DEEPEST:
        raise RuleViolation(_("{path}: nested deeper than {most} levels."), path=path, most=DEEPEST)
    elif isinstance(value, list | tuple):
        for at, item in enumerate(value):
            sound(item, f"{path}[{at}]", depth + 1)
    elif isinstance(value, dict):
        _sound_object(value, path, depth)
    else:
        raise RuleViolation(_("{path}: not a JSON value."), path=path or "file")


def _sound_text(value, path, most=LONGEST_TEXT):
    if len(value) > most:
        words = _("{path}: longer than {most} characters.")
        raise RuleViolation(words, path=path or "file", most=most)
    if unfit := _UNFIT.search(value):
        code = f"U+{ord(unfit.group()):04X}"
        words = _("{path}: text must not hold the character {code}.")
        raise RuleViolation(words, path=path or "file", code=code)


def _sound_number(value, path):
    if not math.isfinite(value) if isinstance(value, float) else abs(value) > LARGEST:
        words = _("{path}: the number {value} is out of bounds.")
        # A whole number may have more digits than Python is willing to print.
        value = str(value) if isinstance(value, float) else "beyond 2^53"
        raise RuleViolation(words, path=path or "file", value=shorten(value))


def _sound_object(value, path, depth):
    if isinstance(value, _Doubled):
        raise RuleViolation(_("{path}: stands twice."), path=step(path, value.key))
    for key, item in value.items():
        if not isinstance(key, str):
            raise RuleViolation(_("{path}: has a key that is not text."), path=path or "file")
        below = step(path, key)
        _sound_text(key, below, LONGEST_KEY)
        sound(item, below, depth + 1)
