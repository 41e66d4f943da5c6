"""Reads a series from the database: its events, and the results that count for its table."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from zoneinfo import ZoneInfo

from django.db.models import Exists, F, OuterRef, Subquery
from django.utils.formats import date_format

from ...history.cache import load_history
from ...history.load import without_draft_rounds
from ...models import ElsewhereResult, Person, Player, PlayerResult, Round, Series, SeriesEntry
from ...models.event import Event
from ...ratings.pages.lists import find_ratings_before
from ...rules.history import PUBLIC, EventHistory
from ...rules.log.erasure import ERASED_NAME
from ...rules.people.linking import ERASED
from ...rules.rounds.progress import finish_if_complete
from ...rules.series.divisions import PersonFacts, RatingDivision
from ...rules.series.events import ElsewhereRow, SeriesEvent, event_from_elsewhere, event_results
from ...rules.series.rows import SeriesAdjustment
from ...rules.series.series_rules import Number, SeriesRules, number_text, whole_if_possible
from ...rules.series.stored_rules import read_rules
from ...rules.series.table import SeriesTable, series_table
from ...rules.standings.final import is_hidden
from ...rules.standings.player_results import PlayerEventResult, results_so_far
from .achievements import counted_ticks

# States of an event in a series.
COUNTED, LIVE, COMING, MISSED, NOT_PUBLIC, CANCELLED = (
    "counted",
    "live",
    "coming",
    "missed",
    "not_public",
    "cancelled",
)
# An event that nobody has started so long after its date is not to come any more.
STILL_TO_COME = timedelta(hours=24)
# Columns of a stored result that the rules read.
RESULT_COLUMNS = (
    "place",
    "place_shared_by",
    "swiss_place",
    "swiss_place_shared_by",
    "placed_players",
    "won",
    "lost",
    "drawn",
    "byes",
    "half_byes",
    "lost_byes",
    "points",
    "opponents",
)
UNKNOWN = PersonFacts()


@dataclass(frozen=True)
class SeriesColumn:
    """An event of a series: `key` names it in addresses, `date` is a text, `at` its moment for the order."""

    entry: SeriesEntry
    key: str
    at: datetime
    state: str

    @property
    def event(self) -> Event | None:
        return self.entry.event

    @property
    def name(self) -> str:
        return self.event.name if self.event else self.entry.name

    @property
    def weight_text(self) -> str:
        """“1.5”; empty for an event that counts once."""
        return "" if self.entry.weight == 1 else decimal_text(self.entry.weight)

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.event.timezone if self.event else "UTC")

    def date(self, format: str = "j M") -> str:
        """Return the date in the event's time zone."""
        return date_format(self.at.astimezone(self.zone), format)


@dataclass(frozen=True)
class SeriesPerson:
    """Somebody in the table: a person of the club, or a player of one event of whom nobody knows who it is.

    `key` names them in addresses. `pk` is None for players who are no person.
    """

    key: str
    name: str
    pk: int | None = None
    is_shown: bool = False
    facts: PersonFacts = UNKNOWN


@dataclass(frozen=True)
class SeriesFacts:
    """All that the pages of a series are made of.

    `columns` are in the order in which the events were played; `events` have those that are finished.
    `people` are found by their keys, which are those of the table's rows.
    """

    series: Series
    rules: SeriesRules
    columns: tuple[SeriesColumn, ...]
    events: tuple[SeriesEvent, ...]
    people: Mapping[str, SeriesPerson]
    table: SeriesTable

    def column(self, key: str) -> SeriesColumn | None:
        return next((column for column in self.columns if column.key == key), None)

    @property
    def shown_columns(self) -> list[SeriesColumn]:
        """The events that have a column in the table: those that count, and while the season runs others."""
        counted = {event.key for event in self.table.events}
        return [
            column
            for column in self.columns
            if column.key in counted or (column.state in (COMING, LIVE) and not self.series.ended_at)
        ]

    def with_state(self, *states: str) -> list[SeriesColumn]:
        return [column for column in self.columns if column.state in states]


