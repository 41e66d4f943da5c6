"""Side tables that an action writes: result revisions, published standings, links of removed players."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from ..models import Event, LogEntry, Match, Player, PublishedStandings, RemovedLink, Report
from ..queries.history import load
from ..queries.standings.published import published_table
from ..rules.history import StandingsRecord
from ..rules.log import part_paths, revisions
from ..rules.log.part_json import kind_of
from ..rules.rounds.progress import NextRound


def store_result_revisions(event: Event, entries: Iterable[LogEntry], sources: dict[str, str], only=None):
    """Store what these log entries say about existing tables, limited to the paths in `only`.

    `sources` has the source of paths that differs from their entry's.
    """
    revisions_by_table = defaultdict(list)
    for entry in entries:
        for path, result_text in revisions.changed_results(entry.changes):
            if only is None or path in only:
                revisions_by_table[revisions.place(path)].append((path, entry, result_text))
    if not revisions_by_table:
        return
    ids = match_ids(event, revisions_by_table)
    Report.objects.bulk_create(
        (
            Report(
                match_id=ids[table],
                at=entry.at,
                who=entry.who,
                user_id=entry.user_id,
                source=sources.get(path, entry.source),
                result=result_text,
            )
            for table, table_revisions in revisions_by_table.items()
            if table in ids
            for path, entry, result_text in table_revisions
        ),
        batch_size=500,
    )


def match_ids(event: Event, places: Iterable[tuple[int, int, int]]) -> dict[tuple[int, int, int], int]:
    """Return (phase, round, table) → row id of existing matches, maybe of more than these places."""
    numbers = {
        "round__number__in": {place[1] for place in places},
        "table__in": {place[2] for place in places},
    }
    matches = Match.objects.filter(round__phase__event=event, **numbers)
    rows = matches.values_list("round__phase__number", "round__number", "table", "id")
    return {tuple(place): pk for *place, pk in rows}


def restore_result_revisions(event: Event, entry: LogEntry):
    """Store the revisions of tables that this entry restores again, from the log: they went with the rows."""
    restored_paths = {
        path
        for path, (before, after) in entry.changes.items()
        if before is None and after and kind_of(path) == "match"
    }
    if restored_paths:
        store_result_revisions(
            event, event.log.filter(id__lt=entry.id).order_by("id"), {}, only=restored_paths
        )


def store_finished_standings(
    event: Event, rounds: dict, changes: dict, at, next_round: NextRound | None = None
):
    """Store the published standings of each round that this action finishes.

    Skips a list equal to the last stored one, as after an undo. Reuses what pairing `next_round` computed.
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
            event=event,
            phase=phase,
            round=number,
            version=event.version,
            at=at,
            columns=columns,
            rows=rows,
        )


def store_standings(event: Event, lists: tuple[StandingsRecord, ...]):
    """Store the standings of an imported file."""
    PublishedStandings.objects.bulk_create(
        PublishedStandings(
            event=event,
            phase=standings.phase,
            round=standings.round,
            version=0,
            at=datetime.fromisoformat(standings.at),
            columns=list(standings.columns),
            rows=list(map(list, standings.rows)),
        )
        for standings in lists
    )


def tokens_of_removed_players(event: Event, players: dict) -> dict[str, str]:
    """Return id → secret token of each player who is removed."""
    removed = [key for (key,), part in players.items() if part is None]
    rows = Player.objects.filter(event=event, key__in=removed)
    return dict(rows.values_list("key", "token")) if removed else {}


def restore_player_links(event: Event, links: Iterable[RemovedLink], changes: dict) -> dict[str, str]:
    """Give restored players their former tokens, the first of several.

    Return id → token of players who had the same id in the meantime.
    """
    tokens, replaced = {}, {}
    for link in links:
        tokens.setdefault(link.key, link.token)
    rows = list(Player.objects.filter(event=event, key__in=tokens)) if tokens else []
    for row in rows:
        before = changes.get(f"player:{row.key}", (True, True))[0]
        if before is not None and row.token != tokens[row.key]:
            replaced[row.key] = row.token
        row.token = tokens[row.key]
    Player.objects.bulk_update(rows, ["token"], 500)
    return replaced


def set_player_order(event: Event, order: Iterable[str]):
    """Sort the list of players by this order of ids; an empty order changes nothing."""
    places = {key: place for place, key in enumerate(order)}
    rows = Player.objects.filter(event=event) if places else ()
    moved = [row for row in rows if row.order != places[row.key]]
    for row in moved:
        row.order = places[row.key]
    Player.objects.bulk_update(moved, ["order"], 500)
