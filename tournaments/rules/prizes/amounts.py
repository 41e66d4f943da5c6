"""Exact sums of money: fractions of the currency's unit, never floats."""

import re
from fractions import Fraction
from math import floor

from tournaments.rules.errors import RuleViolation, _

LARGEST = 10**9
_DECIMAL = re.compile(r"[0-9]{1,10}(\.[0-9]{1,2})?")


def amount(value, path):
    """Return the sum as a Fraction: a whole number, or text such as `12.50`, from 0 to a thousand million."""
    if (isinstance(value, int) and not isinstance(value, bool)) or _is_decimal(value):
        exact = Fraction(value)
        if exact < 0:
            raise RuleViolation(_("{path}: a prize cannot be less than nothing."), path=path)
        if exact <= LARGEST:
            return exact
        raise RuleViolation(_("{path}: must be {most} at most."), path=path, most=LARGEST)
    if isinstance(value, str) and value.startswith("-"):
        raise RuleViolation(_("{path}: a prize cannot be less than nothing."), path=path)
    words = _("{path}: must be a sum: a whole number, or text with two decimals at most, such as 12.50.")
    raise RuleViolation(words, path=path)


def _is_decimal(value):
    return isinstance(value, str) and _DECIMAL.fullmatch(value) is not None


def percentage(value, path):
    """Return `40%` as the Fraction 40."""
    exact = amount(value.removesuffix("%").rstrip(), path)
    if exact > 100:
        raise RuleViolation(_("{path}: a share of the pot is 100 % at most."), path=path)
    return exact


def plain(exact):
    """Return the sum as in the event file: an integer if possible, else text."""
    cents = int(exact * 100)
    return cents // 100 if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02}"


def split(total, parts, smallest):
    """Return (equal share of each part, rest), rounded down to the smallest sum paid out."""
    each = floor(total / parts / smallest) * smallest
    return each, total - each * parts