def get_series_facts(series: Series, now: datetime) -> SeriesFacts:
    """Read a series with at most five queries and calculate its table."""
    return calculate(series, list_columns(series, now))


def calculate(series: Series, columns: list[SeriesColumn], with_live=False) -> SeriesFacts:
    """Read the results of a series with these events, and calculate its table.

    `with_live` counts the events that are played now as if they ended after the rounds that are complete.
    """
    rules = read_rules(series.rules)
    members = series.members.filter(person__erased_at=None, person__merged_into=None)
    members = list(members.select_related("person").order_by("id"))
    guests = {member.person_id for member in members if member.is_guest}
    people = {}
    for member in members:
        person = person_of(member.person, member.division)
        people[person.key] = person
    counted = [column for column in columns if column.state == COUNTED]
    finished = [column for column in counted if column.event]
    played = events_played(finished, stored_rows(finished), guests, people, series, rules)
    if with_live:
        live = list_begun(columns)
        played += events_played(live, rows_now(live), guests, people, series, rules)
        counted = [column for column in columns if column.state == COUNTED or column in live]
    elsewhere = events_from_elsewhere(
        [column for column in counted if column.event is None], guests, people, rules
    )
    by_key = {event.key: event for event in (*played, *elsewhere)}
    events = tuple(by_key[column.key] for column in counted if column.key in by_key)
    table = series_table(events, rules, adjustments_of(members))
    return SeriesFacts(series, rules, tuple(columns), events, people, table)


def list_columns(series: Series, now: datetime) -> list[SeriesColumn]:
    """Return the events of a series in the order in which they were or will be played, with one query."""
    rounds = Round.objects.filter(phase__event=OuterRef("event"))
    results = PlayerResult.objects.filter(event=OuterRef("event")).order_by("-pk").values("pk")[:1]
    entries = series.entries.select_related("event").annotate(
        has_rounds=Exists(rounds), newest_result=Subquery(results)
    )
    columns = [
        SeriesColumn(entry, key_of(entry), moment_of(entry), state_of_entry(series, entry, now))
        for entry in entries
    ]
    return sorted(columns, key=lambda column: (column.at, column.entry.pk))


def key_of(entry: SeriesEntry) -> str:
    """Return what names an event of the series in addresses: its own address, or a number."""
    return entry.event.slug if entry.event else str(entry.pk)


def version_of(series: Series, columns: list[SeriesColumn]) -> str:
    """Return a text that changes with everything that the pages of a series show.

    New names change the version of the club or the layout of the events; results are stored as new rows.
    """
    parts = [
        (column.key, column.state, column.entry.newest_result)
        + ((column.event.version, column.event.layout_version) if column.event else ())
        for column in columns
    ]
    return sha256(repr((series.pk, series.club.version, series.ended_at, parts)).encode()).hexdigest()[:32]


def moment_of(entry: SeriesEntry) -> datetime:
    if entry.event is None:
        return datetime(entry.date.year, entry.date.month, entry.date.day, 12, tzinfo=ZoneInfo("UTC"))
    return entry.event.starts_at or entry.event.created_at


def state_of_entry(series: Series, entry: SeriesEntry, now: datetime) -> str:
    """Return the state of an event of the series; a public series counts public events alone."""
    event = entry.event
    if event is None:
        return COUNTED
    if series.is_public and event.visibility != PUBLIC:
        return NOT_PUBLIC
    if event.cancelled:
        return CANCELLED
    if entry.newest_result:
        return COUNTED
    if entry.has_rounds:
        return LIVE
    return COMING if event.starts_at is None or event.starts_at > now - STILL_TO_COME else MISSED


def exact_decimal(number: Decimal) -> Number:
    return whole_if_possible(Fraction(number))


def decimal_text(number: Decimal) -> str:
    """Return a stored number without the zeros at its end: “1.5”, “100”."""
    return number_text(exact_decimal(number))


def person_of(person: Person, division: str = "") -> SeriesPerson:
    facts = PersonFacts(person.birth_year, division=division)
    return SeriesPerson(person.public_id, person.public_name, person.pk, person.is_shown, facts)


