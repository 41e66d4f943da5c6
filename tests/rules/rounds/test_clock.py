"""The clock of a round: every second is kept, and no table's time ends before the round's."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import MatchRecord, RoundClock, SeatRecord
from tournaments.rules.rounds import clock as clocks

NOON = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)


def later(**how):
    return NOON + timedelta(**how)


def at_table(extra=0, **fields):
    return MatchRecord((SeatRecord("p1", **fields), SeatRecord("p2")), table=7, extra_minutes=extra)


def test_a_round_of_fifty_minutes_started_at_noon_ends_at_ten_to_one():
    clock = clocks.start_clock(None, 50, NOON)
    assert clock == RoundClock(ends_at="2026-11-14T12:50:00Z")
    assert clocks.seconds_left(clock, later(minutes=49, seconds=30)) == 30
    assert clocks.seconds_left(clock, later(minutes=51)) == 0


@given(
    waits=st.lists(st.tuples(st.integers(1, 600), st.integers(1, 6000)), max_size=4),
)
def test_what_passes_while_the_clock_is_stopped_does_not_count(waits):
    clock, now, played = clocks.start_clock(None, 50, NOON), NOON, 0
    for runs, stops in waits:
        clock = clocks.pause_clock(clock, now + timedelta(seconds=runs))
        now += timedelta(seconds=runs + stops)
        clock = clocks.resume_clock(clock, now)
        played += runs
    assert clocks.seconds_left(clock, now) == 3000 - played


@given(st.lists(st.integers(-60, 60), max_size=6))
def test_minutes_given_and_taken_add_up_and_never_leave_less_than_none(minutes):
    running, stopped, left = clocks.start_clock(None, 50, NOON), RoundClock(left=3000), 3000
    for each in minutes:
        running, stopped = (
            clocks.change_minutes(running, each, NOON),
            clocks.change_minutes(stopped, each, NOON),
        )
        left = max(0, left + 60 * each)
    assert clocks.seconds_left(running, NOON) == stopped.left == left


def test_minutes_given_once_the_time_is_over_count_from_now():
    clock = clocks.change_minutes(clocks.start_clock(None, 50, NOON), 5, later(minutes=58))
    assert clock == RoundClock(ends_at="2026-11-14T13:03:00Z")


def test_a_table_ends_later_than_the_round_by_its_extension_and_not_at_all_while_the_clock_is_stopped():
    clock = clocks.start_clock(None, 50, NOON)
    assert clocks.table_ends_at(clock, at_table(extra=3)) == "2026-11-14T12:53:00Z"
    assert clocks.table_ends_at(clock, at_table()) == clock.ends_at
    assert clocks.table_ends_at(RoundClock(left=60), at_table(extra=3)) is None


def test_extensions_of_a_table_add_up_and_can_be_taken_back():
    assert clocks.add_table_minutes(at_table(), 3) == 3
    assert clocks.add_table_minutes(at_table(extra=3), 2) == 5
    assert clocks.add_table_minutes(at_table(extra=3), -3) == 0


REFUSED = {
    "already": lambda: clocks.start_clock(RoundClock(left=3), 50, NOON),
    "have no length": lambda: clocks.start_clock(None, 0, NOON),
    "does not run": lambda: clocks.pause_clock(RoundClock(left=3), NOON),
    "The clock does not run": lambda: clocks.pause_clock(None, NOON),
    "time is over": lambda: clocks.pause_clock(clocks.start_clock(None, 50, NOON), later(minutes=50)),
    "not paused": lambda: clocks.resume_clock(clocks.start_clock(None, 50, NOON), NOON),
    "has not been started": lambda: clocks.change_minutes(None, 5, NOON),
    "at most 600": lambda: clocks.change_minutes(RoundClock(left=0), 601, NOON),
    "needs no time": lambda: clocks.add_table_minutes(MatchRecord((SeatRecord("p1"),)), 3),
    "has its result": lambda: clocks.add_table_minutes(at_table(games=2), 3),
    "it has 3 now": lambda: clocks.add_table_minutes(at_table(extra=3), -4),
    "0 to 120": lambda: clocks.add_table_minutes(at_table(), 121),
    "it has 0 now": lambda: clocks.add_table_minutes(at_table(), 0),
}


@every("words", REFUSED)
def test_what_makes_no_sense_is_refused_in_words(words):
    with pytest.raises(RuleViolation, match=words):
        REFUSED[words]()
