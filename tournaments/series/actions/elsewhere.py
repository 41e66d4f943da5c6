"""Results from elsewhere: evenings that were played without Topcut, pasted as a list of names."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from ...access.clubs import MANAGE_CLUB
from ...changes.club_change import ClubChange, club_action
from ...models import ElsewhereResult, Person, SeriesEntry
from ...rules.errors import RuleViolation, _
from ...rules.history import EMPTY_MAPPING
from ...rules.people.names import name_key
from ...rules.players.roster import MAX_TEXT_LENGTH, check_text
from ...rules.series.events import MAX_ELSEWHERE_ROWS, PLACE, POINTS, WINS
from ...rules.series.series_rules import MAX_PLAYERS
from ...rules.series.stored_rules import read_rules
from ..pages.elsewhere import people_by_key
from .series import check_elsewhere, check_event_count, get_series

# The least and the greatest number of each column of a list.
BOUNDS = {POINTS: (-1_000_000, 1_000_000), PLACE: (1, MAX_PLAYERS), WINS: (0, 10_000)}
MAX_DECIMALS = 4
# A name and a number.
MAX_LINE_LENGTH = 240
# A number before or after the name, with or without a separator.
LINE = re.compile(
    r"^\s*(?:(?P<first>-?\d+(?:[.,]\d+)?)\s*[.):;\t]?\s+)?(?P<name>.*?)"
    r"(?:\s*[;\t:]\s*|\s+)?(?P<last>-?\d+(?:[.,]\d+)?)?\s*$"
)


@dataclass(frozen=True)
class PastedResult:
    """A line of a pasted list: a name and its number."""

    name: str
    number: Decimal


def parse_results(text: str, column: str) -> list[PastedResult]:
    """Return the results of a pasted list, one a line: “12 Ann”, “Ann 12”, “Ann; 12”, “1. Ann”.

    `column` says what the numbers are: POINTS, PLACE or WINS. Places may be left out in all lines:
    they are then in the order of the places. RuleViolation with the line's number for a line without a
    name or number, and for too many lines.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if not 1 <= len(lines) <= MAX_ELSEWHERE_ROWS:
        raise RuleViolation(_("Enter 1 to {most} results."), most=MAX_ELSEWHERE_ROWS)
    split = [split_line(line, number, column) for number, line in enumerate(lines, 1)]
    in_order = column == PLACE and not any(text for _name, text in split)
    results = []
    for number, (name, text) in enumerate(split, 1):
        if not (text or in_order):
            raise RuleViolation(_("Line {number}: enter a number after “{name}”."), number=number, name=name)
        value = Decimal(text.replace(",", ".")) if text else Decimal(number)
        check_value(value, number, column)
        results.append(PastedResult(name, value))
    return results


def split_line(line: str, number: int, column: str) -> tuple[str, str | None]:
    """Return the name and the number's text in a line, which is the `number`th; None without one."""
    # The pattern tries each blank again for each letter, so a line is short.
    line = " ".join(line.split())
    if len(line) > MAX_LINE_LENGTH:
        raise RuleViolation(_("Line {number}: the name is too long."), number=number)
    found = LINE.match(line)
    name = found["name"].strip(" ,;:\t") if found else ""
    if not name:
        raise RuleViolation(_("Line {number}: enter a name and a number, such as “Ann 12”."), number=number)
    if len(name) > MAX_TEXT_LENGTH:
        raise RuleViolation(_("Line {number}: the name is too long."), number=number)
    check_text(name)
    if column == PLACE and found["first"]:
        return name, found["first"]
    return name, found["last"] or found["first"]


def check_value(value: Decimal, number: int, column: str):
    """Raise RuleViolation for a value outside the column's bounds, and for too many decimals."""
    least, most = BOUNDS[column]
    decimals = -value.as_tuple().exponent
    if least <= value <= most and decimals <= (MAX_DECIMALS if column == POINTS else 0):
        return
    text = _("Line {number}: enter a whole number from {least} to {most}.")
    if column == POINTS:
        text = _("Line {number}: enter a number from {least} to {most}, with four decimals at most.")
    raise RuleViolation(text, number=number, least=least, most=most)


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Results from elsewhere entered in {series}: {evening}"))
def add_elsewhere(
    change: ClubChange,
    pk: int,
    results: list[PastedResult],
    column: str,
    *,
    name: str,
    date: date,
    source: str = "",
    kind: str = "",
    weight: Decimal = Decimal(1),
    chosen: Mapping[int, int | None] = EMPTY_MAPPING,
) -> SeriesEntry:
    """Store an evening from elsewhere, whose numbers are those of `column`: POINTS, PLACE or WINS.

    A name that belongs to exactly one person is this person; any other is a new one. `chosen` has the lines
    for which somebody has said who it is: a person's primary key, or None for a new one. Raises
    RuleViolation for a name of two people, two lines of one person, and numbers that the rules of the series
    cannot score.
    """
    series = get_series(change, pk)
    change.values |= {"evening": name}
    check_event_count(series, 1)
    people = find_or_create_people(change, [result.name for result in results], chosen)
    facts = {"name": name, "date": date, "source": source, "kind": kind, "weight": weight}
    entry = change.create(SeriesEntry(series=series, **facts))
    for result, person in zip(results, people, strict=True):
        number = result.number if column == POINTS else int(result.number)
        change.create(ElsewhereResult(entry=entry, person=person, **{column: number}))
    check_elsewhere(series, read_rules(series.rules).scoring)
    return entry


def find_or_create_people(
    change: ClubChange, names: list[str], chosen: Mapping[int, int | None]
) -> list[Person]:
    """Return the person of each name. RuleViolation for a name of two people, and for a person twice."""
    known = people_by_key(change.club, {name_key(name) for name in names})
    by_pk = Person.objects.filter(club=change.club).in_bulk([pk for pk in chosen.values() if pk])
    people, created = [], set()
    for number, name in enumerate(names, 1):
        found = known.get(name_key(name), {})
        if number in chosen and name_key(name) not in created:
            found = {pk: by_pk[pk] for pk in [chosen[number]] if pk in by_pk}
        if len(found) > 1:
            text = _("Line {number}: {count} people are called “{name}”. Merge them, or enter another name.")
            raise RuleViolation(text, number=number, count=len(found), name=name)
        person = next(iter(found.values())) if found else None
        if person is None:
            person = change.create(Person(club=change.club, name=name, public_name=name))
            known[name_key(name)] = {person.pk: person}
            created.add(name_key(name))
        elif person in people:
            raise RuleViolation(_("Line {number}: {name} is in the list already."), number=number, name=name)
        people.append(person)
    return people
