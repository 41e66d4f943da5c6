"""The pot: what there is to be given away."""

import re
from dataclasses import dataclass
from fractions import Fraction

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.settings import validators

from .amounts import amount

LONGEST_CURRENCY = 12
CENT = Fraction(1, 100)
# Beside 1000, the currency 0 would leave 1; beside 40 %, the currency % would leave a sum.
_OF_SUMS = re.compile(r"[0-9%+:]|^[-.,' ]+$")


@dataclass(frozen=True, slots=True)
class Pot:
    """A set `sum` and of each entry a `fee`; None where the event has none. `smallest`: what is paid out
    is a multiple of it."""

    currency: str = ""
    sum: Fraction | None = None
    fee: Fraction | None = None
    smallest: Fraction = CENT


def pot_of(value, path="event.pot"):
    """The Pot of an event's `pot`; RuleViolation with the path of what is wrong."""
    validators.known_keys(value, path, ("currency", "sum", "fee", "smallest"))
    sums = {key: amount(value[key], f"{path}.{key}") for key in ("sum", "fee", "smallest") if key in value}
    if not sums.get("smallest", CENT):
        raise RuleViolation(_("{path}: must be more than nothing."), path=f"{path}.smallest")
    currency = value.get("currency", "")
    if not isinstance(currency, str) or len(currency) > LONGEST_CURRENCY or not currency.isprintable():
        words = _("{path}: must be text of {most} characters at most, such as € or packs.")
        raise RuleViolation(words, path=f"{path}.currency", most=LONGEST_CURRENCY)
    if _OF_SUMS.search(currency):
        words = _("{path}: must be a sign or a word, such as € or packs, and no part of a sum.")
        raise RuleViolation(words, path=f"{path}.currency")
    return Pot(currency, **sums)


def is_set(value):
    """Whether an event's `pot` says how much there is."""
    return "sum" in value or "fee" in value


def entries(history):
    """How many have entered: everybody on the list who was there for a round to come."""
    return sum(p.dropped_after is None or p.dropped_after >= p.joined_round for p in history.players)


def total(history):
    """What is in the event's pot, or None where nothing says so."""
    pot = pot_of(history.pot)
    return (pot.sum or Fraction(0)) + (pot.fee or 0) * entries(history) if is_set(history.pot) else None
