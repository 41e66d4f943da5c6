"""Rows that an action writes beyond the event's parts: revisions, standings, entries, ends of judge calls."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q

from ..models import (
    Event,
    LogEntry,
    Match,
    Message,
    Player,
    PublishedStandings,
    Registration,
    ResultRevision,
)
from ..queries.history import load
from ..queries.standings.published import published_table
from ..rules.history import PUBLISHED, TIME, StandingsRecord
from ..rules.history.registration import RegistrationRecord
from ..rules.log import part_paths, revisions
from ..rules.log.part_json import kind_of, seated_players
from ..rules.rounds.progress import NextRound


def end_judge_calls(event: Event, differing: dict, changes: dict, now: datetime):
    """Mark open judge calls as done whose table got a result or other players, or whose round isn't open.

    Nobody closed them: `done_by` stays empty.
    """
    rounds = {name for name, round_ in differing["round"].items() if not round_ or round_.state != PUBLISHED}
    tables = defaultdict(list)
    for (phase, number, table), match in differing["match"].items():
        if match and match.is_bye:
            continue
        before, after = changes.get(f"match:{phase}:{number}:{table}", (None, None))
        is_moved = before and seated_players(before) != seated_players(after)
        if is_moved or (match and match.reported):
            tables[phase, number].append(table)
    places = [Q(phase=phase, round=number) for phase, number in rounds]
    places += [Q(phase=place[0], round=place[1], table__in=tables[place]) for place in tables]
    if places:
        calls = Message.objects.filter(reduce(or_, places), event=event, kind=Message.JUDGE, done_at=None)
        calls.update(done_at=now)


def store_result_revisions(event: Event, entries: Iterable[LogEntry], *, auto_confirmed=(), only=None):
    """Store the results that these log entries give to existing tables, limited to the paths in `only`.

    Results of the paths in `auto_confirmed` have the source TIME, others that of their entry.
    """
    changed = [
        (path, entry, result)
        for entry in entries
        for path, result in revisions.changed_results(entry.changes)
        if only is None or path in only
    ]
    ids = match_ids(event, {revisions.place(path) for path, _entry, _result in changed})
    reports = [
        ResultRevision(
            match_id=ids[revisions.place(path)],
            at=entry.at,
            who=entry.who,
            user_id=entry.user_id,
            source=TIME if path in auto_confirmed else entry.source,
            result=result,
        )
        for path, entry, result in changed
        if revisions.place(path) in ids
    ]
    ResultRevision.objects.bulk_create(reports, batch_size=500)


def match_ids(event: Event, places: set[tuple[int, int, int]]) -> dict[tuple[int, int, int], int]:
    """Return (phase, round, table) → row id of existing matches, maybe of more than these places."""
    if not places:
        return {}
    _phases, rounds, tables = zip(*places, strict=True)
    matches = Match.objects.filter(
        round__phase__event=event, round__number__in=set(rounds), table__in=set(tables)
    )
    rows = matches.values_list("round__phase__number", "round__number", "table", "id")
    return {tuple(place): pk for *place, pk in rows}


def restore_result_revisions(event: Event, entry: LogEntry):
    """Store the revisions of tables that this entry restores again, from the log: they went with the rows."""
    restored = {
        path
        for path, (before, after) in entry.changes.items()
        if before is None and after and kind_of(path) == "match"
    }
    if restored:
        earlier = event.log.filter(id__lt=entry.id).order_by("id")
        store_result_revisions(event, earlier, only=restored)


def store_finished_standings(
    event: Event, rounds: dict, changes: dict, at, next_round: NextRound | None = None
):
    """Store the published standings of each round that this action finishes.

    Skips standings equal to the last stored ones, as after an undo. Reuses those that pairing `next_round`
    has computed.
    """
    finished = [
        place
        for place, part in sorted(rounds.items())
        if part and part.finished and (changes[part_paths.round_(*place)][0] or {}).get("state") != part.state
    ]
    if not finished:
        return
    history = next_round.event if next_round else load.read_history_from_db(event)
    for phase, number in finished:
        standings = next_round.ranked if next_round and next_round.phase == phase else None
        columns, rows = published_table(history, phase, number, standings)
        last = event.published.filter(phase=phase, round=number).order_by("-id").first()
        if last and (last.columns, last.rows) == (columns, rows):
            continue
        PublishedStandings.objects.create(
            event=event, phase=phase, round=number, version=event.version, at=at, columns=columns, rows=rows
        )


def store_imported_standings(event: Event, published: tuple[StandingsRecord, ...]):
    """Store the published standings of an imported file."""
    PublishedStandings.objects.bulk_create(
        PublishedStandings(
            event=event,
            phase=standings.phase,
            round=standings.round,
            version=0,
            at=datetime.fromisoformat(standings.at),
            columns=list(standings.columns),
            rows=[list(row) for row in standings.rows],
        )
        for standings in published
    )


def store_imported_registrations(event: Event, entries: tuple[RegistrationRecord, ...]):
    """Store the entries of an imported file; that of a player gets the player's link, others a new one."""
    players = {player.public_id: player for player in Player.objects.filter(event=event)}
    rows = [
        Registration(
            event=event,
            player=players[entry.player] if entry.player else None,
            state=entry.state,
            order=order,
            at=datetime.fromisoformat(entry.at),
            name=entry.name,
            club=entry.club,
            division=entry.division,
            email=entry.email,
            email_confirmed_at=entry.email_confirmed_at and datetime.fromisoformat(entry.email_confirmed_at),
            held_until=entry.held_until and datetime.fromisoformat(entry.held_until),
            answers=entry.answers,
            language=entry.language,
        )
        for order, entry in enumerate(entries, 1)
    ]
    create_entries(event, rows)


