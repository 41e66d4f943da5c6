"""What the pages of a club show."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Max, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop

from ..access import MANAGE, NO_EVENT, ON_THE_LIST, POLICY
from ..access.clubs import get_club_permissions
from ..access.people_links import remembered_people
from ..changes.club_change import list_undoable
from ..changes.registry import SENTENCES
from ..events.pages.catalogue import (
    MAX_WINNERS,
    EventLine,
    list_events,
    outlines,
    page_of,
    winners_of,
)
from ..models import Club, ClubLogEntry, ClubStaff, Event, Person, Player, Registration, Staff
from ..models.registration import HOLDING_STATES, WAITING_STATES
from ..people.pages.own_entry import OwnPlace, find_places
from ..previews.pages import get_club_preview
from ..ratings.pages.lists import list_public_lists
from ..registration.pages.entries import EARLY, OPEN, registration_moments
from ..rules.event_file import REGISTRATION
from ..rules.history import PHONE
from ..series.pages.leaders import list_leaders, list_past_seasons
from ..web.links import webcal_url
from ..web.status import time_at

MAX_DATES, MAX_CHAMPIONS = 5, 4
# What a subscribed calendar holds.
CALENDAR_PAST, MAX_CALENDAR_EVENTS = timedelta(weeks=8), 200
LOG_PAGE_SIZE = 50


def clubs_for_events(user) -> QuerySet[Club]:
    """Return the clubs in which the user can create events, the one of the newest event first."""
    own = ClubStaff.objects.filter(user=user, role__in=POLICY[MANAGE][1]).values("club")
    clubs = Club.objects.filter(pk__in=own).annotate(newest=Max("events__id"))
    return clubs.order_by(F("newest").desc(nulls_last=True), "-id")


def clubs_of(user) -> QuerySet[Club]:
    """Return the clubs in which the user has a role."""
    return Club.objects.filter(staff__user=user) if user.is_authenticated else Club.objects.none()


def find_only_published_club() -> Club | None:
    """Return the club of a site with one published club; its page is the site's front page."""
    clubs = list(Club.objects.filter(is_published=True).order_by("pk")[:2])
    return clubs[0] if len(clubs) == 1 else None


@dataclass(frozen=True)
class Places:
    """Free places of an event (None without a limit), the limit, and how many wait."""

    left: int | None
    limit: int | None
    waiting: int
    has_waitlist: bool


@dataclass(frozen=True)
class NextDate:
    """An event to come; `about` is its time, its game, and its venue if that is not the club's.

    `places` is None unless players can register now; `cancelled` is why the event is off, empty if it is not.
    """

    slug: str
    name: str
    day: str
    month: str
    about: str
    places: Places | None
    opens_later: bool
    cancelled: str

    @property
    def is_open(self) -> bool:
        return self.places is not None and self.places.left != 0


@dataclass(frozen=True)
class Champion:
    """The winner of a past event."""

    slug: str
    event: str
    date: str
    names: str
    players: int


@dataclass(frozen=True)
class ClubPage:
    """The public page of a club; `count` is the number of all events to come, `dates` are the first ones."""

    running: list[EventLine]
    dates: list[NextDate]
    count: int
    champions: list[Champion]


def club_page_context(request, club: Club) -> dict:
    """Return the context of the public page, which can also be the site's front page."""
    people = remembered_people(request, club)
    return {
        "club": club,
        "page": get_club_page(club, timezone.now()),
        "entered": list_entered(people),
        "permissions": get_club_permissions(request, club),
        "calendar": webcal_url(request, reverse("club_calendar", args=[club.slug])),
        "people": people,
        "preview": get_club_preview(club),
        "is_front_page": request.path == reverse("home"),
        "leaders": list_leaders(club, timezone.now()),
        "past_seasons": list_past_seasons(club),
        "rating_lists": list_public_lists(club),
    }


def list_entered(people: list[tuple[str, Person]]) -> dict[str, list[tuple[str, Person, OwnPlace]]]:
    """Return who of the people whom a phone knows has a place in an event, by its address."""
    entered = defaultdict(list)
    for secret, person in people:
        for slug, place in find_places(person).items():
            entered[slug].append((secret, person, place))
    return entered


