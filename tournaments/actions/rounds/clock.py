"""The clock of a round, run from the desk: started, paused, changed, a table given more time."""

from dataclasses import replace

from ...models import Event
from ...rules.log import part_paths
from ...rules.rounds import clock as clocks
from ...rules.rounds import permissions_by_state, progress
from ..change import By, Change, changing
from ..results.results import match_at, stands


def start_clock(event: Event, by: By, phase: int, number: int):
    """Let a round's time run, as long as the settings say. RuleViolation as rules.clock and rules.safety."""
    with changing(event, by, "start_clock") as change:

        def made(clock):
            return clocks.started(clock, progress.settings_for(change.history, phase).minutes, change.now)

        put_clock(change, phase, number, made)


def pause_clock(event: Event, by: By, phase: int, number: int):
    """Stop a round's time; what is left is kept."""
    with changing(event, by, "pause_clock") as change:
        put_clock(change, phase, number, lambda clock: clocks.paused(clock, change.now))


def resume_clock(event: Event, by: By, phase: int, number: int):
    """Let a stopped time run on."""
    with changing(event, by, "resume_clock") as change:
        put_clock(change, phase, number, lambda clock: clocks.resumed(clock, change.now))


def change_clock(event: Event, by: By, phase: int, number: int, minutes: int):
    """Give a whole round so many minutes more, or less."""
    with changing(event, by, "change_clock") as change:
        put_clock(change, phase, number, lambda clock: clocks.changed(clock, minutes, change.now))


def put_clock(change: Change, phase: int, number: int, made):
    """The round with the clock that `made` makes of the one it has."""
    check(change, phase, number)
    round_ = change.history.phase(phase).rounds[number - 1]
    put = replace(round_, clock=made(round_.clock), matches=())
    change.put(part_paths.round_(phase, number), put)


def extend_table(event: Event, by: By, phase: int, number: int, table: int, minutes: int):
    """Give a table so many minutes more than the round, added to those it has; a minus takes some back."""
    with changing(event, by, "extend_table") as change:
        check(change, phase, number)
        match = match_at(change.before, phase, number, table)
        extra = clocks.extended(match, minutes)
        change.put(part_paths.match(phase, number, match), replace(match, extra_minutes=extra))


def check(change: Change, phase: int, number: int):
    permissions_by_state.check(change.action, stands(change.before, phase, number), number)
