"""Lists of events for the front page, counted in the database without loading whole events."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, Exists, F, IntegerField, OuterRef, Q, When
from django.utils.translation import gettext, ngettext

from ...models import Event, Match, Phase, Player, Round, Seat
from ...rules import rulebooks
from ...rules.errors import RuleViolation
from ...rules.history import (
    BRACKET,
    DRAFT,
    FINISHED,
    PUBLIC,
    PUBLISHED,
    WIN,
    EventHistory,
    PhaseRecord,
    PlayerRecord,
    RoundClock,
    RoundRecord,
)
from ...rules.results import scoring
from ...rules.rounds import progress
from ..history.load import matches_of, phase_of
from ..rounds.clock import ClockFields, clock_fields
from ..rounds.round_page import in_text
from .status import date_text, round_name

SIZE = 20
# So many of the events without an open round are looked at for one that waits for its next round, each of as
# many rounds at most.
RECENT, ROUNDS = 50, 10
SHOWN = ~Q(state=DRAFT)
SAID = ("games", "result", "place", "score", "points")
ON_THE_LIST = Q(visibility=PUBLIC)


@dataclass(frozen=True)
class EventLine:
    """An event in a list.

    `now` is its round, `note` the results in or the winner; `clock` its running round timer.
    """

    slug: str
    name: str
    about: str
    now: str
    note: str
    winner: str
    clock: ClockFields | None


@dataclass(frozen=True)
class EventLists:
    """Pages of running, upcoming and past events."""

    running: Page
    upcoming: Page
    past: Page

    @property
    def is_empty(self):
        return not any(page.paginator.count for page in (self.running, self.upcoming, self.past))


def home(now: datetime, text: str = "", pages: dict | None = None, listed: Q = ON_THE_LIST) -> EventLists:
    """Events running, upcoming and past whose name or place holds `text`; `pages` numbers each list's page,
    `listed` says which events are on them.

    A number of queries that does not grow with the events.
    """
    pages = pages or {}
    events = Event.objects.filter(listed)
    if text:
        events = events.filter(Q(name__icontains=text) | Q(place__icontains=text))
    rounds = Round.objects.filter(SHOWN, phase__event=OuterRef("pk"))
    begun = events.filter(Exists(rounds))
    open_ = Exists(rounds.exclude(state=FINISHED))
    running = begun.filter(open_ | Q(pk__in=between_rounds(begun.filter(~open_))))
    return EventLists(
        running=page_of(running.order_by(F("starts_at").desc(nulls_last=True), "-id"), pages.get("running")),
        upcoming=page_of(in_order(events.filter(~Exists(rounds)), now), pages.get("upcoming")),
        past=page_of(
            begun.exclude(pk__in=running.values("pk")).order_by(F("starts_at").desc(nulls_last=True), "-id"),
            pages.get("past"),
        ),
    )


def in_order(upcoming, now: datetime):
    """Sort by date: the next event first, then those without a date, last the missed ones."""
    late = When(starts_at__lt=now - timedelta(days=1), then=2)
    when = Case(late, When(starts_at=None, then=1), default=0, output_field=IntegerField())
    return upcoming.annotate(when=when).order_by("when", "starts_at", "-id")


def between_rounds(closed) -> list[int]:
    """Return ids of recent events without an open round that still have rounds to play."""
    drawn_rounds = Round.objects.filter(SHOWN, phase__event__in=closed).order_by("-id")
    latest = dict.fromkeys(drawn_rounds.values_list("phase__event", flat=True)[: RECENT * ROUNDS])
    recent = closed.filter(pk__in=[*latest][:RECENT])
    return [pk for pk, history in outlines(list(recent)).items() if not ended(history)]


def ended(history: EventHistory) -> bool:
    """Whether all rounds are played. False if an imported event's settings are inconsistent."""
    try:
        return progress.has_ended(history)
    except RuleViolation:
        return False


def page_of(events, number) -> Page:
    page = Paginator(events, SIZE).get_page(number)
    page.object_list = lines(list(page.object_list))
    return page


