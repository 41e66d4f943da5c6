"""Players' reports: confirmed, disputed, late; the organiser decides."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tests.support.played_events import (
    ME,
    finals_of,
    make,
    match_at,
    open_texts,
    pair,
    reload_event,
    reload_history,
    report,
    submit_report,
)
from tournaments.changes.change import Actor, Change, DuplicateRequest
from tournaments.desk.actions import call_judge, close_message, end_judge_calls
from tournaments.events.actions.events import change_settings
from tournaments.log.actions import undo
from tournaments.models import LogEntry, Message, ResultRevision
from tournaments.players.actions.players import drop_player
from tournaments.results.actions import reports
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.adjustments import adjust_round
from tournaments.rounds.actions.rounds import finish_round, pair_next_round, unpublish_round
from tournaments.rules.errors import RuleViolation
from tournaments.rules.results import player_reports


def test_matching_reports_are_the_result_and_the_log_names_both_players(running):
    assert submit_report(running, 0, "2-1") == "waiting"
    assert not match_at(running, 2).reported
    assert submit_report(running, 1, "2:1") == "agreed"
    match = match_at(running, 2)
    names = [reload_history(running).names[player] for player in match.players]
    assert [seat.games for seat in match.seats] == [2, 1]
    assert reload_event(running).log.last().who == " and ".join(names)
    revisions = ResultRevision.objects.filter(match__round__number=2, match__table=2)
    assert [revision.who for revision in revisions] == [names[0], " and ".join(names)]


def test_different_reports_are_a_dispute_and_both_are_stored(running):
    submit_report(running, 0, "2-0")
    assert submit_report(running, 1, "0-2") == "disputed"
    assert [version.result_text for version in player_reports.reported_results(match_at(running, 2))] == [
        "2-0",
        "0-2",
    ]
    assert submit_report(running, 0, "0-2") == "agreed"


def test_a_report_sent_twice_is_stored_once(running):
    submit_report(running, 0, "2-0", key="k")
    with pytest.raises(DuplicateRequest):
        submit_report(running, 0, "2-0", key="k")
    with pytest.raises(DuplicateRequest):
        submit_report(running, 0, "2-0", key="another")
    assert ResultRevision.objects.filter(match__round__number=2, match__table=2).count() == 1


def test_a_player_can_change_a_report_before_the_result(running):
    submit_report(running, 0, "2-0")
    assert submit_report(running, 0, "2-1") == "waiting"
    results = player_reports.reported_results(match_at(running, 2))
    assert [version.result_text for version in results] == ["2-1"]


def test_a_player_report_is_no_edit_conflict_for_the_organiser(running):
    version = running.version
    submit_report(running, 0, "2-0")
    report_result(reload_event(running), replace(ME, seen_version=version), 1, 2, 2, "1-2")
    match = match_at(running, 2)
    assert [(seat.games, seat.player_report) for seat in match.seats] == [(1, None), (2, None)]
    undo.undo(running, ME)
    assert player_reports.reported_results(match_at(running, 2))[0].result_text == "2-0"


def test_an_agreed_result_is_an_edit_conflict_for_the_organiser(running):
    version = running.version
    submit_report(running, 0, "2-0")
    submit_report(running, 1, "2-0")
    with pytest.raises(RuleViolation, match="changed this"):
        report_result(reload_event(running), replace(ME, seen_version=version), 1, 2, 2, "1-2")


def test_the_desk_can_undo_its_result_after_reports_of_other_tables(running):
    report(running, 2, "2-0")
    mine = reload_event(running).log.last()
    submit_report(running, 0, "2-0", table=3)
    submit_report(running, 1, "2-0", table=3)
    submit_report(running, 0, "2-0", table=4)
    undo.undo(running, ME, mine.id)
    assert not match_at(running, 2).reported
    assert match_at(running, 3).reported


def test_the_desk_can_undo_its_result_after_any_number_of_reports(running, monkeypatch):
    report(running, 2, "2-0")
    mine = reload_event(running).log.last()
    monkeypatch.setattr(undo, "MAX_UNDOABLE", 1)
    submit_report(running, 0, "2-0", table=3)
    submit_report(running, 0, "2-0", table=4)
    undo.undo(running, ME, mine.id)
    assert not match_at(running, 2).reported


def test_undo_of_a_pairing_is_refused_after_reports_of_its_tables(running):
    paired = LogEntry.objects.filter(event=running, action="pair_next_round").last()
    undo.undo(running, ME)
    submit_report(running, 0, "2-0")
    with pytest.raises(RuleViolation, match=r"“Table 2: .* reports .*” changed the same thing later"):
        undo.undo(running, ME, paired.id)


def test_a_report_of_the_stored_result_changes_nothing(running):
    report(running, 2, "2-0")
    with pytest.raises(DuplicateRequest):
        submit_report(running, 1, "2-0")
    assert open_texts(running) == []


def test_a_player_can_drop_with_a_report_and_undo_it_with_another(running):
    submit_report(running, 0, "2-0", drop=True)
    key = match_at(running, 2).players[0]
    player = next(player for player in reload_history(running).players if player.id == key)
    assert player.dropped_after == 2
    submit_report(running, 0, "2-0", drop=False)
    assert not any(player.has_left for player in reload_history(running).players)


def test_a_report_does_not_reinstate_a_player_whom_the_desk_dropped(running):
    key = match_at(running, 2).players[0]
    drop_player(running, ME, key)
    submit_report(running, 0, "2-0", drop=False)
    player = next(player for player in reload_history(running).players if player.id == key)
    assert player.dropped_after == 1


@pytest.mark.parametrize(
    ("mode", "message"), [("slips", "Fill in your slip"), ("organisers", "Someone will come")]
)
def test_the_refusal_names_the_reporting_mode(running, mode, message):
    change_settings(running, ME, 1, reporting=mode)
    with pytest.raises(RuleViolation, match=message):
        submit_report(running, 0, "2-0")


def test_a_single_report_is_confirmed_after_its_time(running):
    change_settings(running, ME, 1, report_minutes=5)
    now = datetime.now(UTC)
    submit_report(running, 0, "2-0", now=now)
    with pytest.raises(DuplicateRequest):
        reports.confirm_expired_reports(reload_event(running), Actor("", now=now + timedelta(minutes=4)))
    reports.confirm_expired_reports(reload_event(running), Actor("", now=now + timedelta(minutes=5)))
    assert match_at(running, 2).reported


def test_pairing_confirms_expired_reports_first(running):
    change_settings(running, ME, 1, report_minutes=5)
    report(running, 3, "2-0")
    report(running, 4, "2-0")
    now = datetime.now(UTC)
    submit_report(running, 0, "2-0", now=now)
    with pytest.raises(RuleViolation, match="Waiting for the result of table 2"):
        pair_next_round(reload_event(running), ME)
    pair_next_round(reload_event(running), replace(ME, now=now + timedelta(minutes=6)))
    assert match_at(running, 2).reported
    undo.undo(running, ME)
    assert player_reports.report_state(match_at(running, 2)) == player_reports.WAITING


def test_an_agreed_result_can_finish_a_round_of_finals(opened_early):
    assert submit_report(opened_early, 0, "0-2", table=2, number=1, phase=2) == "waiting"
    assert submit_report(opened_early, 1, "0-2", table=2, number=1, phase=2) == "agreed"
    assert reload_history(opened_early).phase(2).rounds[0].finished


def test_in_finals_players_cannot_report_a_draw_or_drop(db):
    event = finals_of("single", 4)
    with pytest.raises(RuleViolation, match="A bracket match needs a winner"):
        submit_report(event, 0, "1-1", table=1, number=1)
    submit_report(event, 0, "2-0", table=1, number=1, drop=True)
    assert not any(player.has_left for player in reload_history(event).players)


def test_in_a_pod_one_other_seat_confirms_a_report(pods_running):
    submit_report(pods_running, 0, "3")
    assert submit_report(pods_running, 2, "3") == "agreed"
    assert match_at(pods_running, 2).seats[2].result == "win"


def test_a_table_has_at_most_one_open_judge_call(running):
    key, other = match_at(running, 2).players
    call_judge(running, Actor("x"), key)
    with pytest.raises(DuplicateRequest):
        call_judge(reload_event(running), Actor("y"), other)
    assert open_texts(running) == [(Message.JUDGE, 2, "")]
    close_message(reload_event(running), ME, Message.objects.get().pk)
    call_judge(reload_event(running), Actor("y"), other)
    assert Message.objects.filter(event=running).count() == 2


@pytest.mark.parametrize("how", ("the desk", "the players", "the end of the round"))
def test_a_judge_call_ends_with_the_result_of_its_table_or_with_its_round(running, how):
    for table in (1, 4):
        report(running, table, "2-1")
    for table in (2, 3):
        call_judge(reload_event(running), Actor("x"), match_at(running, table).players[0])
    if how == "the players":
        submit_report(running, 0, "2-0")
        assert len(open_texts(running)) == 2, "A single report is no result"
        submit_report(running, 1, "2-0")
    else:
        report(running, 2, "2-0")
    assert open_texts(running) == [(Message.JUDGE, 3, "")]
    if how == "the end of the round":
        report(running, 3, "2-0")
        finish_round(reload_event(running), ME)
        assert open_texts(running) == []
    ended = Message.objects.get(event=running, table=2)
    assert ended.done_at and ended.done_by == ""
    undo.undo(reload_event(running), ME)
    assert not Message.objects.filter(event=running, table=2, done_at=None).exists()


def test_a_judge_call_ends_with_its_unpublished_round(db):
    event = make(4)
    pair(event)
    call_judge(reload_event(event), Actor("x"), reload_history(event).players[0].id)
    assert len(open_texts(event)) == 1
    unpublish_round(reload_event(event), ME, 1, 1)
    assert open_texts(event) == []


def test_a_judge_call_ends_when_its_table_gets_other_players(running):
    call_judge(running, Actor("x"), match_at(running, 3).players[0])
    a, b = match_at(running, 2).players[0], match_at(running, 3).players[0]
    adjust_round(reload_event(running), ME, 1, 2, "swap", a=a, b=b, reason="wrong table")
    assert open_texts(running) == []


def test_a_judge_call_ends_in_a_change_of_more_tables_than_a_query_takes_conditions(running):
    call_judge(running, Actor("x"), match_at(running, 3).players[0])
    change = Change(reload_event(running), ME, undo.undo.action)
    paths = [f"match:1:2:{table}" for table in range(1, 1101)]
    change.parts = dict.fromkeys(paths)
    change.changes = dict.fromkeys(paths, ({"seats": [{"player": "p1"}]}, None))
    end_judge_calls(change)
    assert open_texts(running) == []


def test_a_judge_call_without_a_table_is_refused(running):
    event = make(3)
    pair(event)
    bye = next(match.players[0] for match in reload_history(event).phase(1).rounds[0].matches if match.is_bye)
    with pytest.raises(RuleViolation, match="come to the desk"):
        call_judge(reload_event(event), Actor("x"), bye)


def test_an_unpublished_round_takes_no_reports(fresh):
    pair_next_round(fresh, ME)
    with pytest.raises(RuleViolation, match="Round 1 is not published yet"):
        submit_report(fresh, 0, "2-0", table=1, number=1)
    assert open_texts(fresh) == []
