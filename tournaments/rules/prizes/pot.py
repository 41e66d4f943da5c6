"""The pot: the total of an event's prizes."""

import re
from dataclasses import dataclass
from fractions import Fraction

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.players.participation import list_participants
from tournaments.rules.settings import validators
from tournaments.rules.terms import BRACKET

from .amounts import amount
from .table import PLACES, table_of

MAX_CURRENCY_LENGTH = 12
CENT = Fraction(1, 100)
# A currency like these would look like a part of the sum: 0 in 1000, % in 40 %.
_PART_OF_SUM = re.compile(r"[0-9%+:]|^[-.,' ]+$")


@dataclass(frozen=True, slots=True)
class Pot:
    """A fixed `sum` and a `fee` of each entry; None if not set. `smallest`: payouts are multiples of it."""

    currency: str = ""
    sum: Fraction | None = None
    fee: Fraction | None = None
    smallest: Fraction = CENT


def pot_of(value, path="event.pot"):
    """Return the Pot of an event's `pot`; RuleViolation with the path of a wrong value."""
    validators.known_keys(value, path, ("currency", "sum", "fee", "smallest"))
    sums = {key: amount(value[key], f"{path}.{key}") for key in ("sum", "fee", "smallest") if key in value}
    if not sums.get("smallest", CENT):
        raise RuleViolation(_("{path}: must be more than 0."), path=f"{path}.smallest")
    currency = value.get("currency", "")
    if not isinstance(currency, str) or len(currency) > MAX_CURRENCY_LENGTH or not currency.isprintable():
        text = _("{path}: must be text of {most} characters at most, such as € or packs.")
        raise RuleViolation(text, path=f"{path}.currency", most=MAX_CURRENCY_LENGTH)
    if _PART_OF_SUM.search(currency):
        text = _("{path}: must be a symbol or a word, such as € or packs, and not part of an amount.")
        raise RuleViolation(text, path=f"{path}.currency")
    return Pot(currency, **sums)


def is_set(value):
    """Return whether an event's `pot` has a sum or a fee."""
    return "sum" in value or "fee" in value


def total_pot(history):
    """Return the total of the event's pot, or None if it is not set. Players who took part pay the fee."""
    pot = pot_of(history.pot)
    if not is_set(history.pot):
        return None
    return (pot.sum or Fraction(0)) + (pot.fee or 0) * len(list_participants(history))


def check_prizes(history):
    """Check prizes against the whole event: kinds of phases and the pot.

    The RuleViolation has `phase` and `row` (from 0) besides the path.
    """
    shares = Fraction(0)
    for number, phase in enumerate(history.phases, 1):
        path = f"phases[{number - 1}].settings.prizes"
        for n, prize in enumerate(table_of(phase.settings.get("prizes", {}), path).rows):
            where = {"path": f"{path}.rows[{n}]", "phase": number, "row": n}
            if phase.kind == BRACKET and prize.criterion != PLACES:
                raise RuleViolation(_("{path}: in finals, prizes are awarded by place."), **where)
            if not prize.percent:
                continue
            if not is_set(history.pot):
                raise RuleViolation(_("{path}: is a share of the pot, so the event needs a pot."), **where)
            shares += prize.sum * (1 if prize.shared else prize.places)
            if shares > 100:
                text = _("{path}: with this row, the prizes add up to more than 100 % of the pot.")
                raise RuleViolation(text, **where)
