"""What the desk of a club shows of its series."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import Count, F, Max, QuerySet
from django.utils.translation import gettext, gettext_noop

from ...history.cache import load_history
from ...history.load import without_draft_rounds
from ...models import Club, ElsewhereResult, Event, PlayerResult, Series, SeriesEntry, SeriesMember
from ...models.series import MAX_SERIES_NAME_LENGTH
from ...rules.rounds.progress import awaits_end
from ...rules.series.events import SeriesEvent
from ...rules.series.series_rules import number_text
from ...web.status import date_text
from ...web.wording import message_text
from .loading import (
    CANCELLED,
    COMING,
    COUNTED,
    LIVE,
    MISSED,
    NOT_PUBLIC,
    SeriesColumn,
    SeriesFacts,
    SeriesPerson,
    decimal_text,
)

# Newest events of the club that can be added.
MAX_OFFERED = 60
# Names of those who share the first place of an event, in its line.
MAX_WINNERS = 2
STATES = {
    COUNTED: gettext_noop("counts"),
    LIVE: gettext_noop("live now"),
    COMING: gettext_noop("to come"),
    MISSED: gettext_noop("not played"),
    NOT_PUBLIC: gettext_noop("does not count: it isn’t public"),
    CANCELLED: gettext_noop("cancelled"),
}


def list_series(club: Club) -> QuerySet[Series]:
    """Return the series of a club, running ones first, with `count` of their events."""
    order = (F("ended_at").desc(nulls_first=True), "-id")
    return club.series.annotate(count=Count("entries")).order_by(*order)


def list_current_series(clubs: Iterable[Club]) -> dict[int, list[Series]]:
    """Return the series of each club that have not ended, by the club's id: the last used first.

    `newest` is the id of the newest event that counts for the series, None without one.
    """
    current = Series.objects.filter(club__in=clubs, ended_at=None).annotate(newest=Max("entries__event"))
    by_club = defaultdict(list)
    for series in current.order_by(F("newest").desc(nulls_last=True), "-id"):
        by_club[series.club_id].append(series)
    return by_club


def last_used(current: list[Series]) -> list[Series]:
    """Return the series for which the newest event counts; the newest series if none of them has an event.

    `current` are those of a club, as list_current_series has them.
    """
    first = current[:1]
    return [one for one in current if one.newest == first[0].newest] if first and first[0].newest else first


@dataclass(frozen=True)
class EntryLine:
    """An event of the series at its desk: `state` is a sentence.

    `players` is the number of those with a result, 0 before; `winners` are the names of the best two at most.
    """

    column: SeriesColumn
    state: str
    players: int = 0
    winners: tuple[str, ...] = ()


def list_entries(facts: SeriesFacts) -> list[EntryLine]:
    """Return the events of a series, the newest first, with what keeps them from counting."""
    events = {event.key: event for event in facts.events}
    lines = []
    for column in reversed(facts.columns):
        event, about = events.get(column.key), ()
        if event:
            about = event.players, winners_of(event)
        lines.append(EntryLine(column, state_text(facts, column), *about))
    return lines


def winners_of(event: SeriesEvent) -> tuple[str, ...]:
    """Return who has the first place, or the most points given; nobody if more than MAX_WINNERS share it."""
    names = [result.name for result in event.results if result.place == 1]
    if event.is_given:
        most = max(result.given or 0 for result in event.results)
        names = [result.name for result in event.results if result.given == most]
    return tuple(names) if len(names) <= MAX_WINNERS else ()


def find_repeatable(facts: SeriesFacts) -> Event | None:
    """Return the newest event of a running season that has nothing to come: the one to repeat."""
    if facts.series.ended_at or facts.with_state(COMING, LIVE):
        return None
    return next((column.event for column in reversed(facts.columns) if column.event), None)


def is_complete(facts: SeriesFacts) -> bool:
    """Return whether a running season has nothing left to play: neither planned events nor a final."""
    series, planned = facts.series, facts.rules.planned_events
    if series.ended_at or facts.with_state(COMING, LIVE):
        return False
    if series.final_id and PlayerResult.objects.filter(event=series.final_id).exists():
        return True
    return series.final_id is None and planned is not None and len(facts.events) >= planned


# The last number of a name, or the last two: “2026”, “2026/27”.
LAST_NUMBERS = re.compile(r"(\d{1,4})(?:([/–-])(\d{1,4}))?(?=\D*$)")


def suggest_next_name(series: Series) -> str:
    """Return a name for the next season that no series of the club has: “League 2” after “League”."""
    taken = set(series.club.series.values_list("name", flat=True))
    name = series.name
    while name in taken:
        found = LAST_NUMBERS.search(name)
        if not found:
            name = f"{name[: MAX_SERIES_NAME_LENGTH - 2]} 2"
            continue
        first, dash, last = found.groups()
        numbers = [str(int(number) + 1).zfill(len(number)) for number in (first, last) if number]
        name = name[: found.start()] + (dash or "").join(numbers) + name[found.end() :]
    return name[:MAX_SERIES_NAME_LENGTH]


def state_text(facts: SeriesFacts, column: SeriesColumn) -> str:
    if column.key in facts.table.left_out:
        return message_text(facts.table.left_out[column.key])
    if column.state == LIVE and awaits_end(without_draft_rounds(load_history(column.event))):
        return gettext("All results are in. It counts as soon as somebody ends it, or after 24 hours.")
    return gettext(STATES[column.state])


@dataclass(frozen=True)
class OfferedEvent:
    """An event of the club that can be added to a series."""

    event: Event
    date: str


def list_offered_events(series: Series) -> list[OfferedEvent]:
    """Return the newest events of the club that are not in the series."""
    events = series.club.events.exclude(series_entries__series=series).filter(cancelled="")
    newest = events.order_by(F("starts_at").desc(nulls_last=True), "-id")[:MAX_OFFERED]
    return [OfferedEvent(event, date_text(event)) for event in newest]


def list_results(entry: SeriesEntry) -> list[tuple[ElsewhereResult, str]]:
    """Return the results of an evening from elsewhere, with the points as a text; none of an event."""
    rows = entry.results.select_related("person").order_by("id")
    return [(row, "" if row.points is None else decimal_text(row.points)) for row in rows]


@dataclass(frozen=True)
class MemberLine:
    """A person of the table at the desk, with what the series says of them."""

    person: SeriesPerson
    rank: str
    total: str
    member: SeriesMember | None

    @property
    def about(self) -> str:
        """Return “guest, Juniors, 2 adjustments”; empty if there is nothing to say."""
        if self.member is None:
            return ""
        words = [gettext("guest")] if self.member.is_guest else []
        words += [self.member.division] if self.member.division else []
        words += [adjustment_text(row) for row in self.member.adjustments]
        return ", ".join(words)


def adjustment_text(row: dict) -> str:
    """Return “−2: no decklist”."""
    return f"{points_text(row)}: {row['reason']}"


def points_text(row: dict) -> str:
    """Return the points of a stored adjustment: “−1.5”."""
    return number_text(Fraction(row["points"])).replace("-", "−")


def list_adjustments(member: SeriesMember | None) -> list[tuple[str, str, str]]:
    """Return (points, reason, time that names it) of each adjustment."""
    rows = member.adjustments if member else ()
    return [(points_text(row), row["reason"], row["at"]) for row in rows]


def list_members(facts: SeriesFacts) -> list[MemberLine]:
    """Return the people of the series: first those of the table, then guests and others."""
    members = {member.person_id: member for member in facts.series.members.all()}
    ranked = {one.row.person: one for one in facts.table.rows}
    lines = []
    for key in [*ranked, *(key for key in facts.people if key not in ranked)]:
        person, one = facts.people[key], ranked.get(key)
        if person.pk is None:
            continue
        rank = str(one.rank or "–") if one else "–"
        total = number_text(one.row.total) if one else ""
        lines.append(MemberLine(person, rank, total, members.get(person.pk)))
    return lines


@dataclass(frozen=True)
class PrizeLine:
    """A prize of the season and who gets it; `given_at` is when it was handed out."""

    text: str
    rank: int
    name: str
    person: str
    pk: int | None
    given_at: datetime | None


def list_prizes(facts: SeriesFacts) -> list[PrizeLine]:
    """Return the prizes with the people whose rank has one, best first."""
    given = dict(facts.series.members.values_list("person", "prize_given_at"))
    lines = []
    for ranked in facts.table.rows:
        person = facts.people[ranked.row.person]
        for prize in facts.series.prizes:
            if ranked.rank and prize["first"] <= ranked.rank <= prize["last"]:
                lines.append(
                    PrizeLine(
                        prize["text"],
                        ranked.rank,
                        ranked.row.name,
                        person.key,
                        person.pk,
                        given.get(person.pk),
                    )
                )
    return lines
