"""The standings published after each round, stored so that later corrections can be compared with them."""

from datetime import datetime

from django.dispatch import receiver

from ...changes.signals import changed
from ...models import Event, PublishedStandings
from ...queries.history import load
from ...queries.standings.published import published_table
from ...rules.history import FINISHED, EventPhase, StandingsRecord
from ...rules.log import part_paths
from ...rules.standings.standings import Standings
from ..change import Change


@receiver(changed)
def store_finished_standings(change: Change, **_signal):
    """Store the published standings of each round that a change finishes, unless the action did."""
    finished = {
        part_paths.split(path)[1]
        for path, (before, after) in change.changes.items()
        if path.startswith("round:") and is_finished(after) and not is_finished(before)
    }
    if finished:
        stored = PublishedStandings.objects.filter(event=change.event, version=change.version)
        finished -= set(stored.values_list("phase", "round"))
    history = load.read_history_from_db(change.event) if finished else None
    for phase, number in sorted(finished):
        store_standings(change, history.phase(phase), number)


def store_standings(change: Change, phase: EventPhase, number: int, standings: Standings | None = None):
    """Store the published standings after a round; `standings` are those of the phase, if known.

    Skips standings equal to the last stored ones, as after an undo.
    """
    columns, rows = published_table(phase, number, standings)
    round_rows = PublishedStandings.objects.filter(event=change.event, phase=phase.number, round=number)
    last = round_rows.order_by("-id").first()
    if not last or (last.columns, last.rows) != (columns, rows):
        PublishedStandings.objects.create(
            event=change.event,
            phase=phase.number,
            round=number,
            version=change.version,
            at=change.now,
            columns=columns,
            rows=rows,
        )


def is_finished(round_: dict | None) -> bool:
    """Return whether a round of the log is finished; a missing one is not."""
    return round_ is not None and round_["state"] == FINISHED


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
