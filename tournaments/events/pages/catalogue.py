"""Lists of events, who won, and addresses of events."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.core.cache import cache
from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, Exists, F, OuterRef, Q, Subquery, When
from django.utils import timezone
from django.utils.translation import gettext

from ...access import NO_EVENT, ON_THE_LIST
from ...history.load import PLAYER_COLUMNS, matches_of, phase_of, player_of
from ...history.names import read_public_names
from ...models import Event, Match, Phase, Player, Round, Seat
from ...registration.pages.entries import OPEN, registration_moments
from ...rules import rulebooks
from ...rules.errors import RuleViolation
from ...rules.history import (
    BRACKET,
    DRAFT,
    FINISHED,
    PUBLIC,
    PUBLISHED,
    EventHistory,
    PhaseRecord,
    PlayerRecord,
    RoundClock,
    RoundRecord,
)
from ...rules.rounds import progress
from ...rules.standings.standings import standings
from ...rules.standings.table_builder import counted_phases
from ...web.status import ClockFields, clock_fields, date_text, round_name
from ...web.wording import results_text

# So many players can share first place; if more do, the event has no winner.
MAX_WINNERS = 3
WINNERS_CACHE_SECONDS = 24 * 3600


def winners_of(events: Iterable[Event], outlines: dict[int, EventHistory]) -> dict[int, list[str]]:
    """Return the names in first place of each finished event; the `outlines` have no matches."""
    events = {event.pk: event for event in events}
    keys = {f"winners:{pk}:{event.version}.{event.layout_version}": pk for pk, event in events.items()}
    cached = cache.get_many(keys)
    winners = {keys[key]: names for key, names in cached.items()}
    histories = with_last_phase({events[pk]: outlines[pk] for pk in keys.values() if pk not in winners})
    computed = {pk: find_first_places(history) for pk, history in histories.items()}
    cache.set_many({key: computed[pk] for key, pk in keys.items() if pk in computed}, WINNERS_CACHE_SECONDS)
    return winners | computed


def with_last_phase(outlines: dict[Event, EventHistory]) -> dict[int, EventHistory]:
    """Return the histories with their players, and with the matches that count in the last phase."""
    if not outlines:
        return {}
    people = read_public_names(outlines)
    outlines = {event.pk: outline for event, outline in outlines.items()}
    rounds = Round.objects.filter(phase__event__in=outlines).exclude(state=DRAFT)
    counted = {
        (event, phase, number): pk
        for pk, event, phase, number in rounds.values_list("pk", "phase__event", "phase__number", "number")
        if phase in (counted.number for counted in counted_phases(outlines[event].current_phase))
    }
    matches = matches_of(round__in=list(counted.values()))
    players = defaultdict(list)
    rows = Player.objects.filter(event__in=outlines).order_by("order", "id")
    for event, *fields in rows.values_list("event", "public_id", *PLAYER_COLUMNS):
        players[event].append(player_of(*fields))
    histories = {
        pk: replace(outline, players=tuple(players[pk]), public_names=people[pk]).with_public_names
        for pk, outline in outlines.items()
    }
    for (event, phase, number), pk in counted.items():
        played = histories[event].phase(phase)
        round_ = replace(played.round(number), matches=matches.get(pk, ()))
        histories[event] = played.with_round(round_).history
    return histories


def find_first_places(history: EventHistory) -> list[str]:
    """Return the names of the players in first place; empty if the standings cannot be made."""
    try:
        return [row.name for row in standings(history.current_phase).rows if row.rank == 1]
    except RuleViolation:
        return []


def winners_text(names: list[str], players: int) -> str:
    """Return “Won by Bruno Silva”, “Won by A and B”, or “no winner: 24 players”."""
    if not names or len(names) > MAX_WINNERS:
        return gettext("no winner: {count} players").format(count=players)
    if len(names) == 1:
        return gettext("Won by {name}").format(name=names[0])
    first, last = ", ".join(names[:-1]), names[-1]
    return gettext("Won by {names} and {name}").format(names=first, name=last)


PAGE_SIZE = 20
# Limits of the search for events between two rounds: recent events without an open round, rounds of each.
MAX_CLOSED_EVENTS, MAX_ROUNDS_EACH = 50, 10
# Of so many closed events the query of their rounds names each.
MAX_NAMED_EVENTS = 500
# Own events that start at most so long before or after now are listed first.
NEAR = timedelta(hours=20)
# An event without a published round is past when its start is longer ago.
MISSED_AFTER = timedelta(days=1)
VISIBLE_ROUNDS = ~Q(state=DRAFT)
ROUNDS_SEEN = Round.objects.filter(VISIBLE_ROUNDS, phase__event=OuterRef("pk")).order_by()
RESULT_FIELDS = ("games", "result", "place", "score", "points")
PUBLISHED_SEATS = Seat.objects.filter(player=OuterRef("pk")).exclude(round__state=DRAFT)
# The rule of `rules/players/participation.py`, for rows.
TOOK_PART = Q(dropped_after=None) | Q(dropped_after__gte=F("joined_round")) | Exists(PUBLISHED_SEATS)


@dataclass(frozen=True)
class EventLine:
    """An event in a list.

    `now` is its round, that registration is open, or who won; `note` the results in; `clock` its running
    round timer. `is_tonight`: it starts today where it takes place, or is being played.
    """

    slug: str
    name: str
    about: str
    now: str
    note: str
    clock: ClockFields | None
    is_tonight: bool


@dataclass(frozen=True)
class EventLists:
    """Pages of the visitor's own events, and of running, upcoming and past ones."""

    mine: Page
    running: Page
    upcoming: Page
    past: Page

    @property
    def is_empty(self):
        return not any(page.paginator.count for page in (self.mine, self.running, self.upcoming, self.past))