def calendar_events(club: Club, now: datetime, own: Iterable[str] = ()) -> QuerySet[Event]:
    """Return the club's events of the last weeks, and all to come: public ones, and those in `own`.

    `own` are addresses of events.
    """
    seen = ON_THE_LIST | Q(slug__in=list(own))
    events = Event.objects.filter(seen, club=club, starts_at__gt=now - CALENDAR_PAST)
    return events.order_by("starts_at", "id")[:MAX_CALENDAR_EVENTS]


def get_club_page(club: Club, now: datetime) -> ClubPage:
    """Return the club's live events, the next ones, and the last champions. Only public events are there."""
    lists = list_events(now, listed=ON_THE_LIST & Q(club=club), mine=NO_EVENT)
    upcoming = Event.objects.filter(slug__in=[line.slug for line in lists.upcoming.object_list[:MAX_DATES]])
    past = Event.objects.filter(slug__in=[line.slug for line in lists.past.object_list])
    return ClubPage(
        running=lists.running.object_list,
        dates=next_dates(club, list(upcoming.order_by(F("starts_at").asc(nulls_last=True), "-id")), now),
        count=lists.upcoming.paginator.count,
        champions=last_champions(list(past.order_by(F("starts_at").desc(nulls_last=True), "-id"))),
    )


def next_dates(club: Club, events: list[Event], now: datetime) -> list[NextDate]:
    moments = registration_moments(events)
    places = count_places([event for event in events if moments[event.pk] == OPEN], now)
    return [next_date(club, event, places.get(event.pk), moments[event.pk] == EARLY) for event in events]


def next_date(club: Club, event: Event, places: Places | None, opens_later: bool) -> NextDate:
    start = event.starts_at and event.starts_at.astimezone(ZoneInfo(event.timezone))
    place = "" if event.place in (club.name, club.place) else event.place
    about = (time_at(event.timezone, start) if start else "", event.game, event.game_format, place)
    return NextDate(
        slug=event.slug,
        name=event.name,
        day=date_format(start, "j") if start else "",
        month=date_format(start, "D M") if start else "",
        about=" · ".join(filter(None, about)),
        places=places,
        opens_later=opens_later,
        cancelled=event.cancelled,
    )


def count_places(events: list[Event], now: datetime) -> dict[int, Places]:
    """Return the places of each event, with two queries for all of them."""
    present = Player.objects.filter(event__in=events, dropped_after=None, disqualified=False)
    players = dict(present.order_by().values_list("event").annotate(Count("id")))
    entries = Registration.objects.filter(event__in=events, state__in=WAITING_STATES)
    # A place is held for an address to confirm, or an invitation, until it runs out.
    entries = entries.exclude(state__in=HOLDING_STATES, held_until__lte=now)
    entries = entries.exclude(player__in=present).order_by().values_list("event", "state")
    waiting = defaultdict(dict)
    for event, state, count in entries.annotate(Count("id")):
        waiting[event][state] = count
    result = {}
    for event in events:
        settings = REGISTRATION.read(event.registration, "event.registration")
        counts = waiting[event.pk]
        queue = counts.get(Registration.WAITING, 0)
        left = None
        if settings.cap is not None:
            taken = players.get(event.pk, 0) + sum(counts.values())
            left = max(0, settings.cap - taken)
        result[event.pk] = Places(left, settings.cap, queue, settings.waitlist)
    return result


def last_champions(events: list[Event]) -> list[Champion]:
    """Return who won the last finished events."""
    histories = outlines(events)
    winners = winners_of(events, histories)
    champions = [
        Champion(
            slug=event.slug,
            event=event.name,
            date=date_format(event.starts_at.astimezone(ZoneInfo(event.timezone)), "j M")
            if event.starts_at
            else "",
            names=", ".join(winners[event.pk]),
            players=len(histories[event.pk].players),
        )
        for event in events
        if winners.get(event.pk) and len(winners[event.pk]) <= MAX_WINNERS
    ]
    return champions[:MAX_CHAMPIONS]


def list_club_events(club: Club, number) -> Page:
    """Return a page of all events of the club for its staff, newest first."""
    events = Event.objects.filter(club=club)
    return page_of(events.order_by(F("starts_at").desc(nulls_last=True), "-id"), number)


def list_club_staff(club: Club) -> list[ClubStaff]:
    """Return the staff by role, then name."""
    order = [role for role, _label in ClubStaff.ROLES]
    rows = ClubStaff.objects.filter(club=club).select_related("user")
    return sorted(rows, key=lambda row: (order.index(row.role), row.user.get_username()))


