"""Players' reports of their results: waiting, agreed, disputed, and confirmed by time."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import (
    PODS,
    PUBLISHED,
    SWISS,
    EventHistory,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
    SeatReport,
)
from tournaments.rules.results import player_reports
from tournaments.rules.results.parsing import apply_result
from tournaments.rules.standings.final import without_hidden

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
OPEN = MatchRecord((SeatRecord("a"), SeatRecord("b")), table=1)
POD = MatchRecord(tuple(map(SeatRecord, "abcd")), table=1)


def at(minute):
    return (NOON + timedelta(minutes=minute)).isoformat()


def with_reports(match, *reports):
    """Return the match with reports (player, result) in this order, a minute apart."""
    for minute, (player, words) in enumerate(reports):
        match = player_reports.with_player_report(match, player, SeatReport(words, at(minute)))
    return match


def event_with(match, rulebook="magic", **settings):
    kind = PODS if match.is_pod else SWISS
    phase = PhaseRecord(kind, overrides=settings, rounds=(RoundRecord(1, PUBLISHED, matches=(match,)),))
    return EventHistory(
        "Friday", rulebook, tuple(PlayerRecord(key, key.upper()) for key in match.players), (phase,)
    )


@every(
    ("match", "reports", "state"),
    [
        (OPEN, [], player_reports.NO_REPORT),
        (OPEN, [("a", "2-1")], player_reports.WAITING),
        (OPEN, [("b", "2-1")], player_reports.WAITING),
        (OPEN, [("a", "2-1"), ("b", "2-1")], player_reports.AGREED),
        (OPEN, [("a", "2-1"), ("b", "1-2")], player_reports.DISPUTED),
        (OPEN, [("a", "2-1"), ("b", "1-2"), ("b", "2-1")], player_reports.AGREED),
        (OPEN, [("a", "2-1"), ("a", "2-0")], player_reports.WAITING),
        (POD, [("c", "3")], player_reports.WAITING),
        (POD, [("c", "3"), ("a", "3")], player_reports.AGREED),
        (POD, [("c", "3"), ("a", "1")], player_reports.DISPUTED),
    ],
)
def test_report_state(match, reports, state):
    assert player_reports.report_state(with_reports(match, *reports)) == state


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(["1", "2", "draw"])), max_size=6))
def test_only_the_last_report_of_each_player_counts(reports):
    reported = {
        (POD.players[seat], version.result_text)
        for version in player_reports.reported_results(with_reports(POD, *reports))
        for seat in version.seats
    }
    assert reported == set(dict(reports).items())


def test_reported_results_are_sorted_by_first_report():
    both = with_reports(OPEN, ("b", "1-2"), ("a", "2-1"))
    assert [
        (version.result_text, version.seats, version.since)
        for version in player_reports.reported_results(both)
    ] == [
        ("1-2", (1,), at(0)),
        ("2-1", (0,), at(1)),
    ]


def test_a_report_is_not_a_result_and_a_result_removes_all_reports():
    with_report = with_reports(OPEN, ("a", "2-1"), ("b", "1-2"))
    assert not with_report.reported
    reported = apply_result(with_report, "2-1")
    assert reported == apply_result(OPEN, "2-1")
    assert player_reports.reported_results(reported) == ()


@every(
    ("match", "rulebook", "result_text", "words"),
    [
        (OPEN, "magic", "clear", "Choose a result first"),
        (OPEN, "magic", "3-0", "isn’t possible in a best of 3"),
        (OPEN, "magic", "won", "isn’t a result"),
        (OPEN, "hct-2017", "draw", "doesn’t allow draws"),
        (OPEN, "old-world", "2-1-1", "victory points"),
        (POD, "pods-multiplayer", "5", "There is no seat 5"),
    ],
)
def test_invalid_reports_are_refused(match, rulebook, result_text, words):
    with pytest.raises(RuleViolation, match=words):
        player_reports.check_player_report(event_with(match, rulebook).phase(1), 1, match, result_text)


@every(
    ("match", "rulebook", "result_text"),
    [
        (OPEN, "magic", "1-1-1"),
        (OPEN, "magic", "draw"),
        (OPEN, "magic", "no-show 2"),
        (OPEN, "old-world", "vp 75-40"),
        (OPEN, "netrunner", "points 6-0"),
        (POD, "pods-multiplayer", "places 1-2-2-4"),
    ],
)
def test_all_notations_of_the_rulebook_can_be_reported(match, rulebook, result_text):
    assert player_reports.check_player_report(
        event_with(match, rulebook).phase(1), 1, match, result_text
    ).reported


@every(
    ("reports", "minutes", "after", "is_confirmed"),
    [
        ([("a", "2-1")], 5, 5, True),
        ([("a", "2-1")], 5, 4.9, False),
        ([("a", "2-1")], 0, 90, False),
        ([("a", "2-1"), ("b", "1-2")], 5, 90, False),
        ([("a", "2-1"), ("a", "2-0")], 5, 5.5, False),
        ([("a", "9-0")], 5, 90, False),
    ],
)
def test_a_single_report_is_confirmed_after_its_time(reports, minutes, after, is_confirmed):
    event = event_with(with_reports(OPEN, *reports), report_minutes=minutes)
    expired = player_reports.expired_reports(event, NOON + timedelta(minutes=after))
    assert [match.table for _phase, _round, match, _result in expired] == [1] * is_confirmed


def test_reports_are_not_confirmed_if_slips_are_brought_to_the_desk():
    event = event_with(with_reports(OPEN, ("a", "2-1")), report_minutes=5, reporting="slips")
    assert player_reports.expired_reports(event, NOON + timedelta(hours=1)) == ()


def test_hidden_results_hide_player_reports():
    with_report = with_reports(OPEN, ("a", "2-1"))
    event = event_with(with_report, hidden_standings=True)
    assert without_hidden(event).phase(1).rounds[0].matches == (OPEN,)
