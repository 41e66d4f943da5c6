"""What an action leaves beside its rows and log line: versions of results, standings, links of players."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from ..models import Event, LogEntry, Match, Player, PublishedStandings, RemovedLink, Report
from ..queries.history import load
from ..queries.standings.published import as_published
from ..rules.history import StandingsRecord
from ..rules.log import part_paths, revisions
from ..rules.log.part_json import kind_of
from ..rules.rounds.progress import NextRound


def keep_versions(event: Event, entries: Iterable[LogEntry], sources: dict[str, str], only=None):
    """Store what these entries say of tables that are there, of the paths in `only` if it is given.

    `sources` are paths that were decided from elsewhere than their entry.
    """
    said = defaultdict(list)
    for entry in entries:
        for path, told in revisions.said(entry.changes):
            if only is None or path in only:
                said[revisions.place(path)].append((path, entry, told))
    if not said:
        return
    ids = ids_of(event, said)
    Report.objects.bulk_create(
        (
            Report(
                match_id=ids[where],
                at=entry.at,
                who=entry.who,
                user_id=entry.user_id,
                source=sources.get(path, entry.source),
                result=told,
            )
            for where, here in said.items()
            if where in ids
            for path, entry, told in here
        ),
        batch_size=500,
    )


def ids_of(event: Event, places: Iterable[tuple[int, int, int]]) -> dict[tuple[int, int, int], int]:
    """(phase, round, table) → the row id of each of these tables that are there, and maybe of others."""
    numbers = {
        "round__number__in": {place[1] for place in places},
        "table__in": {place[2] for place in places},
    }
    found = Match.objects.filter(round__phase__event=event, **numbers)
    found = found.values_list("round__phase__number", "round__number", "table", "id")
    return {tuple(place): pk for *place, pk in found}


def keep_versions_again(event: Event, entry: LogEntry):
    """What was reported of tables that this entry brings back went with their rows; the log knows it."""
    again = {
        path
        for path, (before, after) in entry.changes.items()
        if before is None and after and kind_of(path) == "match"
    }
    if again:
        keep_versions(event, event.log.filter(id__lt=entry.id).order_by("id"), {}, only=again)


def keep_standings(event: Event, rounds: dict, changes: dict, at, next_round: NextRound | None = None):
    """Store the standings of each round that is finished now and was not, as everybody sees them.

    Not if the list that was stored last is the same, as after an undo. What was computed to pair `next_round`
    is not computed again.
    """
    finished = [
        place
        for place, part in sorted(rounds.items())
        if part and part.finished and (changes[part_paths.round_(*place)][0] or {}).get("state") != part.state
    ]
    if not finished:
        return
    history_now = next_round.event if next_round else load.read(event)
    for phase, number in finished:
        standings = next_round.ranked if next_round and next_round.phase == phase else None
        columns, rows = as_published(history_now, phase, number, standings)
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
    """Store lists that came in a file."""
    PublishedStandings.objects.bulk_create(
        PublishedStandings(
            event=event,
            phase=one.phase,
            round=one.round,
            version=0,
            at=datetime.fromisoformat(one.at),
            columns=list(one.columns),
            rows=list(map(list, one.rows)),
        )
        for one in lists
    )


def links_of_gone(event: Event, players: dict) -> dict[str, str]:
    """id → the secret of the page of each player who is taken off the list."""
    gone = [key for (key,), part in players.items() if part is None]
    of_gone = Player.objects.filter(event=event, key__in=gone)
    return dict(of_gone.values_list("key", "token")) if gone else {}


def give_back(event: Event, links: Iterable[RemovedLink], changes: dict) -> dict[str, str]:
    """Whoever these links were of has the page they had, by the first of several; gives id → the link of who
    had the same id meanwhile."""
    given, replaced = {}, {}
    for link in links:
        given.setdefault(link.key, link.token)
    rows = list(Player.objects.filter(event=event, key__in=given)) if given else []
    for row in rows:
        before = changes.get(f"player:{row.key}", (True, True))[0]
        if before is not None and row.token != given[row.key]:
            replaced[row.key] = row.token
        row.token = given[row.key]
    Player.objects.bulk_update(rows, ["token"], 500)
    return replaced


def put_order(event: Event, order: Iterable[str]):
    """The list of players in this order of their ids; as it is where none is given."""
    places = {key: place for place, key in enumerate(order)}
    rows = Player.objects.filter(event=event) if places else ()
    moved = [row for row in rows if row.order != places[row.key]]
    for row in moved:
        row.order = places[row.key]
    Player.objects.bulk_update(moved, ["order"], 500)
