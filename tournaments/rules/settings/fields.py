"""Checks of settings: each returns the value or raises RuleViolation with its path."""

import math
import re
from difflib import get_close_matches
from fractions import Fraction

from ..errors import RuleViolation, _

MAX_VALUE = 100_000
# Beyond so many known keys, an error names only the nearest ones.
MAX_NAMED_KEYS, NEAREST_KEYS = 20, 5


def mapping(value, path):
    """Return the value if it is an object with keys."""
    if isinstance(value, dict):
        return value
    raise RuleViolation(_("{path}: must be an object, with a name for each value."), path=path)


def known_keys(value, path, known):
    """Return the object if it has only known keys."""
    for key in mapping(value, path):
        if key not in known:
            words, named = _("{path}: unknown key. Known keys: {known}."), known
            if len(known) > MAX_NAMED_KEYS:
                words = _("{path}: unknown key. Similar keys: {known}.")
                named = get_close_matches(str(key), known, NEAREST_KEYS, 0)
            raise RuleViolation(words, path=f"{path}.{key}", known=", ".join(named))
    return value


def whole(value, path, low=0, high=MAX_VALUE):
    """Return a whole number from low to high, never true or false."""
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    words = _("{path}: must be a whole number from {low} to {high}.")
    raise RuleViolation(words, path=path, low=low, high=high)


def number(value, path, low=-MAX_VALUE, high=MAX_VALUE):
    """Return a finite number from low to high, never true or false."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and math.isfinite(value) and low <= value <= high:
        return value
    raise RuleViolation(_("{path}: must be a number from {low} to {high}."), path=path, low=low, high=high)


def share(value, path):
    """Return a share from 0 to 1 as a float, given as a number or as a fraction such as `1/3`."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,6}/[1-9][0-9]{0,5}", value):
        value = float(Fraction(value))
    return float(number(value, path, 0, 1))


def flag(value, path):
    """Return true or false."""
    if isinstance(value, bool):
        return value
    raise RuleViolation(_("{path}: must be true or false."), path=path)


def choice(value, path, choices):
    """Return one of the choices."""
    if isinstance(value, str | int) and not isinstance(value, bool) and value in choices:
        return value
    raise RuleViolation(
        _("{path}: must be one of {choices}."), path=path, choices=", ".join(map(str, choices))
    )


def one_of(choices):
    """Return a check for one of the choices."""
    return lambda value, path: choice(value, path, choices)


def whole_from(low, high=MAX_VALUE):
    """Return a check for a whole number from low to high."""
    return lambda value, path: whole(value, path, low, high)
