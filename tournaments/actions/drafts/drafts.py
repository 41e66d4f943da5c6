"""A draft before its first round: pods drawn, changed by hand, decks built."""

from dataclasses import replace
from datetime import timedelta

from ...models import Event
from ...rules.drafts import seat_changes
from ...rules.errors import RuleViolation, _
from ...rules.history import EventHistory
from ...rules.log import part_paths
from ...rules.log.timestamps import to_the_second
from ...rules.rounds import progress
from ..change import By, changing
from ..log.restore_points import keep_snapshot
from ..results.results import put_due
from ..rounds.next_seed import seed_for
from ..rounds.rounds import put_drawn


def draw_pods(event: Event, by: By, *, seed: str = "") -> int:
    """Draw the pods of the draft that comes next, once more as long as no round of it is drawn; gives the
    number of its phase.

    Finishes the round before. Raises RuleViolation where results are missing, no draft comes next, or too few
    are there.
    """
    with changing(event, by, "draw_pods") as change:
        put_due(change)
        before = change.history
        seed, sealed = seed_for(change.event, seed)
        drawn = progress.pods_drawn(before, seed)
        # Named in any case: who decides on the pods does so beside whoever has just drawn them.
        change.put(part_paths.phase(drawn.phase), replace(before.phase(drawn.phase), rounds=()))
        put_drawn(change, before, drawn, seed, sealed)
        keep_snapshot(change, _("before the pods"))
        return drawn.phase


def adjust_pods(event: Event, by: By, kind: str, *, a: str = "", b: str = "", pod: int = 0):
    """Change the pods of the draft that comes next by hand: one of draft_seats.KINDS. RuleViolation for what
    cannot be, and once round 1 is drawn."""
    with changing(event, by, f"adjust_pods: {kind}") as change:
        number = with_pods(change.history)
        pods = seat_changes.adjusted(change.history, number, kind, a=a, b=b, pod=pod)
        phase = change.history.phase(number)
        change.put(part_paths.phase(number), replace(phase, pods=pods, rounds=()))


def start_building(event: Event, by: By):
    """Let the time to build decks begin, or begin again, for everybody to see."""
    with changing(event, by, "start_building") as change:
        number = with_pods(change.history)
        minutes = progress.settings_for(change.history, number).draft_minutes
        until = to_the_second(change.now + timedelta(minutes=minutes))
        phase = change.history.phase(number)
        change.put(part_paths.phase(number), replace(phase, build_until=until, rounds=()))


def with_pods(event: EventHistory) -> int:
    """The number of the draft that waits for its first round; RuleViolation where none does."""
    phase = event.phase(event.current)
    if not phase.pods or phase.rounds:
        raise RuleViolation(_("No pods wait for their first round."))
    return event.current
