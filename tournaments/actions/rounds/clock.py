"""The round timer: start, pause, change, and time extensions of tables."""

from dataclasses import replace

from ...models import Event
from ...rules.log import part_paths
from ...rules.rounds import clock as clock_rules
from ..change import Actor, Change, record_action
from ..results.results import check_round_state


def start_clock(event: Event, actor: Actor, phase: int, number: int):
    """Start a round's timer with the length in the settings.

    Raises RuleViolation as rules.rounds.clock and permissions_by_state do.
    """
    with record_action(event, actor, "start_clock") as change:

        def start(clock):
            minutes = change.history.phase(phase).settings.minutes
            return clock_rules.start_clock(clock, minutes, change.now)

        set_clock(change, phase, number, start)


def pause_clock(event: Event, actor: Actor, phase: int, number: int):
    """Pause a round's timer."""
    with record_action(event, actor, "pause_clock") as change:
        set_clock(change, phase, number, lambda clock: clock_rules.pause_clock(clock, change.now))


def resume_clock(event: Event, actor: Actor, phase: int, number: int):
    """Resume a paused timer."""
    with record_action(event, actor, "resume_clock") as change:
        set_clock(change, phase, number, lambda clock: clock_rules.resume_clock(clock, change.now))


def change_clock(event: Event, actor: Actor, phase: int, number: int, minutes: int):
    """Add minutes to a round's timer; negative ones shorten it."""
    with record_action(event, actor, "change_clock") as change:
        set_clock(change, phase, number, lambda clock: clock_rules.change_minutes(clock, minutes, change.now))


def set_clock(change: Change, phase: int, number: int, update):
    """Store the round with the timer that `update` returns for the current one."""
    check_round_state(change, phase, number)
    round_ = change.history.phase(phase).round(number)
    changed = replace(round_, clock=update(round_.clock), matches=())
    change.set_part(part_paths.round_(phase, number), changed)


def extend_table(event: Event, actor: Actor, phase: int, number: int, table: int, minutes: int):
    """Add minutes to a table's time extension; negative ones take some back."""
    with record_action(event, actor, "extend_table") as change:
        check_round_state(change, phase, number)
        match = change.before.phase(phase).round(number).match_at(table)
        extra = clock_rules.add_table_minutes(match, minutes)
        change.set_part(part_paths.match(phase, number, match), replace(match, extra_minutes=extra))
