"""Calculates chances, and stores the standings of published rounds."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django_tasks import task

from ..changes.change import Change
from ..changes.registry import listens_to_changes
from ..changes.tasks import CHANCES
from ..history import load
from ..history.cache import load_history
from ..history.load import without_draft_rounds
from ..models import CutChances, Event, PublishedStandings
from ..rules.forecast.chances import MAX_ROUNDS_LEFT, calculate_chances, can_have_chances, chances_json
from ..rules.history import FINISHED, EventPhase, StandingsRecord
from ..rules.log.event_parts import phase_path, split
from ..rules.rounds.phases import round_count
from ..rules.standings.standings import Standings
from .pages.published import published_table

PAUSE_SECONDS = 30
# After a longer calculation, the pause is so many times as long as it took.
PAUSE_FACTOR = 2
# A task that was queued so long ago is lost.
LOST_MINUTES = 10


@listens_to_changes("player", "phase", "round", "match")
def queue_chances(change: Change):
    """Queue the calculation after a change of the last rounds.

    While a task is queued or runs, it takes the newest version. A change that does more than add results
    clears the chances: what was certain may be so no longer.
    """
    if not are_last_rounds(change):
        return
    event, now = change.event, change.now
    row, _is_new = CutChances.objects.get_or_create(event=event, defaults={"next_at": now})
    if row.values and not adds_only_results(change):
        CutChances.objects.filter(pk=row.pk).update(values={}, version=event.version)
        Event.objects.filter(pk=event.pk).update(chances_at=now)
    if row.is_queued and now < row.next_at + timedelta(minutes=LOST_MINUTES):
        return
    queue_task(row, max(now, row.next_at))


def queue_task(row: CutChances, next_at: datetime):
    CutChances.objects.filter(pk=row.pk).update(is_queued=True, next_at=next_at)
    update_chances.using(run_after=next_at).enqueue(row.event_id)


def are_last_rounds(change: Change) -> bool:
    """Return whether at most two rounds of the current phase were to come before this change.

    Chances that are switched off count only if the change switches them on.
    """
    before = without_draft_rounds(change.before)
    phase = before.current_phase
    if not can_have_chances(phase):
        return False
    part = change.parts.get(phase_path(phase.number))
    after = phase.replace(overrides=part.overrides) if part else phase
    if not (phase.settings.chances or after.settings.chances):
        return False
    return round_count(phase) - len(phase.rounds) <= MAX_ROUNDS_LEFT


def adds_only_results(change: Change) -> bool:
    """Return whether no result, table or player is another one than before."""
    matches = [before for before, _after in change.changes.values()]
    return not matches or (change.readers is not None and all(map(has_no_result, matches)))


def has_no_result(match: dict) -> bool:
    """Return whether a match of the log has no result yet; a player's report is none."""
    return all(seat.keys() <= {"player", "claim"} for seat in match["seats"])


@task(queue_name=CHANCES)
def update_chances(event_pk: int):
    """Calculate and store the chances of an event's newest version."""
    row = CutChances.objects.select_related("event").filter(event=event_pk).first()
    if row is None:
        return
    if row.values and row.version >= row.event.version:
        CutChances.objects.filter(pk=row.pk).update(is_queued=False)
        return
    at, history = timezone.now(), load_history(row.event)
    chances = calculate_chances(without_draft_rounds(history), seed=history.version)
    store_chances(row, history.version, chances_json(chances), at)


def store_chances(row: CutChances, version: int, values: dict, at: datetime):
    """Store the values, unless they were cleared since; queue the next task if there is a newer version.

    Live fragments that show chances change.
    """
    now = timezone.now()
    next_at = now + max(timedelta(seconds=PAUSE_SECONDS), PAUSE_FACTOR * (now - at))
    with transaction.atomic():
        # No change of the event meanwhile.
        event = Event.objects.select_for_update().get(pk=row.event_id)
        rows = CutChances.objects.filter(pk=row.pk)
        is_stored = rows.filter(version__lte=version).update(version=version, values=values)
        if is_stored and (values or row.values):
            Event.objects.filter(pk=event.pk).update(chances_at=at)
        if event.version > version:
            queue_task(row, next_at)
        else:
            rows.update(is_queued=False, next_at=next_at)


@listens_to_changes("round")
def store_finished_standings(change: Change):
    """Store the published standings of each round that a change finishes, unless the action did."""
    finished = {
        split(path)[1]
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