def outlines(events) -> dict[int, EventHistory]:
    """Return events by id without matches; the players are placeholders, right only in number."""
    ids = [event.pk for event in events]
    counts = dict(
        Player.objects.filter(event__in=ids, joined_round__lte=1)
        .filter(Q(dropped_after=None) | Q(dropped_after__gt=0))
        .values_list("event")
        .annotate(Count("id"))
    )
    rounds, phases = defaultdict(list), defaultdict(list)
    for phase, number, state in (
        Round.objects.filter(SHOWN, phase__event__in=ids)
        .order_by("number")
        .values_list("phase", "number", "state")
    ):
        rounds[phase].append(RoundRecord(number, state))
    for row in Phase.objects.filter(event__in=ids).order_by("number"):
        phase = phase_of(row)
        phases[row.event_id].append(
            PhaseRecord(phase.kind, phase.name, phase.settings, phase.entrants, tuple(rounds[row.pk]))
        )
    return {
        event.pk: EventHistory(
            event.name,
            event.rulebook,
            players=(PlayerRecord("", ""),) * counts.get(event.pk, 0),
            phases=tuple(phases[event.pk]),
        )
        for event in events
    }


def lines(events) -> list[EventLine]:
    """Return the list entries of these events."""
    ids = [event.pk for event in events]
    histories = outlines(events)
    players = dict(Player.objects.filter(event__in=ids).values_list("event").annotate(Count("id")))
    results = results_in(ids)
    winners, clocks = winners_of(histories), clocks_of(list(results))
    return [
        line(
            event,
            histories[event.pk],
            players.get(event.pk, 0),
            results.get(event.pk),
            winners.get(event.pk, ""),
            clocks.get(event.pk),
        )
        for event in events
    ]


def line(event, history, players, results, winner, clock) -> EventLine:
    rulebook = gettext(rulebooks.RULEBOOKS[event.rulebook].name)
    many = gettext("{count} players").format(count=players) if players != 1 else gettext("1 player")
    hidden = "" if event.visibility == PUBLIC else event.get_visibility_display()
    about = (date_text(event), event.place, rulebook, many if players else "", hidden)
    return EventLine(
        slug=event.slug,
        name=event.name,
        about=", ".join(part for part in about if part),
        now=rounds_text(history) if ended(history) else now_text(history),
        note=in_text(*results) if results else "",
        winner=winner,
        clock=clock and clock_fields(clock, event.timezone),
    )


def now_text(history: EventHistory) -> str:
    """“Round 3 of 5”, “Semi-finals”; "" before the first round."""
    rounds = history.phase(history.current).rounds
    if not rounds:
        return ""
    number = next((r.number for r in rounds if not r.finished), rounds[-1].number)
    is_bracket = history.phase(history.current).kind == BRACKET
    count = 0 if is_bracket else progress.round_count(history, history.current)
    return round_name(history, history.current, number, of=count)


def rounds_text(history) -> str:
    rounds = len(history.phase(history.current).rounds)
    return ngettext("{rounds} round", "{rounds} rounds", rounds).format(rounds=rounds)


def results_in(ids) -> dict[int, tuple[int, int]]:
    """(results in, tables) of the rounds that are played now, by event."""
    has_result = Q()
    for field in SAID:
        has_result |= Q(**{f"{field}__isnull": False})
    reported = Exists(Seat.objects.filter(has_result, match=OuterRef("pk")))
    rows = (
        Match.objects.filter(round__phase__event__in=ids, round__state=PUBLISHED, table__isnull=False)
        .annotate(reported=reported)
        .values_list("round__phase__event")
        .annotate(in_=Count("id", filter=Q(reported=True)), all_=Count("id"))
    )
    return {event: (in_, all_) for event, in_, all_ in rows}


def clocks_of(ids) -> dict[int, RoundClock]:
    """The clocks of the rounds that are played now, by event; in finals that of the first of them."""
    rows = (
        Round.objects.filter(phase__event__in=ids, state=PUBLISHED, clock__isnull=False)
        .order_by("-number")
        .values_list("phase__event", "clock")
        if ids
        else ()
    )
    return {event: RoundClock(**clock) for event, clock in rows}


def winners_of(history: dict[int, EventHistory]) -> dict[int, str]:
    """Return the winner's name of each event whose finals have ended."""
    over = [
        pk for pk, event in history.items() if event.phase(event.current).kind == BRACKET and ended(event)
    ]
    last = {}
    for event, pk in (
        Round.objects.filter(phase__event__in=over)
        .order_by("phase__number", "number")
        .values_list("phase__event", "pk")
    ):
        last[event] = pk
    matches = matches_of(round__in=list(last.values()))
    won = {}
    for event, pk in last.items():
        for match in matches.get(pk, ())[-1:]:
            ends = scoring.outcomes(match)
            if WIN in ends:
                won[event] = match.seats[ends.index(WIN)].player
    names = Player.objects.filter(event__in=won, key__in=set(won.values())).values_list(
        "event", "key", "name"
    )
    return {event: name for event, key, name in names if won[event] == key}
