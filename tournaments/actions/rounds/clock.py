"""The round timer: start, pause, change, and time extensions of tables."""

from dataclasses import replace

from ...models import Event
from ...rules.log import part_paths
from ...rules.rounds import clock as clock_rules
from ...rules.rounds import permissions_by_state, progress
from ..change import Actor, Change, record_action
from ..results.results import match_at, round_situation


def start_clock(event: Event, actor: Actor, phase: int, number: int):
    """Start a round's timer with the length in the settings.

    Raises RuleViolation as rules.clock and permissions_by_state do.
    """
    with record_action(event, actor, "start_clock") as change:

        def make(clock):
            return clock_rules.start_clock(
                clock, progress.settings_for(change.history, phase).minutes, change.now
            )

        put_clock(change, phase, number, make)


def pause_clock(event: Event, actor: Actor, phase: int, number: int):
    """Pause a round's timer."""
    with record_action(event, actor, "pause_clock") as change:
        put_clock(change, phase, number, lambda clock: clock_rules.pause_clock(clock, change.now))


def resume_clock(event: Event, actor: Actor, phase: int, number: int):
    """Resume a paused timer."""
    with record_action(event, actor, "resume_clock") as change:
        put_clock(change, phase, number, lambda clock: clock_rules.resume_clock(clock, change.now))


def change_clock(event: Event, actor: Actor, phase: int, number: int, minutes: int):
    """Add minutes to a round's timer; negative ones shorten it."""
    with record_action(event, actor, "change_clock") as change:
        put_clock(change, phase, number, lambda clock: clock_rules.change_minutes(clock, minutes, change.now))


def put_clock(change: Change, phase: int, number: int, make):
    """Store the round with the timer that `make` returns for the current one."""
    check(change, phase, number)
    round_ = change.history.phase(phase).rounds[number - 1]
    changed = replace(round_, clock=make(round_.clock), matches=())
    change.set_part(part_paths.round_(phase, number), changed)


def extend_table(event: Event, actor: Actor, phase: int, number: int, table: int, minutes: int):
    """Add minutes to a table's time extension; negative ones take some back."""
    with record_action(event, actor, "extend_table") as change:
        check(change, phase, number)
        match = match_at(change.before, phase, number, table)
        extra = clock_rules.add_table_minutes(match, minutes)
        change.set_part(part_paths.match(phase, number, match), replace(match, extra_minutes=extra))


def check(change: Change, phase: int, number: int):
    permissions_by_state.check(change.action, round_situation(change.before, phase, number), number)
