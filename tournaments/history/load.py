"""Loads rules.history records from database rows."""

from collections import defaultdict
from dataclasses import fields, replace
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from django.db.models import QuerySet

from ..models import Event, PersonIdentifier, Phase, Player, Registration, Round, Seat
from ..rules import event_file
from ..rules.event_file import fields as file_fields
from ..rules.history import (
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
    StandingsRecord,
)
from ..rules.history.players import PersonReference, RegistrationRecord, facts_of
from ..rules.settings.fields import as_int_if_whole
from ..rules.standings.final import without_hidden
from .names import read_public_names

PLAYER_COLUMNS = tuple(field.name for field in fields(PlayerRecord) if field.name != "id")
MATCH_COLUMNS = ("table", "drawn_games", "slot", "extra_minutes")
RESULT_COLUMNS = ("games", "result", "place", "score", "secondary", "bonus", "points")
# Limit of the rows of published standings in an event file.
MAX_PUBLISHED_ROWS = 20_000


def format_utc(at: datetime | None) -> str | None:
    return None if at is None else file_fields.format_utc(at)


def event_from_row(event: Event) -> EventHistory:
    """Return the event's own fields, without players, phases and log."""
    return EventHistory(
        name=event.name,
        rulebook=event.rulebook,
        starts_at=format_utc(event.starts_at),
        timezone=event.timezone,
        place=event.place,
        game=event.game,
        game_format=event.game_format,
        cancelled=event.cancelled,
        forbidden=tuple(map(tuple, event.forbidden)),
        wished=tuple(map(tuple, event.wished)),
        pot=event.pot,
        announcement=Announcement(**event.announcement) if event.announcement else None,
        visibility=event.visibility,
        registration=event_file.REGISTRATION.read(event.registration, "event.registration"),
        check_in=event_file.CHECK_IN.read(event.check_in, "event.check_in"),
        lists=event_file.LISTS.read(event.lists, "event.lists"),
        version=event.version,
        layout_version=event.layout_version,
    )


def players_of(event: Event, **filters) -> tuple[PlayerRecord, ...]:
    """Return the event's players in their order; `filters` narrow the rows."""
    return read_players(Player.objects.filter(event=event, **filters))


def read_players(rows: QuerySet) -> tuple[PlayerRecord, ...]:
    rows = rows.order_by("order", "id").values_list("public_id", *PLAYER_COLUMNS)
    return tuple(player_of(*row) for row in rows)


def player_of(public_id, *values) -> PlayerRecord:
    """Return the player of a row of public_id and PLAYER_COLUMNS."""
    values = dict(zip(PLAYER_COLUMNS, values, strict=True))
    for name, read in PLAYER_READERS.items():
        values[name] = read(values[name])
    return PlayerRecord(public_id, **values)


def by_round(byes: dict[str, str]) -> dict[int, str]:
    """Return stored byes by the number of the round."""
    return {int(number): worth for number, worth in byes.items()}


# The columns that the record has in another form.
PLAYER_READERS = {
    "rating": as_int_if_whole,
    "seed": as_int_if_whole,
    "soft_score": as_int_if_whole,
    "byes": by_round,
    "checked_in_at": format_utc,
}


def phase_of(phase: Phase) -> PhaseRecord:
    """Return a phase without its rounds."""
    return PhaseRecord(
        kind=phase.kind,
        name=phase.name,
        overrides=phase.settings,
        entrants=None if phase.entrants is None else tuple(phase.entrants),
        pods=tuple(map(tuple, phase.pods)),
        pods_seed=phase.pods_seed,
        pods_sealed=phase.pods_sealed,
        build_until=format_utc(phase.build_until),
    )


def matches_of(**filters) -> dict[int, tuple[MatchRecord, ...]]:
    """Return matches by the row id of their round, by table and byes last; `filters` narrow the seats."""
    match_columns = (f"match__{column}" for column in MATCH_COLUMNS)
    seat_columns = ("player__public_id", *RESULT_COLUMNS, "player_report")
    columns = ("match_id", "round_id", "player__order", *match_columns, *seat_columns)
    rows = Seat.objects.filter(**filters).order_by("match_id", "position").values_list(*columns)
    seat_start = columns.index("player__public_id")
    matches_by_round = defaultdict(list)
    for _match_id, match_rows in groupby(rows, key=itemgetter(0)):
        match_rows = list(match_rows)
        _match_id, round_id, player_order, *match_fields = match_rows[0][:seat_start]
        match = MatchRecord(tuple(seat_of(*row[seat_start:]) for row in match_rows), *match_fields)
        sort_key = (match.table is None, match.table or 0, player_order)
        matches_by_round[round_id].append((sort_key, match))
    return {
        round_id: tuple(match for _key, match in sorted(matches, key=itemgetter(0)))
        for round_id, matches in matches_by_round.items()
    }