@dataclass(frozen=True)
class ClubLogLine:
    """An entry of a club's log; `can_undo` unless a newer change of the same people must be undone first.

    `who` is empty if nobody knows.
    """

    entry: ClubLogEntry
    who: str
    sentence: str
    can_undo: bool


def club_log(club: Club, number) -> Page:
    """Return a page of the club's log, newest first."""
    page = Paginator(club.log.order_by("-id"), LOG_PAGE_SIZE).get_page(number)
    entries, undoable = list(page.object_list), list_undoable(club)
    names = names_in(club, entries)
    page.object_list = [
        ClubLogLine(entry, who_made(entry), sentence_of(entry, names), entry.pk in undoable)
        for entry in entries
    ]
    return page


def who_made(entry: ClubLogEntry) -> str:
    """Return who has made a change: from an own page, the person whom the sentence names."""
    return gettext("the player") if entry.source == PHONE else entry.who


# Values of the log that are the keys of what a sentence names.
NAMED = ("people", "player", "event", "events", "series", "rating_list")
# What a sentence says instead of one that is not there any more.
GONE = {
    "people": gettext_noop("deleted"),
    "player": gettext_noop("a deleted player"),
    "event": gettext_noop("an event that is gone"),
    "events": gettext_noop("an event that is gone"),
    "series": gettext_noop("deleted"),
    "rating_list": gettext_noop("deleted"),
}


def names_in(club: Club, entries: list[ClubLogEntry]) -> dict[str, dict[int, str]]:
    """Return the names, as they are now, of what entries are about: value of the sentence → key → name."""
    pks = {name: {pk for entry in entries for pk in keys_in(entry, name)} for name in NAMED}
    rows = {
        "people": Person.with_merged.filter(club=club),
        "player": Player.with_removed.filter(event__club=club),
        "event": Event.objects.filter(club=club),
        "events": Event.objects.filter(club=club),
        "series": club.series,
        "rating_list": club.rating_lists.annotate(name=F("game")),
    }
    return {
        name: dict(rows[name].filter(pk__in=pks[name]).values_list("pk", "name")) if pks[name] else {}
        for name in NAMED
    }


def keys_in(entry: ClubLogEntry, name: str) -> list[int]:
    value = entry.values.get(name, [])
    return value if isinstance(value, list) else [value]


def sentence_of(entry: ClubLogEntry, names: dict[str, dict[int, str]]) -> str:
    """Return the sentence of an entry; `names` are those of `names_in`."""
    # The log of a restored backup may lack a value.
    values = defaultdict(str, entry.values)
    if "role" in values:
        values["role"] = str(dict(ClubStaff.ROLES).get(values["role"], values["role"]))
    gone = {name: gettext(GONE[name]) for name in NAMED}
    named = {name: [names[name].get(pk, gone[name]) for pk in keys_in(entry, name)] for name in NAMED}
    # Of two people, the one who stays is the first.
    values["person"], values["other"] = (*named["people"], "", "")[:2]
    values |= {name: ", ".join(texts) for name, texts in named.items()}
    if undone := SENTENCES.get(str(values.get("undone"))):
        values["undone"] = gettext(undone[0]).format_map(values)
    if entry.action not in SENTENCES:
        return entry.action
    return gettext(SENTENCES[entry.action][0]).format_map(values)


@dataclass(frozen=True)
class AccessChange:
    """The roles of an account in an event before and after a move, as text; empty without access."""

    name: str
    before: str
    after: str


def access_changes(event: Event, club: Club) -> list[AccessChange]:
    """Return the accounts whose roles in the event change if it moves into this club, by name."""
    own = list(event.staff.select_related("user"))
    before = roles_by_name([*own, *(list_club_staff(event.club) if event.club else ())])
    after = roles_by_name([*own, *list_club_staff(club)])
    changes = [
        AccessChange(name, before.get(name, ""), after.get(name, ""))
        for name in sorted(before.keys() | after.keys())
    ]
    return [change for change in changes if change.before != change.after]


def roles_by_name(rows: list[Staff | ClubStaff]) -> dict[str, str]:
    """Return the roles of each account by its name, the most powerful first: “organiser, judge”."""
    roles = defaultdict(set)
    for row in rows:
        roles[row.user.get_username()].add(row.role)
    return {
        name: ", ".join(str(label) for role, label in Staff.ROLES if role in held)
        for name, held in roles.items()
    }
