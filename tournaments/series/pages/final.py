"""The final of a series: who can be invited, and who has answered."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import F
from django.utils import timezone
from django.utils.formats import date_format

from ...history.cache import load_history
from ...models import Event, LogEntry, Person, Registration, Series
from ...models.event import NextSeed
from ...rules.history import EventHistory
from ...rules.registration import has_started
from ...rules.rounds.draw_verification import seed_hash
from ...rules.series.final_seats import Candidate, SeatChoice, choose_seats, draw_seats, tie_key
from ...rules.series.series_rules import number_text
from ...web.status import moment_text
from .loading import SeriesFacts, get_series_facts
from .play_off import PlayOff, get_play_off, play_off_places

DRAW = "draw_final_seats"
ACCEPTED = Registration.REGISTERED
# States of an entry that has a seat.
SEATED = (Registration.INVITED, ACCEPTED)


def list_candidates(facts: SeriesFacts) -> list[Candidate]:
    """Return the ranked people of the club, without guests, in the order of the table."""
    guests = set(facts.series.members.filter(is_guest=True).values_list("person", flat=True))
    ranked = [(row.rank, facts.people[row.row.person].pk) for row in facts.table.rows if row.rank]
    people = [(rank, pk) for rank, pk in ranked if pk and pk not in guests]
    return [Candidate(pk, rank, order) for order, (rank, pk) in enumerate(people, 1)]


@dataclass(frozen=True)
class SeatLine:
    """A candidate with name and points of the season."""

    candidate: Candidate
    name: str
    points: str


def seat_lines(facts: SeriesFacts, candidates) -> list[SeatLine]:
    by_pk = {facts.people[row.row.person].pk: row.row for row in facts.table.rows}
    rows = [(one, by_pk[one.person]) for one in candidates]
    return [SeatLine(one, row.name, number_text(row.total)) for one, row in rows]


@dataclass(frozen=True)
class FinalLine:
    """An invitation of the final; `state` is one of Registration's."""

    row: Registration
    state: str
    is_late: bool
    # Until when the seat is held, in the time zone of the event; empty without a deadline.
    until: str

    @property
    def can_offer_again(self) -> bool:
        return self.state not in SEATED


@dataclass(frozen=True)
class SeatDraw:
    """A draw of seats among `people`, repeated from its seed: `drawn` got seats."""

    seed: str
    hash: str
    people: list[str]
    drawn: list[str]


@dataclass(frozen=True)
class FinalPage:
    """The final of a series at the desk: its invitations, and the seats that nobody has yet.

    `tied` are level and too many for the `open_seats`; `tie` is their `tie_key`. `commitment` is the hash of
    the next draw's seed, `starts` when the final begins, empty if it has no date.
    """

    event: Event
    starts: str
    lines: list[FinalLine]
    taken: int
    accepted: int
    tied: list[SeatLine]
    open_seats: int
    tie: str
    play_off: PlayOff | None
    has_started: bool
    commitment: str
    draws: list[SeatDraw]


def next_seats(series: Series, facts: SeriesFacts, event: Event, taken: int) -> SeatChoice:
    """Return who gets the seats that are free now, of those who were never invited."""
    if series.final_seats is None or taken >= series.final_seats:
        return SeatChoice((), (), 0)
    known = invited_people(event)
    candidates = [one for one in list_candidates(facts) if one.person not in known]
    return choose_seats(candidates, series.final_seats - taken, play_off_places(series))


def choose_final_seats(series: Series, facts: SeriesFacts, seats: int, now: datetime) -> SeatChoice:
    """Return who gets the seats that are free now in the final, or `seats` before there is one."""
    if series.final:
        return next_seats(series, facts, series.final, count_taken(series.final, now))
    return choose_seats(list_candidates(facts), seats, play_off_places(series))


def invited_people(event: Event) -> set[int]:
    """Return the people who have an entry or play in the event, also as whom they were merged into."""
    entries = event.registrations.exclude(person=None).values_list("person", "person__merged_into")
    players = event.players.exclude(person=None).values_list("person", "person__merged_into")
    return {pk for pair in (*entries, *players) for pk in pair if pk}


def count_taken(event: Event, now) -> int:
    """Return how many seats are held or accepted."""
    held = Registration.objects.not_in_event(event, Registration.INVITED).exclude(held_until__lte=now).count()
    return held + event.players.filter(dropped_after=None, disqualified=False).count()


def get_final_page(series: Series) -> FinalPage:
    """Return the page of a series that has a final."""
    event, now = series.final, timezone.now()
    history = load_history(event)
    rows = event.registrations.select_related("player").order_by("order", "id")
    lines = [final_line(row, history, now) for row in rows]
    facts, taken = get_series_facts(series, now), count_taken(event, now)
    choice = next_seats(series, facts, event, taken)
    seed = NextSeed.objects.filter(event=event).values_list("seed", flat=True).first()
    return FinalPage(
        event=event,
        starts=moment_text(history.starts_at, history.timezone),
        lines=lines,
        taken=taken,
        accepted=sum(line.state == ACCEPTED for line in lines),
        tied=seat_lines(facts, choice.tied),
        open_seats=choice.open_seats,
        tie=tie_key(choice),
        play_off=get_play_off(series),
        has_started=has_started(history),
        commitment=seed_hash(seed) if seed and choice.tied else "",
        draws=list_draws(event),
    )


def final_line(row: Registration, history: EventHistory, now: datetime) -> FinalLine:
    until = row.held_until
    is_late, until_text = False, ""
    if until:
        is_late = until <= now
        until_text = date_format(until.astimezone(ZoneInfo(history.timezone)), "j M, H:i")
    return FinalLine(row, row.state_in(history), is_late, until_text)


def newest_rulebook(series: Series) -> str:
    """Return the rulebook of the newest event of a series; empty without events."""
    newest = F("event__starts_at").desc(nulls_last=True)
    events = series.entries.exclude(event=None).order_by(newest, "-event")
    return events.values_list("event__rulebook", flat=True).first() or ""


def list_draws(event: Event) -> list[SeatDraw]:
    """Return the draws of seats, each repeated from its seed."""
    draws = []
    for entry in LogEntry.objects.filter(event=event, sentence=DRAW).order_by("id"):
        seed, people = entry.action.removeprefix(f"{DRAW} seed "), entry.values["people"]
        names = dict(Person.objects.filter(pk__in=people).values_list("pk", "name"))
        drawn = draw_seats(people, entry.values["count"], seed)
        known = [names.get(pk, "") for pk in people], [names.get(pk, "") for pk in drawn]
        draws.append(SeatDraw(seed, seed_hash(seed), *known))
    return draws