# Of a player, as `events_played` reads them.
PLAYER_COLUMNS = (
    "public_id",
    "name",
    "is_proposed",
    "person_reason",
    "person__erased_at",
    "person",
    "person__public_id",
    "person__public_name",
    "person__birth_year",
    "person__has_profile",
    "person__is_hidden",
    "person__is_minor",
)


def stored_rows(columns: list[SeriesColumn]) -> Iterable[tuple]:
    """Return (event, player, PLAYER_COLUMNS, RESULT_COLUMNS) of the stored results, with one query."""
    events = [column.entry.event_id for column in columns]
    # Both name the events, so that the database finds the players by their index, too. That the events are
    # the same keeps it from comparing each result with each player while its statistics are old.
    rows = PlayerResult.objects.filter(event__in=events, player__event__in=events, player__event=F("event"))
    rows = rows.filter(player__removed_at=None).order_by("event", "player")
    return rows.values_list(
        "event", "player", *(f"player__{name}" for name in PLAYER_COLUMNS), *RESULT_COLUMNS
    )


def list_begun(columns: Iterable[SeriesColumn]) -> list[SeriesColumn]:
    """Return the events that are played now and have a complete round: without one nobody is ahead."""
    return [
        column
        for column in columns
        if column.state == LIVE
        and any(round_.finished for phase in history_now(column).all_phases for round_ in phase.rounds)
    ]


def history_now(column: SeriesColumn) -> EventHistory:
    """Return the history of an event that is played now; a round with all its results is finished."""
    return finish_if_complete(without_draft_rounds(load_history(column.event)))


def rows_now(columns: list[SeriesColumn]) -> Iterator[tuple]:
    """Yield the same of events that are played now, after their complete rounds."""
    events = [column.entry.event_id for column in columns]
    rows = Player.objects.filter(event__in=events).values_list("event", "pk", *PLAYER_COLUMNS)
    players = {(event, public_id): (event, pk, public_id, *rest) for event, pk, public_id, *rest in rows}
    for column in columns:
        for result in results_so_far(history_now(column)):
            row = players.get((column.event.pk, result.player))
            if row:
                yield *row, *(getattr(result, name) for name in RESULT_COLUMNS)


def events_played(
    columns: list[SeriesColumn],
    rows: Iterable[tuple],
    guests: set[int],
    people: dict[str, SeriesPerson],
    series: Series,
    rules: SeriesRules,
) -> list[SeriesEvent]:
    """Return the events of these columns from the rows of their players, who are added to `people`."""
    if not columns:
        return []
    by_event = {column.entry.event_id: column for column in columns}
    ticks = list_ticks(series) if rules.achievements else {}
    results, named, ticked, guest_keys = (
        defaultdict(list),
        defaultdict(dict),
        defaultdict(dict),
        defaultdict(set),
    )
    for event, player, public_id, name, is_proposed, reason, erased_at, *person, in_row in with_rest(rows):
        pk, person_id, public_name, *facts = person
        results[event].append(player_result(public_id, in_row))
        if reason == ERASED or erased_at:
            # The place stays taken, by nobody.
            continue
        if pk is None or is_proposed:
            key = f"{by_event[event].key}-{public_id}"
            people[key] = SeriesPerson(key, name)
        else:
            key = person_id
            people.setdefault(key, played_person(person_id, public_name, pk, *facts))
            if pk in guests:
                guest_keys[event].add(key)
        named[event][public_id] = (key, people[key].name)
        if player in ticks:
            ticked[event][key] = tuple(ticks[player])
    return [
        SeriesEvent(
            column.key,
            event_results(results[pk], named[pk], guest_keys[pk], ticked[pk]),
            results[pk][0].placed_players if results[pk] else 0,
            name=column.name,
            kind=column.entry.kind,
            weight=exact_decimal(column.entry.weight),
            starts_at=column.at.isoformat(),
        )
        for pk, column in by_event.items()
    ]