def seat_of(player, *values) -> SeatRecord:
    """Return the seat of a row of RESULT_COLUMNS and the player's report."""
    *result, points, report = values
    report = event_file.REPORT_FIELDS.read(report, "claim") if report else None
    return SeatRecord(player, *result, as_int_if_whole(points), report)


def rounds_of(event: Event, **filters) -> dict[int, list[RoundRecord]]:
    """Return rounds in order by the row id of their phase; `filters` narrow the seats in them."""
    matches = matches_of(round__phase__event=event, **filters)
    rounds = defaultdict(list)
    for row in Round.objects.filter(phase__event=event).order_by("number"):
        rounds[row.phase_id].append(round_of(row, matches.get(row.id, ())))
    return rounds


def round_of(row: Round, matches: tuple[MatchRecord, ...] = ()) -> RoundRecord:
    proof = ProofRecord(**row.proof) if row.proof else None
    clock = RoundClock(**row.clock) if row.clock else None
    return RoundRecord(row.number, row.state, row.seed, matches, row.sealed, proof, clock)


def read_history_from_db(event: Event) -> EventHistory:
    """Return the history from its rows, with five queries whatever its size.

    The names of its players are those of the rows: see EventHistory.with_public_names.
    """
    rounds = rounds_of(event)
    phases = tuple(
        replace(phase_of(row), rounds=tuple(rounds[row.id]))
        for row in Phase.objects.filter(event=event).order_by("number")
    )
    people = read_public_names([event])[event.pk]
    return replace(event_from_row(event), players=players_of(event), phases=phases, public_names=people)


def public_history(history: EventHistory) -> EventHistory:
    """Return the public event: without draft rounds and hidden results."""
    return without_hidden(without_draft_rounds(history))


def without_draft_rounds(history: EventHistory) -> EventHistory:
    """Return the history without draft rounds; the same object, with what it has calculated, if none is."""
    if not any(round_.state == DRAFT for phase in history.phases for round_ in phase.rounds):
        return history
    return replace(
        history,
        phases=tuple(
            replace(phase, rounds=tuple(round_ for round_ in phase.rounds if round_.state != DRAFT))
            for phase in history.phases
        ),
    )


def add_log(event: Event, history: EventHistory) -> EventHistory:
    """Return the history with its log and published standings, as in the event file."""
    return replace(history, log=log_of(event), published=published_standings_of(event))


def published_standings_of(event: Event) -> tuple[StandingsRecord, ...]:
    """Return the newest published standings with MAX_PUBLISHED_ROWS rows together, oldest first."""
    records, row_count = [], 0
    for published in event.published.order_by("-id"):
        row_count += len(published.rows)
        if row_count > MAX_PUBLISHED_ROWS:
            break
        at, columns = format_utc(published.at), tuple(published.columns)
        rows = tuple(map(tuple, published.rows))
        records.append(StandingsRecord(published.phase, published.round, at, columns, rows))
    return tuple(reversed(records))


def log_of(event: Event) -> tuple[LogRecord, ...]:
    """Return the event's log, oldest first; `undoes` is the position of another entry, counted from 1."""
    columns = ("id", "undoes_id", "at", "who", "action", "changes", "source", "sentence", "values")
    rows = list(event.log.order_by("id").values_list(*columns))
    positions = {row[0]: position for position, row in enumerate(rows, 1)}
    return tuple(
        LogRecord(file_fields.format_utc(at), who, action, changes, positions.get(undoes), *texts)
        for _id, undoes, at, who, action, changes, *texts in rows
    )


def add_registrations(event: Event, history: EventHistory) -> EventHistory:
    """Return the history with its registrations, which hold contact data."""
    rows = Registration.objects.filter(event=event).select_related("player").order_by("order", "id")
    records = map(registration_of, rows)
    names = history.public_names.public
    return replace(
        history,
        registrations=tuple(
            replace(record, name=names[record.player]) if record.player in names else record
            for record in records
        ),
    )


def add_people(event: Event, history: EventHistory, *, with_identifiers: bool) -> EventHistory:
    """Return the history with the people of the event's club whom the players count for."""
    players = Player.objects.filter(event=event, person__club=event.club_id, is_proposed=False)
    columns = ("public_id", "person", "person__public_id")
    rows = list(players.order_by("order", "id").values_list(*columns))
    identifiers = defaultdict(dict)
    if with_identifiers:
        known = PersonIdentifier.objects.filter(person__players__in=players)
        for person, publisher, value in known.values_list("person", "publisher", "value"):
            identifiers[person][publisher] = value
    people = {key: PersonReference(public_id, identifiers[person]) for key, person, public_id in rows}
    return replace(history, people=people)


def registration_of(row: Registration) -> RegistrationRecord:
    return RegistrationRecord(
        **facts_of(row),
        state=row.state,
        at=format_utc(row.at),
        player=row.present_player and row.present_player.public_id,
        email=row.email,
        email_confirmed_at=format_utc(row.email_confirmed_at),
        held_until=format_utc(row.held_until),
        answers=row.answers,
        language=row.language,
    )
