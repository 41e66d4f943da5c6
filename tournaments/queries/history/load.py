"""Loads rules.history records from database rows."""

from collections import defaultdict
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from ...models import Event, Phase, Player, Round, Seat
from ...rules.history import (
    DRAFT,
    Announcement,
    EventHistory,
    LogRecord,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    ProofRecord,
    RoundClock,
    RoundRecord,
    SeatRecord,
    SeatReport,
    StandingsRecord,
)
from ...rules.log import timestamps
from ...rules.standings.hidden import without_hidden

PLAYER_FIELDS = (
    "name",
    "club",
    "rating",
    "seed",
    "joined_round",
    "dropped_after",
    "disqualified",
    "soft",
    "household",
    "division",
    "table",
    "byes",
    "order",
)
MATCH_FIELDS = ("table", "drawn_games", "slot", "extra_minutes")
SEAT_FIELDS = ("games", "result", "place", "score", "secondary", "bonus", "points")
# So many rows of published standings at most go into an event's file.
MOST_PUBLISHED = 20_000
OF_MATCH = tuple(f"match__{field}" for field in MATCH_FIELDS)
OF_SEAT = (*SEAT_FIELDS, "claim")


def as_int_if_whole(number):
    """Return 2.0 as 2; other values unchanged."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


def in_utc(at: datetime | None) -> str | None:
    """Format a time as the event file does."""
    return None if at is None else timestamps.in_utc(at)


def event_from_row(event: Event) -> EventHistory:
    """Return the event's own fields, without players, phases and log."""
    return EventHistory(
        name=event.name,
        rulebook=event.rulebook,
        starts_at=in_utc(event.starts_at),
        timezone=event.timezone,
        place=event.place,
        forbidden=tuple(map(tuple, event.forbidden)),
        wished=tuple(map(tuple, event.wished)),
        pot=event.pot,
        announcement=Announcement(**event.announcement) if event.announcement else None,
        visibility=event.visibility,
        version=event.version,
        frame_version=event.frame_version,
    )


def players_of(event: Event, **which) -> tuple[PlayerRecord, ...]:
    """The event's players in their order; `which` narrows the rows."""
    rows = (
        Player.objects.filter(event=event, **which).order_by("order", "id").values_list("key", *PLAYER_FIELDS)
    )
    return tuple(player_of(*row) for row in rows)


def player_of(key, name, club, rating, seed, joined, dropped, dq, soft, household, division, *more):
    numbers, (table, byes, order) = (
        (as_int_if_whole(rating), as_int_if_whole(seed), joined, dropped, dq, as_int_if_whole(soft)),
        more,
    )
    return PlayerRecord(key, name, club, *numbers, household, division, table, by_round(byes), order)


def by_round(byes: dict[str, str]) -> dict[int, str]:
    """Byes asked for as they are stored → by the number of the round."""
    return {int(number): worth for number, worth in byes.items()}


def phase_of(phase: Phase) -> PhaseRecord:
    """A phase without its rounds."""
    entrants = None if phase.entrants is None else tuple(phase.entrants)
    return PhaseRecord(
        phase.kind,
        phase.name,
        phase.settings,
        entrants,
        pods=tuple(map(tuple, phase.pods)),
        pods_seed=phase.pods_seed,
        pods_sealed=phase.pods_sealed,
        build_until=in_utc(phase.build_until),
    )


def matches_of(**which) -> dict[int, tuple[MatchRecord, ...]]:
    """Matches by the row id of their round, tables in order and byes last; `which` narrows the seats."""
    rows = Seat.objects.filter(**which).order_by("match_id", "position")
    columns = rows.values_list("match_id", "round_id", "player__order", *OF_MATCH, "player__key", *OF_SEAT)
    rounds = defaultdict(list)
    for _match, of_match in groupby(columns, key=itemgetter(0)):
        seats = list(of_match)
        _, round_id, order, *match_fields = seats[0][: 3 + len(OF_MATCH)]
        match = MatchRecord(tuple(seat_of(*row[3 + len(OF_MATCH) :]) for row in seats), *match_fields)
        rounds[round_id].append((match.table is None, match.table or 0, order, match))
    in_order = itemgetter(0, 1, 2)
    return {key: tuple(match for *_, match in sorted(here, key=in_order)) for key, here in rounds.items()}


def seat_of(player, *fields) -> SeatRecord:
    """A seat of the columns OF_SEAT."""
    *fields, points, claim = fields
    return SeatRecord(player, *fields, as_int_if_whole(points), SeatReport(**claim) if claim else None)


def rounds_of(event: Event, **which) -> dict[int, list[RoundRecord]]:
    """Rounds by the row id of their phase, in order; `which` narrows the seats in them."""
    matches = matches_of(round__phase__event=event, **which)
    phases = defaultdict(list)
    for row in Round.objects.filter(phase__event=event).order_by("number"):
        phases[row.phase_id].append(round_of(row, matches.get(row.id, ())))
    return phases


def round_of(row: Round, matches: tuple[MatchRecord, ...] = ()) -> RoundRecord:
    """A round of its row and these matches."""
    proof = ProofRecord(**row.proof) if row.proof else None
    clock = RoundClock(**row.clock) if row.clock else None
    return RoundRecord(row.number, row.state, row.seed, matches, row.sealed, proof, clock)


def read_history_from_db(event: Event) -> EventHistory:
    """Load the history from its rows: four queries, whatever its size."""
    rounds = rounds_of(event)
    phases = tuple(
        replace(phase_of(row), rounds=tuple(rounds[row.id]))
        for row in Phase.objects.filter(event=event).order_by("number")
    )
    return replace(event_from_row(event), players=players_of(event), phases=phases)


def public_history(history: EventHistory) -> EventHistory:
    """Return the public event: without draft rounds and hidden results."""
    return without_hidden(without_draft_rounds(history))


def without_draft_rounds(history: EventHistory) -> EventHistory:
    """Return the event without draft rounds."""
    phases = tuple(
        replace(phase, rounds=tuple(r for r in phase.rounds if r.state != DRAFT)) for phase in history.phases
    )
    return replace(history, phases=phases)


def add_log(event: Event, history: EventHistory) -> EventHistory:
    """Return the history with its log and published standings, as in the event file."""
    return replace(history, log=log_of(event), published=published_standings_of(event))


def published_standings_of(event: Event) -> tuple[StandingsRecord, ...]:
    """Return the published standings, oldest first; the newest within MOST_PUBLISHED rows."""
    lists, rows = [], 0
    for one in event.published.order_by("-id"):
        rows += len(one.rows)
        if rows > MOST_PUBLISHED:
            break
        table_rows = tuple(map(tuple, one.rows))
        lists.append(StandingsRecord(one.phase, one.round, in_utc(one.at), tuple(one.columns), table_rows))
    return tuple(reversed(lists))


def log_of(event: Event) -> tuple[LogRecord, ...]:
    """The event's log, oldest first; `undoes` counts its lines from 1."""
    rows = list(
        event.log.order_by("id").values_list("id", "at", "who", "action", "changes", "undoes_id", "source")
    )
    places = {row[0]: place for place, row in enumerate(rows, 1)}
    return tuple(
        LogRecord(timestamps.in_utc(at), who, action, changes, places.get(undoes), source)
        for _, at, who, action, changes, undoes, source in rows
    )
