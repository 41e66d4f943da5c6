"""The table of prizes, and amounts of money."""

import re
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from ..errors import RuleViolation, _
from ..settings.fields import flag, known_keys, number, whole

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


PLACES, RECORD, POINTS = "places", "record", "points"
MAX_ROWS = 200
MAX_THING_LENGTH = 100


@dataclass(frozen=True, slots=True)
class Prize:
    """One row: the recipients and the prize.

    The `criterion` gives the meaning of `target`: first and last place; the minimum (wins, losses, draws),
    wins None in x-2; or the minimum points. `sum` is in the currency's unit or, with `percent`, in percent
    of the pot: for each player, or with `shared` for all together. `thing`: text, for each player.
    """

    criterion: str
    target: tuple | float
    sum: Fraction = Fraction(0)
    percent: bool = False
    shared: bool = False
    thing: str = ""

    @property
    def places(self):
        """The number of places of the row; 1 for records and points."""
        return self.target[1] - self.target[0] + 1 if self.criterion == PLACES else 1

    def worth(self, pot):
        """Return the sum of the row, which may be a share of the pot."""
        return self.sum * pot / 100 if self.percent else self.sum


@dataclass(frozen=True, slots=True)
class PrizeTable:
    """The prizes of a phase. `losers_share`: in finals, players eliminated in one round share prizes."""

    rows: tuple[Prize, ...] = ()
    losers_share: bool = False


def table_of(value, path):
    """Return the PrizeTable of a phase's `prizes`; RuleViolation with the path of a wrong value."""
    known_keys(value, path, ("rows", "losers_share"))
    items = value.get("rows", [])
    if not isinstance(items, list | tuple) or len(items) > MAX_ROWS:
        text = _("{path}: must be a list of {most} rows at most.")
        raise RuleViolation(text, path=f"{path}.rows", most=MAX_ROWS)
    rows = []
    for n, row in enumerate(items):
        rows.append(prize_of(row, f"{path}.rows[{n}]", rows))
    return PrizeTable(tuple(rows), flag(value.get("losers_share", False), f"{path}.losers_share"))


def prize_of(row, path, before=()):
    """Return the Prize of one row; `before` are the prizes of the rows before it."""
    known_keys(row, path, (*PARSE_TARGET, "sum", "share", "thing"))
    criteria = [key for key in PARSE_TARGET if key in row]
    if len(criteria) != 1:
        raise RuleViolation(_("{path}: needs one of places, record or points."), path=path)
    (criterion,) = criteria
    target = PARSE_TARGET[criterion](row[criterion], f"{path}.{criterion}")
    prize = Prize(criterion, target, *_worth(row, path), _thing(row, path))
    _refuse_duplicate(prize, before, f"{path}.{criterion}")
    return prize


def _worth(row, path):
    """Return (sum, whether in percent of the pot, whether shared) of a row."""
    keys = [key for key in ("sum", "share") if key in row]
    if len(keys) == 2:
        raise RuleViolation(
            _("{path}: must be an amount for each player or a share of one amount, not both."), path=path
        )
    if not keys:
        if "thing" in row:
            return Fraction(0), False, False
        raise RuleViolation(_("{path}: needs a prize: a sum, a share or a thing."), path=path)
    (key,) = keys
    percent = isinstance(row[key], str) and row[key].endswith("%")
    parse = percentage if percent else amount
    return parse(row[key], f"{path}.{key}"), percent, key == "share"


def _thing(row, path):
    thing = row.get("thing", "")
    is_text = isinstance(thing, str) and 0 < len(thing) <= MAX_THING_LENGTH and thing.isprintable()
    if "thing" in row and not is_text:
        text = _("{path}: must be one line of 1 to {most} characters.")
        raise RuleViolation(text, path=f"{path}.thing", most=MAX_THING_LENGTH)
    return thing


def _places(value, path):
    if isinstance(value, list | tuple) and len(value) == 2:
        first = whole(value[0], f"{path}[0]", 1)
        return first, whole(value[1], f"{path}[1]", first)
    raise RuleViolation(_("{path}: must be the first and the last place, such as [3, 4]."), path=path)


def _record(value, path):
    text = _("{path}: must be wins-losses or wins-losses-draws, such as 5-2, x-2 or 5-1-1.")
    parts = value.split("-") if isinstance(value, str) else ()
    if not 2 <= len(parts) <= 3 or not all(part.isdecimal() and len(part) < 4 for part in parts[1:]):
        raise RuleViolation(text, path=path)
    losses, draws = int(parts[1]), int(parts[2]) if len(parts) == 3 else 0
    if parts[0] == "x":
        return None, losses, draws
    if parts[0].isdecimal() and len(parts[0]) < 4:
        return int(parts[0]), losses, draws
    raise RuleViolation(text, path=path)


def _refuse_duplicate(prize, before, path):
    alike = [other for other in before if other.criterion == prize.criterion]
    if prize.criterion != PLACES and any(other.target == prize.target for other in alike):
        raise RuleViolation(_("{path}: already has a prize. Put everything in one row."), path=path)
    if prize.criterion == PLACES:
        for other in alike:
            place = max(prize.target[0], other.target[0])
            if place <= min(prize.target[1], other.target[1]):
                text = _("{path}: place {place} already has a prize. Put everything in one row.")
                raise RuleViolation(text, path=path, place=place)


PARSE_TARGET = {PLACES: _places, RECORD: _record, POINTS: number}
