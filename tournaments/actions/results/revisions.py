"""Revisions of results: every result that a table has had, with who entered it and when."""

from collections.abc import Iterable

from django.dispatch import receiver

from ...changes.signals import changed
from ...models import Event, LogEntry, Match, ResultRevision
from ...rules.history import NOTHING
from ...rules.log import revisions
from ...rules.log.part_json import kind_of
from ..change import Change


@receiver(changed)
def store_changed_results(change: Change, **_signal):
    """Store the results that a change gives to tables; those of tables that come back are in the log."""
    if change.action.restores:
        restore_result_revisions(change.event, change.entry)
    store_result_revisions(change.event, [change.entry], sources=change.sources)


def store_result_revisions(event: Event, entries: Iterable[LogEntry], *, sources=NOTHING, only=None):
    """Store the results that these log entries give to existing tables, limited to the paths in `only`.

    `sources` are {path: source} of results that have another one than their entry.
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
            source=sources.get(path, entry.source),
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
