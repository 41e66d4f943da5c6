"""Who may be added to an event without typing a name: regulars of its club, and players of the last event."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from ...models import Club, Event, Person, Player
from ...rules.history import EventHistory
from ...rules.players.participation import list_participants
from .attendance import NEVER, Regular, get_attendance, list_regulars
from .club_people import find_people

# People offered for a name, of how many at most, and people that one form can choose.
MAX_OFFERED, MAX_SORTED, MAX_CHOSEN = 6, 200, 500


@dataclass(frozen=True)
class Candidate:
    """A row of the list: `value` is what the form sends, `person` the key of the person of the club.

    `player` is the id in the last event; None for people who were not in it.
    """

    value: str
    name: str
    about: str
    person: int | None = None
    player: str | None = None


def list_candidates(event: Event, now: datetime) -> list[Candidate]:
    """Return the regulars of the event's club who are not among its players, the most frequent first."""
    return to_candidates(list_regulars(event.club, now, event), {}) if event.club else []


def offer_people(club: Club, text: str, now: datetime) -> list[Candidate]:
    """Return people of whom one name has all words of the text, the most frequent first."""
    attendance = get_attendance(club, now)
    people = sorted(
        find_people(club, text)[:MAX_SORTED], key=lambda person: -attendance.get(person.pk, NEVER).events
    )
    found = [(person, attendance.get(person.pk, NEVER)) for person in people[:MAX_OFFERED]]
    return to_candidates([Regular(person, one.events, one.last) for person, one in found], {})


def with_chosen(candidates: list[Candidate], club: Club | None, values: Iterable[str]) -> list[Candidate]:
    """Return candidates with those people of the club whom a form has sent besides: they were offered."""
    listed = {candidate.value for candidate in candidates}
    people = find_chosen(club, [value for value in values if value not in listed]) if club else ()
    return candidates + [Candidate(one.public_id, one.name, "", one.pk) for one in people]


def to_candidates(regulars: list[Regular], players: dict[int, str]) -> list[Candidate]:
    """Return the rows of regulars; `players` are ids in the last event. Namesakes have a date."""
    keys = Counter(regular.person.key for regular in regulars)
    rows = []
    for regular in regulars:
        about = ngettext("1 event", "%(n)s events", regular.events) % {"n": regular.events}
        if keys[regular.person.key] > 1 and regular.last:
            about = gettext("{events}, last {date}").format(
                events=about, date=date_format(regular.last, "j M Y")
            )
        person = regular.person
        rows.append(Candidate(person.public_id, person.name, about, person.pk, players.get(person.pk)))
    return rows


def list_candidates_again(
    event: Event, history: EventHistory, club: Club | None, now: datetime
) -> list[Candidate]:
    """Return whom an event that repeats this one may have: regulars of the club, then its other players.

    Without a club, or for staff who do not know its people, its players alone.
    """
    others = sorted(list_participants(history), key=lambda player: player.name.casefold())
    linked = Player.objects.filter(event=event, is_proposed=False).exclude(person=None)
    people = dict(linked.values_list("public_id", "person")) if club else {}
    ids = {people[player.id]: player.id for player in others if player.id in people}
    known = to_candidates(list_regulars(club, now), ids) if club else []
    listed = {candidate.player for candidate in known}
    return known + [
        Candidate(
            player.id, player.name, gettext("last time") if known else "", people.get(player.id), player.id
        )
        for player in others
        if player.id not in listed
    ]


def find_chosen(club: Club, values: Iterable[str]) -> list[Person]:
    """Return the people of a club that a form has sent."""
    ids = [value for value in values if value.isprintable()]
    return list(Person.objects.filter(club=club, public_id__in=ids[:MAX_CHOSEN]))
