"""Results from elsewhere: evenings that were played without Topcut, pasted as a list of names."""

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation

from ...access.clubs import MANAGE_CLUB
from ...changes.club_change import ClubChange, club_action
from ...models import Club, ElsewhereResult, Person, PersonName, Series, SeriesEntry
from ...rules.errors import RuleViolation, _
from ...rules.people.names import name_key
from ...rules.players.roster import check_text
from ...rules.series.events import MAX_ELSEWHERE_ROWS, ElsewhereRow, event_from_elsewhere
from ...rules.series.series_rules import SeriesScoring
from ...rules.series.stored_rules import read_rules

# What the numbers of a list are: one of the columns of an ElsewhereResult.
POINTS, PLACE, WINS = "points", "place", "wins"
MAX_NUMBER = Decimal(1_000_000)
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


def parse_results(text: str, kind: str) -> list[PastedResult]:
    """Return the results of a pasted list, one a line: “12 Ann”, “Ann 12”, “Ann; 12”, “1. Ann”.

    Places may be left out: the lines are then in the order of the places. RuleViolation with the line's
    number for a line without a name or number, and for too many lines.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if not 1 <= len(lines) <= MAX_ELSEWHERE_ROWS:
        raise RuleViolation(_("Enter 1 to {most} results."), most=MAX_ELSEWHERE_ROWS)
    return [parse_line(line, number, kind) for number, line in enumerate(lines, 1)]


def parse_line(line: str, number: int, kind: str) -> PastedResult:
    found = LINE.match(line)
    name = found["name"].strip(" ,;:\t") if found else ""
    if not name:
        raise RuleViolation(_("Line {number}: enter a name and a number, such as “Ann 12”."), number=number)
    check_text(name)
    if len(name) > 200:
        raise RuleViolation(_("Line {number}: the name is too long."), number=number)
    value = found["first"] if kind == PLACE and found["first"] else found["last"] or found["first"]
    if value is None and kind != PLACE:
        raise RuleViolation(_("Line {number}: enter a number after “{name}”."), number=number, name=name)
    try:
        result = Decimal(value.replace(",", ".")) if value else Decimal(number)
    except InvalidOperation:
        raise RuleViolation(_("Line {number}: “{value}” is no number."), number=number, value=value) from None
    is_whole = kind == POINTS or (result == int(result) and result >= (1 if kind == PLACE else 0))
    if abs(result) > MAX_NUMBER or not is_whole or result.as_tuple().exponent < -4:
        raise RuleViolation(_("Line {number}: {value} is no number that fits."), number=number, value=value)
    return PastedResult(name, result)


@club_action(MANAGE_CLUB, undo=MANAGE_CLUB, log=_("Results from elsewhere entered: {series}"))
def add_elsewhere(
    change: ClubChange,
    series_pk: int,
    results: list[PastedResult],
    kind_of_number: str,
    *,
    name: str,
    date: date,
    source: str = "",
    kind: str = "",
    weight: Decimal = Decimal(1),
) -> SeriesEntry:
    """Store an evening from elsewhere. A name that exactly one person bears is this person, any other is new.

    Raises RuleViolation for a name that two people bear, two lines of one person, and numbers that the rules
    of the series cannot score.
    """
    series = Series.objects.filter(club=change.club, pk=series_pk).first()
    if series is None:
        raise RuleViolation(_("This series does not exist any more."))
    people = find_or_create_people(change, [result.name for result in results])
    facts = {"name": name, "date": date, "source": source, "kind": kind, "weight": weight}
    entry = change.create(SeriesEntry(series=series, **facts))
    for result, person in zip(results, people, strict=True):
        number = result.number if kind_of_number == POINTS else int(result.number)
        change.create(ElsewhereResult(entry=entry, person=person, **{kind_of_number: number}))
    check_elsewhere(series, read_rules(series.rules).scoring)
    change.values = {"series": series.pk}
    return entry


def find_or_create_people(change: ClubChange, names: list[str]) -> list[Person]:
    """Return the person of each name. RuleViolation for a name of two people, and for a person twice."""
    known = people_by_key(change.club, {name_key(name) for name in names})
    people = []
    for number, name in enumerate(names, 1):
        found = known.get(name_key(name), {})
        if len(found) > 1:
            text = _("Line {number}: {count} people are called “{name}”. Merge them, or enter another name.")
            raise RuleViolation(text, number=number, count=len(found), name=name)
        person = next(iter(found.values())) if found else None
        if person is None:
            person = change.create(Person(club=change.club, name=name, public_name=name))
            known[name_key(name)] = {person.pk: person}
        elif person in people:
            raise RuleViolation(_("Line {number}: {name} is in the list already."), number=number, name=name)
        people.append(person)
    return people


def people_by_key(club: Club, keys: set[str]) -> dict[str, dict[int, Person]]:
    """Return the people of the club with one of these names or other names, by the key of the name."""
    known = {}
    for person in Person.objects.filter(club=club, key__in=keys):
        known.setdefault(person.key, {})[person.pk] = person
    others = PersonName.objects.filter(person__club=club, key__in=keys, person__merged_into=None)
    for row in others.filter(person__erased_at=None).select_related("person"):
        known.setdefault(row.key, {})[row.person_id] = row.person
    return known


def check_elsewhere(series: Series, scoring: SeriesScoring):
    """Raise RuleViolation if a scoring cannot score an evening from elsewhere of the series."""
    for entry in series.entries.filter(event=None).prefetch_related("results"):
        rows = [
            ElsewhereRow(str(row.pk), entry.name, row.points, row.place, row.wins)
            for row in entry.results.all()
        ]
        if not rows:
            continue
        try:
            event_from_elsewhere(entry.name, rows, scoring)
        except RuleViolation as violation:
            text = _("{name}: ") + violation.template
            raise RuleViolation(text, **{**violation.params, "name": entry.name}) from None