def list_events(
    now: datetime, text: str = "", pages: dict | None = None, listed: Q = ON_THE_LIST, mine: Q = NO_EVENT
) -> EventLists:
    """List the events that `listed` selects and whose name or place contains `text`.

    Events without a published round are upcoming until a day after their start. Those that `mine` selects
    are in the visitor's own list only. `pages` has the page number of each
    list. The number of queries does not grow with the events.
    """
    pages = pages or {}
    events = Event.objects.filter(listed)
    if text:
        events = events.filter(Q(name__icontains=text) | Q(place__icontains=text))
    others = events.exclude(mine).annotate(
        # Not `Exists`, which PostgreSQL may answer by reading the rounds of the whole site.
        round_seen=Subquery(ROUNDS_SEEN.values("pk")[:1]),
        round_open=Subquery(ROUNDS_SEEN.exclude(state=FINISHED).values("pk")[:1]),
    )
    between_rounds = ids_between_rounds(others.filter(round_seen__isnull=False, round_open=None))
    is_running = Q(round_open__isnull=False) | Q(pk__in=between_rounds)
    is_missed = Q(round_seen=None, starts_at__lt=now - MISSED_AFTER)
    running = others.filter(is_running)
    upcoming = others.filter(round_seen=None).exclude(starts_at__lt=now - MISSED_AFTER)
    past = others.filter(Q(round_seen__isnull=False) & ~is_running | is_missed)
    next_first = F("starts_at").asc(nulls_last=True)
    newest_first = (F("starts_at").desc(nulls_last=True), "-id")
    near_first = Case(When(starts_at__range=(now - NEAR, now + NEAR), then=0), default=1)
    return EventLists(
        mine=page_of(events.filter(mine).order_by(near_first, *newest_first), pages.get("mine")),
        running=page_of(running.order_by(*newest_first), pages.get("running")),
        upcoming=page_of(upcoming.order_by(next_first, "-id"), pages.get("upcoming")),
        past=page_of(past.order_by(*newest_first), pages.get("past")),
    )


def ids_between_rounds(closed) -> list[int]:
    """Return ids of recent events without an open round that still have rounds to play."""
    # PostgreSQL would look for the newest rounds of a club's few events among those of the whole site.
    ids = list(closed.values_list("pk", flat=True)[: MAX_NAMED_EVENTS + 1])
    is_small = len(ids) <= MAX_NAMED_EVENTS
    rounds = Round.objects.filter(VISIBLE_ROUNDS, phase__event__in=ids if is_small else closed).order_by(
        "-id"
    )
    event_ids = rounds.values_list("phase__event", flat=True)[: MAX_CLOSED_EVENTS * MAX_ROUNDS_EACH]
    recent = closed.filter(pk__in=list(dict.fromkeys(event_ids))[:MAX_CLOSED_EVENTS])
    return [pk for pk, history in outlines(list(recent)).items() if not has_ended(history)]


def has_ended(history: EventHistory) -> bool:
    """Return whether all rounds are played; False if an imported event's settings are inconsistent."""
    try:
        return progress.has_ended(history)
    except RuleViolation:
        return False


def page_of(events, number) -> Page:
    page = Paginator(events, PAGE_SIZE).get_page(number)
    page.object_list = event_lines(list(page.object_list))
    return page


