"""Exact sums of money: fractions of the currency's unit, never floats."""

import re
from fractions import Fraction
from math import floor

from tournaments.rules.errors import RuleViolation, _

MAX_AMOUNT = 10**9
_DECIMAL = re.compile(r"[0-9]{1,10}(\.[0-9]{1,2})?")


def amount(value, path):
    """Return the sum as a Fraction: a whole number, or text such as `12.50`, from 0 to a thousand million."""
    is_decimal = isinstance(value, str) and _DECIMAL.fullmatch(value)
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    if (is_whole and value < 0) or (isinstance(value, str) and value.startswith("-")):
        raise RuleViolation(_("{path}: a prize can’t be negative."), path=path)
    if not is_decimal and not is_whole:
        text = _("{path}: must be an amount with two decimals at most, such as 500 or 12.50.")
        raise RuleViolation(text, path=path)
    if Fraction(value) > MAX_AMOUNT:
        raise RuleViolation(_("{path}: must be {most} or less."), path=path, most=MAX_AMOUNT)
    return Fraction(value)


def percentage(value, path):
    """Return `40%` as the Fraction 40."""
    exact = amount(value.removesuffix("%").rstrip(), path)
    if exact > 100:
        raise RuleViolation(_("{path}: a share of the pot can’t be more than 100 %."), path=path)
    return exact


def plain(exact):
    """Return the sum as in the event file: an integer if possible, else text."""
    cents = int(exact * 100)
    return cents // 100 if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02}"


def split(total, parts, smallest):
    """Return (equal share of each part, rest), rounded down to the smallest sum paid out."""
    each = floor(total / parts / smallest) * smallest
    return each, total - each * parts
