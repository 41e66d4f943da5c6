"""The round timer: start, pause, change, and time extensions of tables."""

from dataclasses import replace

from ... import access
from ...rules.log import part_paths
from ...rules.rounds import clock as clock_rules
from ...rules.rounds.permissions_by_state import WHILE_PLAYED
from ..change import Change, action
from ..results.results import check_round_state


@action(access.ANNOUNCE, in_round=WHILE_PLAYED)
def start_clock(change: Change, phase: int, number: int):
    """Start a round's timer with the length in the settings.

    Raises RuleViolation as rules.rounds.clock and permissions_by_state do.
    """

    def start(clock):
        minutes = change.history.phase(phase).settings.minutes
        return clock_rules.start_clock(clock, minutes, change.now)

    set_clock(change, phase, number, start)


@action(access.ANNOUNCE, in_round=WHILE_PLAYED)
def pause_clock(change: Change, phase: int, number: int):
    """Pause a round's timer."""
    set_clock(change, phase, number, lambda clock: clock_rules.pause_clock(clock, change.now))


@action(access.ANNOUNCE, in_round=WHILE_PLAYED)
def resume_clock(change: Change, phase: int, number: int):
    """Resume a paused timer."""
    set_clock(change, phase, number, lambda clock: clock_rules.resume_clock(clock, change.now))


@action(access.ANNOUNCE, in_round=WHILE_PLAYED)
def change_clock(change: Change, phase: int, number: int, minutes: int):
    """Add minutes to a round's timer; negative ones shorten it."""
    set_clock(change, phase, number, lambda clock: clock_rules.change_minutes(clock, minutes, change.now))


def set_clock(change: Change, phase: int, number: int, update):
    """Store the round with the timer that `update` returns for the current one."""
    check_round_state(change, phase, number)
    round_ = change.history.round(phase, number)
    changed = replace(round_, clock=update(round_.clock), matches=())
    change.set_part(part_paths.round_(phase, number), changed)


@action(access.HANDLE_REPORTS, in_round=WHILE_PLAYED)
def extend_table(change: Change, phase: int, number: int, table: int, minutes: int):
    """Add minutes to a table's time extension; negative ones take some back."""
    check_round_state(change, phase, number)
    match = change.before.round(phase, number).match_at(table)
    extra = clock_rules.add_table_minutes(match, minutes)
    change.set_part(part_paths.match(phase, number, match), replace(match, extra_minutes=extra))
