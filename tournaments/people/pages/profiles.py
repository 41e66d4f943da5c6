"""The public profile of a person: results by event, record, opponents, best finishes and lists."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import datetime
from zoneinfo import ZoneInfo

from django.core.paginator import Page, Paginator
from django.db.models.functions import Coalesce
from django.utils.formats import date_format
from django.utils.translation import gettext

from ...models import Club, Event, ListVersion, Person, Player
from ...models.person import SHOWN
from ...rules.finals_systems.system import ordinal
from ...rules.history import DRAW, LOSS, PUBLIC, WIN
from ...rules.history.players import AFTER_CUT, AFTER_EVENT, AT_ONCE
from ...web.wording import list_noun, record_text
from .club_people import find_person
from .records import NO_RECORD, PersonRecord, record_of, results_of_people

PAGE_SIZE = 25
MAX_BEST = 3
# Opponents that are listed before all of them are asked for.
FEW_OPPONENTS = 10
# Lists that everyone sees once the event has ended.
SHOWN_LISTS = (AT_ONCE, AFTER_CUT, AFTER_EVENT)


@dataclass(frozen=True, slots=True)
class EventResult:
    """A stored result of the person, as the profile reads it: the fields are columns of PlayerResult."""

    event_id: int
    player__public_id: str
    place: int | None
    placed_players: int
    won: int
    lost: int
    drawn: int
    byes: int
    half_byes: int
    lost_byes: int
    opponents: list
    event__game: str
    event__game_format: str
    event__timezone: str
    date: datetime

    def date_text(self, format: str = "j M Y") -> str:
        """Return the event's date in its own time zone."""
        return date_format(self.date.astimezone(ZoneInfo(self.event__timezone)), format)

    @property
    def record(self) -> PersonRecord:
        """The record of the event; byes count as standings count them."""
        return record_of(self)


@dataclass(frozen=True)
class ResultLine:
    """An event of the person; `place` is empty if disqualified, `list_noun` without a public list."""

    event: Event
    player: str
    date: str
    place: str
    placed_players: int
    record: str
    list_noun: str = ""


@dataclass(frozen=True)
class GameLine:
    """The record of a game and format; without a name, of events that name none."""

    name: str
    events: int
    record: str


@dataclass(frozen=True)
class OpponentLine:
    """Another person with a profile, the matches against them, and the date of the last one."""

    name: str
    public_id: str
    won: int
    lost: int
    drawn: int
    last: str

    @property
    def matches(self) -> int:
        return self.won + self.lost + self.drawn

    @property
    def record(self) -> str:
        return record_text(PersonRecord(0, self.won, self.lost, self.drawn))

    @property
    def percent(self) -> int:
        return round(100 * self.won / self.matches)


@dataclass(frozen=True)
class Profile:
    """The profile of a person; `percent` of the matches are won, None without a match."""

    person: Person
    since: str
    record: str
    has_draws: bool
    percent: int | None
    titles: int
    events: int
    games: tuple[GameLine, ...]
    best: tuple[ResultLine, ...]
    results: Page
    opponents: tuple[OpponentLine, ...]
    opponent_count: int


def find_shown_person(club: Club, public_id: str) -> Person | None:
    """Return the person with this id, or who it was merged into, if their profile is public now."""
    person = find_person(club, public_id) if club.is_published else None
    return person if person and person.is_shown else None


def get_profile(club: Club, person: Person, number, all_opponents=False) -> Profile:
    """Return a page of the profile of a person, with a constant number of queries.

    It shows ended public events of the club alone, and of the opponents only those with a profile.
    """
    columns = [field.name for field in fields(EventResult)]
    rows = shown_results(club, person).order_by("-date", "-event_id").values_list(*columns)
    results = [EventResult(*row) for row in rows]
    page = Paginator(results, PAGE_SIZE).get_page(number)
    best = best_results(results)
    events = Event.objects.in_bulk({one.event_id for one in (*page.object_list, *best)})
    listed = find_public_lists(events, page.object_list)
    page.object_list = [result_line(one, events[one.event_id], listed) for one in page.object_list]
    opponents = head_to_head(club, person, results)
    matches = sum(one.won + one.lost + one.drawn for one in results)
    return Profile(
        person=person,
        since=results[-1].date_text("F Y") if results else "",
        record=record_text(total(results)),
        has_draws=total(results).draws > 0,
        percent=round(100 * sum(one.won for one in results) / matches) if matches else None,
        titles=sum(one.place == 1 for one in results),
        events=len(results),
        games=records_by_game(results),
        best=tuple(result_line(one, events[one.event_id]) for one in best),
        results=page,
        opponents=opponents if all_opponents else opponents[:FEW_OPPONENTS],
        opponent_count=len(opponents),
    )