def with_rest(rows):
    """Yield each row with its last columns, those of the result, as one tuple."""
    for row in rows:
        yield *row[: -len(RESULT_COLUMNS)], row[-len(RESULT_COLUMNS) :]


def played_person(person_id, public_name, pk, birth_year, has_profile, is_hidden, is_minor) -> SeriesPerson:
    is_shown = bool(has_profile) and not (is_hidden or is_minor)
    return SeriesPerson(person_id, public_name, pk, is_shown, PersonFacts(birth_year))


def player_result(player: str, values: tuple) -> PlayerEventResult:
    columns = dict(zip(RESULT_COLUMNS, values, strict=True))
    columns["opponents"] = tuple((key, result) for key, result in columns["opponents"])
    return PlayerEventResult(player=player, ranks=(), **columns)


def list_ticks(series: Series) -> dict[int, list[tuple[str, int]]]:
    """Return (achievement, number of the match) of what counts for each player, by primary key."""
    ticks = defaultdict(list)
    rows = counted_ticks(series).order_by("id").values_list("player", "key", "phase", "round")
    for player, key, phase, round_ in rows:
        # A number for each match is enough: no phase has so many rounds.
        ticks[player].append((key, phase * 10_000 + round_))
    return ticks


def events_from_elsewhere(
    columns: list[SeriesColumn], guests: set[int], people: dict[str, SeriesPerson], rules: SeriesRules
) -> list[SeriesEvent]:
    """Return the evenings that were played elsewhere; their people are added to `people`."""
    if not columns:
        return []
    rows = defaultdict(list)
    results = ElsewhereResult.objects.filter(entry__in=[column.entry.pk for column in columns])
    for result in results.select_related("person").order_by("id"):
        rows[result.entry_id].append(result)
    events = []
    for column in columns:
        guest_keys, erased, values = set(), set(), []
        for result in rows[column.entry.pk]:
            if result.person is None or result.person.erased_at:
                person = SeriesPerson(f"{column.key}-{result.pk}", ERASED_NAME)
                erased.add(person.key)
            else:
                person = people.get(result.person.public_id) or person_of(result.person)
                people[person.key] = person
            if result.person_id in guests:
                guest_keys.add(person.key)
            points = None if result.points is None else exact_decimal(result.points)
            values.append(ElsewhereRow(person.key, person.name, points, result.place, result.wins))
        if not values:
            continue
        event = event_from_elsewhere(
            column.key,
            values,
            rules.scoring,
            name=column.name,
            kind=column.entry.kind,
            weight=exact_decimal(column.entry.weight),
            starts_at=column.at.isoformat(),
            source=column.entry.source,
        )
        results = (
            replace(one, is_guest=one.person in guest_keys)
            for one in event.results
            if one.person not in erased
        )
        events.append(replace(event, results=tuple(results)))
    return events


def adjustments_of(members):
    """Yield the adjustments of the members of a series."""
    for member in members:
        for row in member.adjustments:
            points = whole_if_possible(Fraction(row["points"]))
            yield SeriesAdjustment(
                member.person.public_id, member.person.public_name, points, row.get("reason", "")
            )


def read_person_facts(facts: SeriesFacts) -> dict[str, PersonFacts]:
    """Return what divisions ask about the people of a series, with one query if there is one by rating.

    Ratings are those of the club in the game of most events, at the start of the season.
    """
    people, ratings = facts.people.items(), {}
    games = Counter(one.event.game.casefold() for one in facts.columns if one.event and one.event.game)
    if games and any(isinstance(division, RatingDivision) for division in facts.rules.divisions):
        ((game, _events),) = games.most_common(1)
        ratings = find_ratings_before(facts.series.club_id, game, facts.columns[0].at)
    return {key: replace(person.facts, rating=ratings.get(person.pk)) for key, person in people}


def hides_points(columns: list[SeriesColumn]) -> bool:
    """Return whether a live event of these columns hides points now, so that nobody can play to the table."""
    return any(
        is_hidden(phase)
        for column in columns
        if column.state == LIVE
        for phase in without_draft_rounds(load_history(column.event)).all_phases
    )