def create_entries(event: Event, rows: list[Registration]):
    """Store new entries; those of players take over the secret of the player's page."""
    for row in rows:
        if row.player:
            row.token = row.player.token
    Registration.objects.bulk_create(rows, 500)
    give_up_own_secrets(event)


def give_up_own_secrets(event: Event):
    """Delete the own secrets of players with an entry: that of the entry counts."""
    players = Player.with_removed.filter(event=event, registration__isnull=False)
    players.exclude(token=None).update(token=None)


def end_accepted_entries(event: Event, players: dict):
    """End the entries of players who leave or are removed, so that they don't wait for a place again.

    An entry that the staff accept keeps its state as long as the player is in the event.
    """
    rows, entries = Player.objects.filter(event=event), Registration.objects.filter(event=event)
    entries = entries.exclude(state=Registration.WITHDRAWN)
    if leavers := [key for (key,), part in players.items() if part and part.has_left]:
        leavers = rows.filter(public_id__in=leavers, dropped_after=None, disqualified=False)
        entries.filter(player__in=leavers).update(state=Registration.REGISTERED)
    if removed := [key for (key,), part in players.items() if part is None]:
        removed = rows.filter(public_id__in=removed)
        entries.filter(player__in=removed).update(state=Registration.DECLINED)


def reopen_entries(event: Event, changes: dict):
    """Mark the entries of players whom an undo restores as accepted: their removal had declined them."""
    paths = [path for path, (before, _after) in changes.items() if before is None]
    names = [part_paths.split(path)[1][0] for path in paths if kind_of(path) == "player"]
    if names:
        players = Player.objects.filter(event=event, public_id__in=names)
        declined = Registration.objects.filter(state=Registration.DECLINED, player__in=players)
        declined.update(state=Registration.REGISTERED)


def link_entries(event: Event, entries: dict[str, Registration]):
    """Link entries, by player id, to the players who have entered with them, and so with their secret."""
    if not entries:
        return
    for player in Player.objects.filter(event=event, public_id__in=entries):
        entries[player.public_id].player = player
    Registration.objects.bulk_update(entries.values(), ["player"], 500)
    give_up_own_secrets(event)


def set_player_order(event: Event, order: Iterable[str]):
    """Sort the list of players by this order of ids; an empty order changes nothing."""
    positions = {key: position for position, key in enumerate(order)}
    rows = Player.objects.filter(event=event) if positions else ()
    moved = [row for row in rows if row.order != positions[row.public_id]]
    for row in moved:
        row.order = positions[row.public_id]
    Player.objects.bulk_update(moved, ["order"], 500)
