"""What an action leaves beside its rows and log line: versions of results, standings, links of players."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from ..models import Event, LogEntry, Match, Player, PublishedStandings, RemovedLink, Report
from ..queries.published import as_published
from ..queries.seen import row_of
from ..rules import history, versions
from ..rules.fragments import kind_of
from .match_rows import AT_TABLE, FEW


def keep_versions(event: Event, entries: Iterable[LogEntry], sources: dict[str, str], only=None):
    """Store what these entries say of tables that are there, of the paths in `only` if it is given.

    `sources` are paths that were decided from elsewhere than their entry.
    """
    said = defaultdict(list)
    for entry in entries:
        for path, told in versions.said(entry.changes):
            if only is None or path in only:
                said[versions.place(path)].append((path, entry, told))
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
    if len(places) <= FEW:
        found = {place: row_of(AT_TABLE, event.pk, *place) for place in places}
        return {place: row[0] for place, row in found.items() if row}
    rounds = {number for _phase, number, _table in places}
    found = Match.objects.filter(round__phase__event=event, round__number__in=rounds).exclude(table=None)
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


def keep_standings(event: Event, rounds: dict, changes: dict, at):
    """Store the standings of each round that is finished now and was not, as everybody sees them; not once
    more the list that stands last, as after a way back and forth."""
    for (phase, number), part in sorted(rounds.items()):
        before = changes[f"round:{phase}:{number}"][0]
        if part is None or not part.finished or (before or {}).get("state") == part.state:
            continue
        columns, rows = as_published(event, phase, number)
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


def store_standings(event: Event, lists: tuple[history.Published, ...]):
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