def shown_results(club: Club, person: Person):
    """Return the results of a person that the profile shows, with `date`."""
    results = results_of_people(club.pk, [person.pk]).filter(event__visibility=PUBLIC, event__cancelled="")
    return results.annotate(date=Coalesce("event__starts_at", "event__created_at"))


def total(results: Iterable[EventResult]) -> PersonRecord:
    record = NO_RECORD
    for one in (result.record for result in results):
        record = PersonRecord(
            record.events + 1, record.wins + one.wins, record.losses + one.losses, record.draws + one.draws
        )
    return record


def records_by_game(results: list[EventResult]) -> tuple[GameLine, ...]:
    """Return the records by game and format, most events first; names in different case are the same."""
    groups = defaultdict(list)
    for one in results:
        groups[one.event__game.casefold(), one.event__game_format.casefold()].append(one)
    lines = [
        GameLine(game_name(group[0]), len(group), record_text(total(group))) for group in groups.values()
    ]
    return tuple(sorted(lines, key=lambda line: (-line.events, line.name.casefold())))


def game_name(result: EventResult) -> str:
    return " · ".join(filter(None, (result.event__game, result.event__game_format)))


def best_results(results: list[EventResult]) -> list[EventResult]:
    """Return the best finishes: the share of the players who finished at that place or better decides."""
    placed = [one for one in results if one.place]
    return sorted(placed, key=lambda one: (one.place / one.placed_players, -one.placed_players))[:MAX_BEST]


def result_line(result: EventResult, event: Event, listed: Iterable[tuple[int, str]] = ()) -> ResultLine:
    key = result.event_id, result.player__public_id
    return ResultLine(
        event=event,
        player=result.player__public_id,
        date=result.date_text(),
        place=ordinal(result.place).render(gettext) if result.place else "",
        placed_players=result.placed_players,
        record=record_text(result.record),
        list_noun=list_noun(event.rulebook) if key in listed else "",
    )


def find_public_lists(events: dict[int, Event], results: Iterable[EventResult]) -> set[tuple[int, str]]:
    """Return (event, id of the player in it) of the results with a list that everyone can read."""
    shown = [pk for pk, event in events.items() if are_lists_shown(event)]
    keys = [one.player__public_id for one in results]
    versions = ListVersion.objects.filter(event__in=shown, player__public_id__in=keys)
    return set(versions.values_list("event", "player__public_id").distinct().order_by())


def are_lists_shown(event: Event) -> bool:
    """Return whether everyone reads the lists of an event that has ended (rules.lists.limits.are_public)."""
    return bool(event.lists.get("ask")) and event.lists.get("visible") in SHOWN_LISTS


def head_to_head(club: Club, person: Person, results: list[EventResult]) -> tuple[OpponentLine, ...]:
    """Return the opponents who have a profile, those met most often first."""
    shown = Person.objects.filter(SHOWN, club=club).exclude(pk=person.pk)
    names = {pk: names for pk, *names in shown.values_list("pk", "public_name", "public_id")}
    players = Player.objects.filter(
        event__in=[one.event_id for one in results], person__in=shown.values("pk"), is_proposed=False
    )
    people = {
        (event, key): pk for event, key, pk in players.order_by().values_list("event", "public_id", "person")
    }
    counts, last = defaultdict(Counter), {}
    # The newest event is the first.
    for one in results:
        for key, result in one.opponents:
            other = people.get((one.event_id, key))
            if other and result:
                counts[other][result] += 1
                last.setdefault(other, one)
    lines = [
        OpponentLine(*names[pk], count[WIN], count[LOSS], count[DRAW], last[pk].date_text())
        for pk, count in counts.items()
    ]
    return tuple(sorted(lines, key=lambda line: (-line.matches, line.name.casefold(), line.public_id)))


def find_ranks(club: Club, person: Person, slug: str) -> tuple[list[int | None], int] | None:
    """Return (rank after each round, number of players) of an event; None if the profile doesn’t show it."""
    rows = shown_results(club, person).filter(event__slug=slug)
    return rows.values_list("ranks", "placed_players").first()


def find_profile_of_player(event: Event, key: str) -> Person | None:
    """Return the person with a public profile who the player of an event is; None without one."""
    if event.published_club is None:
        return None
    players = Player.objects.filter(event=event, public_id=key, is_proposed=False)
    return Person.objects.filter(SHOWN, club=event.club_id, pk__in=players.values("person")).first()
