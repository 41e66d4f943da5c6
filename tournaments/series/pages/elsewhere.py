"""Who the names of a pasted list of results are, before they are stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ...models import Club, Person, PersonName
from ...people.pages.attendance import NEVER, Regular, get_attendance
from ...people.pages.candidates import Candidate, to_candidates
from ...people.pages.matching import load_directory
from ...rules.people.linking import MAX_DOUBTS
from ...rules.people.linking import Candidate as NamedCandidate
from ...rules.people.names import name_key


@dataclass(frozen=True)
class NamedLine:
    """A line of the list, the `number`th: `person` is who has the name.

    Without a person it is somebody new, or one of those `offered`, who have the name or one near it.
    """

    number: int
    name: str
    person: Person | None
    offered: tuple[Candidate, ...] = ()


def find_named(club: Club, names: Sequence[str], now: datetime) -> list[NamedLine]:
    """Return who the names of a list are, with a fixed number of queries."""
    keys = [name_key(name) for name in names]
    known = people_by_key(club, set(keys))
    unknown = [
        NamedCandidate(number, key, {}, "", True) for number, key in enumerate(keys) if key not in known
    ]
    directory = load_directory(club.pk, unknown)
    near = {one.key: directory.near(one.key)[:MAX_DOUBTS] for one in unknown}
    near |= {key: sorted(people)[:MAX_DOUBTS] for key, people in known.items() if len(people) > 1}
    people = Person.objects.in_bulk({pk for pks in near.values() for pk in pks})
    attendance = get_attendance(club, now) if people else {}
    lines = []
    for number, (name, key) in enumerate(zip(names, keys, strict=True), 1):
        namesakes = list(known.get(key, {}).values())
        person = namesakes[0] if len(namesakes) == 1 else None
        offered = [people[pk] for pk in near.get(key, ()) if pk in people]
        seen = [(one, attendance.get(one.pk, NEVER)) for one in offered]
        candidates = to_candidates([Regular(one, had.events, had.last) for one, had in seen], {})
        lines.append(NamedLine(number, name, person, tuple(candidates)))
    return lines


def people_by_key(club: Club, keys: set[str]) -> dict[str, dict[int, Person]]:
    """Return the people of the club with one of these names or other names, by the key of the name."""
    known = {}
    for person in Person.objects.filter(club=club, key__in=keys):
        known.setdefault(person.key, {})[person.pk] = person
    others = PersonName.objects.filter(person__club=club, key__in=keys, person__merged_into=None)
    for row in others.filter(person__erased_at=None).select_related("person"):
        known.setdefault(row.key, {})[row.person_id] = row.person
    return known
