"""Prize tables: parses and checks the event file's rows."""

from dataclasses import dataclass
from fractions import Fraction

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.history import BRACKET
from tournaments.rules.settings import validators

from .amounts import amount, percentage
from .pot import is_set

PLACES, RECORD, POINTS = "places", "record", "points"
MAX_ROWS = 200
MAX_THING_LENGTH = 100


@dataclass(frozen=True, slots=True)
class Prize:
    """One row: the recipients and the prize.

    `by` gives the meaning of `reach`: first and last place; the minimum (wins, losses, draws), wins None
    in x-2; or the minimum points. `sum` is in the currency's unit or, with `percent`, in percent of the
    pot: for each player, or with `shared` for all together. `thing`: text, for each player.
    """

    by: str
    reach: tuple | float
    sum: Fraction = Fraction(0)
    percent: bool = False
    shared: bool = False
    thing: str = ""

    @property
    def places(self):
        """The number of places of the row; 1 for records and points."""
        return self.reach[1] - self.reach[0] + 1 if self.by == PLACES else 1


@dataclass(frozen=True, slots=True)
class PrizeTable:
    """The prizes of a phase. `losers_share`: in finals, players eliminated in one round share prizes."""

    rows: tuple[Prize, ...] = ()
    losers_share: bool = False


def table_of(value, path):
    """Return the PrizeTable of a phase's `prizes`; RuleViolation with the path of a wrong value."""
    validators.known_keys(value, path, ("rows", "losers_share"))
    items = value.get("rows", [])
    if not isinstance(items, list | tuple) or len(items) > MAX_ROWS:
        words = _("{path}: must be a list of {most} rows at most.")
        raise RuleViolation(words, path=f"{path}.rows", most=MAX_ROWS)
    rows = []
    for at, row in enumerate(items):
        rows.append(prize_of(row, f"{path}.rows[{at}]", rows))
    return PrizeTable(tuple(rows), validators.flag(value.get("losers_share", False), f"{path}.losers_share"))


def prize_of(row, path, before=()):
    """Return the Prize of one row; `before` are the prizes of the rows before it."""
    validators.known_keys(row, path, (*REACHES, "sum", "share", "thing"))
    named = [key for key in REACHES if key in row]
    if len(named) != 1:
        words = _("{path}: say who gets it by one of places, record and points.")
        raise RuleViolation(words, path=path)
    (by,) = named
    reach = REACHES[by](row[by], f"{path}.{by}")
    prize = Prize(by, reach, *_worth(row, path), _thing(row, path))
    _refuse_twice(prize, before, f"{path}.{by}")
    return prize


def _worth(row, path):
    """Return (sum, whether in percent of the pot, whether shared) of a row."""
    keys = [key for key in ("sum", "share") if key in row]
    if len(keys) == 2:
        raise RuleViolation(_("{path}: is a sum for each or a share of one sum, not both."), path=path)
    if not keys:
        if "thing" in row:
            return Fraction(0), False, False
        raise RuleViolation(_("{path}: say what it is: a sum, a share or a thing."), path=path)
    (key,) = keys
    value, where = row[key], f"{path}.{key}"
    percent = isinstance(value, str) and value.endswith("%")
    return (percentage if percent else amount)(value, where), percent, key == "share"


def _thing(row, path):
    if "thing" not in row:
        return ""
    thing = row["thing"]
    if isinstance(thing, str) and 0 < len(thing) <= MAX_THING_LENGTH and thing.isprintable():
        return thing
    words = _("{path}: must be one line of 1 to {most} characters.")
    raise RuleViolation(words, path=f"{path}.thing", most=MAX_THING_LENGTH)


def _places(value, path):
    if isinstance(value, list | tuple) and len(value) == 2:
        first = validators.whole(value[0], f"{path}[0]", 1)
        return first, validators.whole(value[1], f"{path}[1]", first)
    raise RuleViolation(_("{path}: must be the first and the last place, such as [3, 4]."), path=path)


def _record(value, path):
    words = _("{path}: must be wins-losses or wins-losses-draws, such as 5-2, x-2 or 5-1-1.")
    parts = value.split("-") if isinstance(value, str) else ()
    if not 2 <= len(parts) <= 3 or not all(part.isdecimal() and len(part) < 4 for part in parts[1:]):
        raise RuleViolation(words, path=path)
    losses, draws = int(parts[1]), int(parts[2]) if len(parts) == 3 else 0
    if parts[0] == "x":
        return None, losses, draws
    if parts[0].isdecimal() and len(parts[0]) < 4:
        return int(parts[0]), losses, draws
    raise RuleViolation(words, path=path)


def _refuse_twice(prize, before, path):
    alike = [other for other in before if other.by == prize.by]
    if prize.by == PLACES:
        first, last = prize.reach
        for other in alike:
            both = max(first, other.reach[0])
            if both <= min(last, other.reach[1]):
                words = _("{path}: place {place} has a prize already; write all of it in one row.")
                raise RuleViolation(words, path=path, place=both)
    elif any(other.reach == prize.reach for other in alike):
        raise RuleViolation(_("{path}: has a prize already; write all of it in one row."), path=path)


REACHES = {PLACES: _places, RECORD: _record, POINTS: validators.number}


def check(history):
    """Check prizes against the whole event: kinds of phases and the pot.

    The RuleViolation has `phase` and `row` (from 0) besides the path.
    """
    shares = Fraction(0)
    for number, phase in enumerate(history.phases, 1):
        path = f"phases[{number - 1}].settings.prizes"
        for at, prize in enumerate(table_of(phase.settings.get("prizes", {}), path).rows):
            where = {"path": f"{path}.rows[{at}]", "phase": number, "row": at}
            if phase.kind == BRACKET and prize.by != PLACES:
                raise RuleViolation(_("{path}: in finals, prizes go by place."), **where)
            if not prize.percent:
                continue
            if not is_set(history.pot):
                raise RuleViolation(_("{path}: is a share of the pot: say what the pot is."), **where)
            shares += prize.sum * (1 if prize.shared else prize.places)
            if shares > 100:
                words = _("{path}: with this row, more than 100 % of the pot is given away.")
                raise RuleViolation(words, **where)
