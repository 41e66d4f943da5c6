"""The round timer and announcements at the desk."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.support.played_events import ME, make, pair, reload_event, reload_history, report_all
from tournaments.changes.change import Actor
from tournaments.desk.actions import announce
from tournaments.log.actions.undo import undo
from tournaments.log.pages.sentences import describe_entry, names_of
from tournaments.models import LogEntry
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import (
    change_clock,
    extend_table,
    finish_round,
    pair_next_round,
    pause_clock,
    resume_clock,
    start_clock,
    unpublish_round,
)
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import PODS, Announcement, RoundClock
from tournaments.rules.rounds.clock import current_announcement

NOON = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)


def at(**later):
    return Actor("organiser", now=NOON + timedelta(**later))


def round_2(event):
    return reload_history(event).phase(1).rounds[1]


def last_log_text(event):
    """Return the log's text of the last action."""
    row = LogEntry.objects.filter(event=event).last()
    return describe_entry(row, names_of(reload_history(event)))[0]


def test_a_timer_can_be_started_paused_resumed_and_changed(running):
    start_clock(running, at(), 1, 2)
    assert round_2(running).clock == RoundClock(ends_at="2026-11-14T12:50:00Z")
    pause_clock(running, at(minutes=10), 1, 2)
    assert round_2(running).clock == RoundClock(left=2400)
    change_clock(running, at(minutes=11), 1, 2, -1)
    assert last_log_text(running) == "Round 2: 1 minute removed"
    resume_clock(running, at(minutes=20), 1, 2)
    assert round_2(running).clock == RoundClock(ends_at="2026-11-14T12:59:00Z")
    change_clock(running, at(minutes=20), 1, 2, 5)
    assert last_log_text(running) == "Round 2: 5 minutes added"


def test_a_time_extension_stays_after_the_result(running):
    extend_table(running, ME, 1, 2, 3, 3)
    assert last_log_text(running) == "Table 3: time extension of 3 minutes"
    report_result(reload_event(running), ME, 1, 2, 3, "2-1")
    match = next(match for match in round_2(running).matches if match.table == 3)
    assert match.reported and match.extra_minutes == 3
    with pytest.raises(RuleViolation, match="already has a result"):
        extend_table(reload_event(running), ME, 1, 2, 3, 3)


def test_only_a_published_round_has_a_timer(running, fresh):
    with pytest.raises(RuleViolation, match="Round 1 is finished"):
        start_clock(running, ME, 1, 1)
    with pytest.raises(RuleViolation, match="no round 7"):
        start_clock(running, ME, 1, 7)
    with pytest.raises(RuleViolation, match="no table 99"):
        extend_table(running, ME, 1, 2, 99, 3)
    with pytest.raises(RuleViolation, match="no round 1"):
        start_clock(running, ME, 9, 1)
    pair_next_round(fresh, ME, seed="s")
    with pytest.raises(RuleViolation, match="still a draft"):
        start_clock(reload_event(fresh), ME, 1, 1)


def test_an_announcement_is_one_line_that_can_be_replaced_and_removed(running):
    announce(running, at(), "  Lunch\r\nuntil\x00 14:00 ")
    assert reload_history(running).announcement == Announcement("Lunch until 14:00", "2026-11-14T12:00:00Z")
    announce(running, at(), "Round 3 in five minutes")
    assert last_log_text(running) == "Announcement: Round 3 in five minutes"
    announce(running, at(), " ")
    assert reload_history(running).announcement is None
    assert last_log_text(running) == "Announcement removed"
    with pytest.raises(RuleViolation, match="Type an announcement"):
        announce(running, at(), "")
    with pytest.raises(RuleViolation, match=r"at most 200 characters\. It has 201"):
        announce(running, at(), "x" * 201)


def test_an_announcement_ends_after_some_minutes(running):
    announce(running, at(), "Pizza is here", "15")
    history = reload_history(running)
    assert history.announcement == Announcement(
        "Pizza is here", "2026-11-14T12:00:00Z", ends_at="2026-11-14T12:15:00Z"
    )
    last_second, end = NOON + timedelta(minutes=14, seconds=59), NOON + timedelta(minutes=15)
    assert current_announcement(history, last_second) and not current_announcement(history, end)


def test_an_announcement_ends_with_its_round_and_an_undo_of_that_brings_it_back(running):
    announce(running, at(), "Side events at table 20", "round")
    assert reload_history(running).announcement.round == 2
    report_all(running)
    assert current_announcement(reload_history(running), NOON)
    finish_round(reload_event(running), ME)
    assert not current_announcement(reload_history(running), NOON)
    undo(reload_event(running), ME)
    assert current_announcement(reload_history(running), NOON)


def test_without_a_round_in_progress_no_announcement_ends_with_one(fresh, running):
    with pytest.raises(RuleViolation, match="No round is in progress"):
        announce(fresh, ME, "Welcome", "round")
    report_all(running)
    finish_round(reload_event(running), ME)
    with pytest.raises(RuleViolation, match="No round is in progress"):
        announce(reload_event(running), ME, "Welcome", "round")


@pytest.mark.parametrize("rulebook", ("pods-multiplayer", "hareruya"))
def test_a_round_of_pods_has_a_timer(db, rulebook):
    event = make(8, rulebook=rulebook, kind=PODS)
    pair(event)
    start_clock(reload_event(event), at(), 1, 1)
    assert reload_history(event).phase(1).rounds[0].clock == RoundClock(ends_at="2026-11-14T13:20:00Z")
    extend_table(reload_event(event), ME, 1, 1, 1, 3)
    assert last_log_text(event) == "Table 1: time extension of 3 minutes"


def test_an_announcement_of_a_round_ends_when_the_round_is_unpublished(fresh):
    pair_next_round(fresh, ME, publish=True)
    announce(reload_event(fresh), ME, "Pizza at the break", "round")
    assert current_announcement(reload_history(fresh), NOON)
    unpublish_round(reload_event(fresh), ME, 1, 1)
    assert not current_announcement(reload_history(fresh), NOON)
