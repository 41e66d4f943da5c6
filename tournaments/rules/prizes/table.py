"""A prize table: rows of plain data, checked."""

from dataclasses import dataclass
from fractions import Fraction

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.history import BRACKET
from tournaments.rules.settings import validators

from .amounts import amount, percentage
from .pot import is_set

PLACES, RECORD, POINTS = "places", "record", "points"
MOST_ROWS = 200
LONGEST_THING = 100


@dataclass(frozen=True, slots=True)
class Prize:
    """One row: who gets it, and what it is.

    `by` says what `reach` is: the first and the last place; the (wins, losses, draws) to be reached or
    bettered, wins None in x-2; the least points. `sum` is in the currency's unit or, where `percent`, in
    hundredths of the pot: for each, or where `shared` for all of them together. `thing`: words, for each.
    """

    by: str
    reach: tuple | float
    sum: Fraction = Fraction(0)
    percent: bool = False
    shared: bool = False
    thing: str = ""

    @property
    def places(self):
        """How many places the row has; 1 where it goes by something else."""
        return self.reach[1] - self.reach[0] + 1 if self.by == PLACES else 1


@dataclass(frozen=True, slots=True)
class Table:
    """The prizes of a phase. `losers_share`: in finals, those out in one round share their places' prizes."""

    rows: tuple[Prize, ...] = ()
    losers_share: bool = False


def table_of(value, path):
    """The Table of a phase's `prizes` in the event file; RuleViolation with the path of what is wrong."""
    validators.known_keys(value, path, ("rows", "losers_share"))
    given = value.get("rows", [])
    if not isinstance(given, list | tuple) or len(given) > MOST_ROWS:
        words = _("{path}: must be a list of {most} rows at most.")
        raise RuleViolation(words, path=f"{path}.rows", most=MOST_ROWS)
    rows = []
    for at, row in enumerate(given):
        rows.append(prize_of(row, f"{path}.rows[{at}]", rows))
    return Table(tuple(rows), validators.flag(value.get("losers_share", False), f"{path}.losers_share"))


def prize_of(row, path, before=()):
    """The Prize of one row, to stand after those `before` it."""
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
    """(sum, whether of the pot, whether shared) of a row."""
    given = [key for key in ("sum", "share") if key in row]
    if len(given) == 2:
        raise RuleViolation(_("{path}: is a sum for each or a share of one sum, not both."), path=path)
    if not given:
        if "thing" in row:
            return Fraction(0), False, False
        raise RuleViolation(_("{path}: say what it is: a sum, a share or a thing."), path=path)
    (key,) = given
    value, where = row[key], f"{path}.{key}"
    percent = isinstance(value, str) and value.endswith("%")
    return (percentage if percent else amount)(value, where), percent, key == "share"


def _thing(row, path):
    if "thing" not in row:
        return ""
    thing = row["thing"]
    if isinstance(thing, str) and 0 < len(thing) <= LONGEST_THING and thing.isprintable():
        return thing
    words = _("{path}: must be one line of 1 to {most} characters.")
    raise RuleViolation(words, path=f"{path}.thing", most=LONGEST_THING)


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
    """Refuse what only the whole event shows to be wrong in its prizes.

    The RuleViolation names `phase` and `row` (from 0) beside the path.
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