def outlines(events) -> dict[int, EventHistory]:
    """Return histories without matches by event id; placeholders stand for the players who took part."""
    ids = [event.pk for event in events]
    participants, players = Player.objects.filter(TOOK_PART, event__in=ids), defaultdict(tuple)
    counts = participants.order_by().values_list("event", "joined_round").annotate(Count("id"))
    for event, joined_round, count in counts:
        players[event] += (PlayerRecord("", "", joined_round=joined_round),) * count
    visible = Round.objects.filter(VISIBLE_ROUNDS, phase__event__in=ids).order_by("number")
    rounds, phases = defaultdict(list), defaultdict(list)
    for phase, number, state in visible.values_list("phase", "number", "state"):
        rounds[phase].append(RoundRecord(number, state))
    for row in Phase.objects.filter(event__in=ids).order_by("number"):
        phase = phase_of(row)
        phases[row.event_id].append(
            PhaseRecord(phase.kind, phase.name, phase.overrides, phase.entrants, tuple(rounds[row.pk]))
        )
    return {
        event.pk: EventHistory(
            event.name,
            event.rulebook,
            players=players[event.pk],
            phases=tuple(phases[event.pk]),
        )
        for event in events
    }


def event_lines(events) -> list[EventLine]:
    ids = [event.pk for event in events]
    histories = outlines(events)
    results = count_results(ids)
    clocks = clocks_of(list(results))
    winners = winners_of([event for event in events if has_ended(histories[event.pk])], histories)
    moments, now = registration_moments(events), timezone.now()
    return [
        event_line(
            event,
            now,
            histories[event.pk],
            results.get(event.pk),
            winners.get(event.pk),
            clocks.get(event.pk),
            gettext("Registration open") if moments[event.pk] == OPEN else "",
        )
        for event in events
    ]


def event_line(event, now, history, results, winners, clock, registration) -> EventLine:
    rulebook, players = gettext(rulebooks.RULEBOOKS[event.rulebook].name), len(history.players)
    players_text = gettext("{count} players").format(count=players) if players != 1 else gettext("1 player")
    visibility = "" if event.visibility == PUBLIC else event.get_visibility_display()
    game = " ".join(filter(None, (event.game, event.game_format))) or rulebook
    is_today = starts_today(event, now)
    day = gettext("Today, {time}").format(time=f"{event.local_start:%H:%M}") if is_today else date_text(event)
    about = (day, event.place, game, players_text if players else "", visibility)
    state = current_round_text(history) or registration
    if winners is not None:
        state = winners_text(winners, players)
    if event.cancelled:
        state = gettext("Cancelled")
    is_played = any(phase.begun for phase in history.phases) and not has_ended(history)
    return EventLine(
        slug=event.slug,
        name=event.name,
        about=", ".join(filter(None, about)),
        now=state,
        note=results_text(*results) if results else "",
        clock=clock and clock_fields(clock, event.timezone),
        is_tonight=is_played or is_today,
    )


def starts_today(event: Event, now: datetime) -> bool:
    """Return whether the event starts on this day in its own time zone."""
    start = event.local_start
    return start is not None and start.date() == now.astimezone(start.tzinfo).date()


def current_round_text(history: EventHistory) -> str:
    """Return “Round 3 of 5” or “Semi-finals”; empty before the first round."""
    phase = history.current_phase
    if not phase.rounds:
        return ""
    rounds = 0 if phase.kind == BRACKET else progress.round_count(phase)
    return round_name(phase, phase.current_round.number, of=rounds)


def count_results(ids) -> dict[int, tuple[int, int]]:
    """Return (results in, tables) of the published rounds by event."""
    has_result = Q()
    for field in RESULT_FIELDS:
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
    """Return the clocks of published rounds by event; in finals that of the first round."""
    if not ids:
        return {}
    rounds = Round.objects.filter(phase__event__in=ids, state=PUBLISHED, clock__isnull=False)
    rows = rounds.order_by("-number").values_list("phase__event", "clock")
    return {event: RoundClock(**clock) for event, clock in rows}


# No vowels, 0 or 1: the last word or date of a name never looks like a random part.
RANDOM_LETTERS = "bcdfghjkmnpqrstvwxz23456789"
RANDOM_LENGTH = 8
_RANDOM_END = re.compile(f"-[{RANDOM_LETTERS}]{{{RANDOM_LENGTH}}}")


def can_be_guessed(slug: str) -> bool:
    """Return whether the address follows from the event's name, without a random part."""
    return _RANDOM_END.fullmatch(slug[-RANDOM_LENGTH - 1 :]) is None
