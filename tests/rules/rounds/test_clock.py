"""The round timer and time extensions of tables."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import MatchRecord, RoundClock, SeatRecord
from tournaments.rules.rounds.clock import (
    add_table_minutes,
    change_minutes,
    pause_clock,
    resume_clock,
    seconds_left,
    start_clock,
    table_ends_at,
)

NOON = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)


def later(**duration):
    return NOON + timedelta(**duration)


def at_table(extra=0, **fields):
    return MatchRecord((SeatRecord("p1", **fields), SeatRecord("p2")), table=7, extra_minutes=extra)


def test_a_started_timer_ends_after_its_minutes():
    clock = start_clock(None, 50, NOON)
    assert clock == RoundClock(ends_at="2026-11-14T12:50:00Z")
    assert seconds_left(clock, later(minutes=49, seconds=30)) == 30
    assert seconds_left(clock, later(minutes=51)) == 0


@given(
    waits=st.lists(st.tuples(st.integers(1, 600), st.integers(1, 6000)), max_size=4),
)
def test_paused_time_does_not_count(waits):
    clock, now, played = start_clock(None, 50, NOON), NOON, 0
    for runs, stops in waits:
        clock = pause_clock(clock, now + timedelta(seconds=runs))
        now += timedelta(seconds=runs + stops)
        clock = resume_clock(clock, now)
        played += runs
    assert seconds_left(clock, now) == 3000 - played


@given(st.lists(st.integers(-60, 60), max_size=6))
def test_changed_minutes_add_up_and_stop_at_zero(minutes):
    running, stopped, left = start_clock(None, 50, NOON), RoundClock(left=3000), 3000
    for change in minutes:
        running, stopped = (
            change_minutes(running, change, NOON),
            change_minutes(stopped, change, NOON),
        )
        left = max(0, left + 60 * change)
    assert seconds_left(running, NOON) == stopped.left == left


def test_minutes_added_after_the_end_count_from_now():
    clock = change_minutes(start_clock(None, 50, NOON), 5, later(minutes=58))
    assert clock == RoundClock(ends_at="2026-11-14T13:03:00Z")


def test_a_time_extension_moves_the_end_of_a_table():
    clock = start_clock(None, 50, NOON)
    assert table_ends_at(clock, at_table(extra=3)) == "2026-11-14T12:53:00Z"
    assert table_ends_at(clock, at_table()) == clock.ends_at
    assert table_ends_at(RoundClock(left=60), at_table(extra=3)) is None


def test_time_extensions_add_up_and_can_be_reduced():
    assert add_table_minutes(at_table(), 3) == 3
    assert add_table_minutes(at_table(extra=3), 2) == 5
    assert add_table_minutes(at_table(extra=3), -3) == 0


REFUSED = {
    "already": lambda: start_clock(RoundClock(left=3), 50, NOON),
    "no round length": lambda: start_clock(None, 0, NOON),
    "isn’t running": lambda: pause_clock(RoundClock(left=3), NOON),
    "The round timer isn’t running": lambda: pause_clock(None, NOON),
    "Time is up": lambda: pause_clock(start_clock(None, 50, NOON), later(minutes=50)),
    "isn’t paused": lambda: resume_clock(start_clock(None, 50, NOON), NOON),
    "hasn’t been started": lambda: change_minutes(None, 5, NOON),
    "at most 600": lambda: change_minutes(RoundClock(left=0), 601, NOON),
    "can’t have a time extension": lambda: add_table_minutes(MatchRecord((SeatRecord("p1"),)), 3),
    "has a result": lambda: add_table_minutes(at_table(games=2), 3),
    "it now has 3": lambda: add_table_minutes(at_table(extra=3), -4),
    "0 to 120": lambda: add_table_minutes(at_table(), 121),
    "it now has 0": lambda: add_table_minutes(at_table(), 0),
}


@every("message", REFUSED)
def test_invalid_timer_actions_are_refused(message):
    with pytest.raises(RuleViolation, match=message):
        REFUSED[message]()
