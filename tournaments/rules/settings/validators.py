"""Checks of settings: each returns the value or raises RuleViolation with its path."""

import math
import re
from difflib import get_close_matches
from fractions import Fraction

from ..errors import RuleViolation, _

LARGEST = 100_000
MOST_NAMED, NEAREST = 20, 5


def mapping(value, path):
    """The value, if it is an object with keys."""
    if isinstance(value, dict):
        return value
    raise RuleViolation(_("{path}: must be an object, with a name for each value."), path=path)


def known_keys(value, path, known):
    """The object, if it has no key but the known ones."""
    for key in mapping(value, path):
        if key not in known:
            words, named = _("{path}: unknown key; known are {known}."), known
            # A page of names helps nobody: only the nearest then.
            if len(known) > MOST_NAMED:
                words = _("{path}: unknown key; most like it are {known}.")
                named = get_close_matches(str(key), known, NEAREST, 0)
            raise RuleViolation(words, path=f"{path}.{key}", known=", ".join(named))
    return value


def whole(value, path, low=0, high=LARGEST):
    """A whole number from low to high; never true or false."""
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    raise RuleViolation(
        _("{path}: must be a whole number from {low} to {high}."), path=path, low=low, high=high
    )


def number(value, path, low=-LARGEST, high=LARGEST):
    """A finite number from low to high; never true or false."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and math.isfinite(value) and low <= value <= high:
        return value
    raise RuleViolation(_("{path}: must be a number from {low} to {high}."), path=path, low=low, high=high)


def share(value, path):
    """A share from 0 to 1 as a float: a number, or an exact fraction in words like `1/3`."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,6}/[1-9][0-9]{0,5}", value):
        value = float(Fraction(value))
    return float(number(value, path, 0, 1))


def flag(value, path):
    """True or false."""
    if isinstance(value, bool):
        return value
    raise RuleViolation(_("{path}: must be true or false."), path=path)


def choice(value, path, choices):
    """One of the choices."""
    if isinstance(value, str | int) and not isinstance(value, bool) and value in choices:
        return value
    raise RuleViolation(
        _("{path}: must be one of {choices}."), path=path, choices=", ".join(str(one) for one in choices)
    )
