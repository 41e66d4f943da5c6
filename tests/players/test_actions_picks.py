"""Picked names: what a phone may do with one, and how abuse fails."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.support.picked_names import (
    agree,
    contest,
    make_event,
    marked_tables,
    only_pick,
    pick,
    reported_texts,
    sides,
    submit,
)
from tests.support.played_events import ME, make, match_at, pair, reload_event, reload_history, report
from tournaments.changes.change import Actor, DuplicateRequest
from tournaments.desk.actions import call_judge
from tournaments.events.actions.events import change_event, change_settings
from tournaments.history.cache import load_history_with_log
from tournaments.log.actions.undo import redo, undo
from tournaments.models import Event, Message, Pick, ResultRevision
from tournaments.players.actions import picks
from tournaments.players.actions.players import add_players, drop_player
from tournaments.results.actions.reports import accept_report, confirm_expired_reports
from tournaments.results.actions.results import report_result
from tournaments.results.pages.entry import get_revisions
from tournaments.rounds.actions.rounds import finish_round, pair_next_round
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import PHONE, PICK, PODS, PRIVATE


@pytest.fixture
def event(db):
    return make_event()


def test_two_picks_agree_on_a_result_that_stays_marked_until_the_round_is_finished(event):
    agree(event)
    assert match_at(event, 1, 1).reported
    assert marked_tables(event) == [1]
    report(event, 2, "2-1")
    finish_round(reload_event(event), ME)
    assert marked_tables(event) == []


def test_the_desk_correction_removes_the_mark(event):
    agree(event)
    report(event, 1, "0-2")
    assert marked_tables(event) == []
    assert [seat.games for seat in match_at(event, 1, 1).seats] == [0, 2]


def test_a_personal_link_that_confirms_a_pick_leaves_the_mark(event):
    first, second = sides(event)
    submit(event, first, "2-0", pick(event, first))
    assert submit(event, second, "2-0") == "agreed"
    assert marked_tables(event) == [1]


def test_a_name_has_one_pick(event):
    first, _second = sides(event)
    pick(event, first)
    with pytest.raises(RuleViolation, match="already using the name"):
        pick(event, first)


def test_a_name_picked_twice_with_the_same_secret_is_picked_once(event):
    first, _second = sides(event)
    token = pick(event, first)
    with pytest.raises(DuplicateRequest):
        pick(event, first, token)
    assert only_pick(event).token == token


def test_the_secret_of_another_pick_is_not_used_again(event):
    first, second = sides(event)
    token = pick(event, first)
    assert pick(event, second, token) != token
    submit(event, second, "2-0")
    by_link = Pick.objects.get(player__public_id=second).token
    picks.free_pick(reload_event(event), ME, Pick.objects.get(player__public_id=first).pk)
    assert pick(event, first, by_link) != by_link


@pytest.mark.parametrize("reporting", ["players", "slips", "organisers"])
def test_names_are_picked_only_where_anyone_reports(event, reporting):
    first, _second = sides(event)
    token = pick(event, first)
    change_settings(reload_event(event), ME, 1, reporting=reporting)
    with pytest.raises(RuleViolation):
        pick(event, sides(event)[1])
    with pytest.raises(RuleViolation):
        submit(event, first, "2-0", token)


def test_names_are_picked_only_once_round_1_is_published(db):
    event = make(4)
    change_settings(event, ME, 1, reporting="anyone")
    with pytest.raises(RuleViolation, match="isn’t published"):
        pick(event, "p1")
    pair_next_round(reload_event(event), ME, seed="seed", publish=False)
    with pytest.raises(RuleViolation, match="isn’t published"):
        pick(event, "p1")


def test_picks_end_with_the_event_and_work_again_when_the_end_is_undone(event):
    first, _second = sides(event)
    token = pick(event, first)
    for number in (1, 2):
        for table in (1, 2):
            report_result(reload_event(event), ME, 1, number, table, "2-0")
        if number == 1:
            pair(event)
    finish_round(reload_event(event), ME)
    with pytest.raises(RuleViolation, match="event is over"):
        call_judge(reload_event(event), Actor("x", source=PICK), first, token)
    with pytest.raises(RuleViolation, match="event is over"):
        pick(event, sides(event)[1])
    undo(reload_event(event), ME)
    call_judge(reload_event(event), Actor("x", source=PICK), first, token)
    assert Message.objects.count() == 1


def test_time_never_confirms_the_report_of_a_pick_but_that_of_a_personal_link(event):
    change_settings(event, ME, 1, report_minutes=1)
    first, _second = sides(event)
    later = Actor("Topcut", now=datetime.now(UTC) + timedelta(days=1))
    submit(event, first, "2-0", pick(event, first))
    with pytest.raises(DuplicateRequest):
        confirm_expired_reports(reload_event(event), later)
    report(event, 2, "2-0")
    with pytest.raises(RuleViolation):
        pair(event)
    assert not match_at(event, 1, 1).reported
    submit(event, first, "2-0")
    confirm_expired_reports(reload_event(event), later)
    assert match_at(event, 1, 1).reported


def test_the_desk_accepts_the_single_report_of_a_pick(event):
    first, _second = sides(event)
    submit(event, first, "2-0", pick(event, first))
    accept_report(reload_event(event), ME, 1, 1, 1, "2-0")
    assert match_at(event, 1, 1).reported and marked_tables(event) == []


def test_a_pick_cannot_drop_its_player(event):
    first, _second = sides(event)
    submit(event, first, "2-0", pick(event, first), drop=True)
    assert reload_history(event).player(first).dropped_after is None


def test_a_pick_cannot_report_for_another_name(event):
    first, second = sides(event)
    token = pick(event, first)
    pick(event, second)
    with pytest.raises(RuleViolation, match="no longer reports for"):
        submit(event, second, "2-0", token)
    with pytest.raises(RuleViolation, match="no longer reports for"):
        call_judge(reload_event(event), Actor("x", source=PICK), second, token)


def test_a_contested_name_s_reports_wait_for_the_desk(event):
    first, second = sides(event)
    tokens = {key: pick(event, key) for key in (first, second)}
    contest(event, first)
    submit(event, first, "2-0", tokens[first])
    assert submit(event, second, "2-0", tokens[second]) == "agreed"
    assert not match_at(event, 1, 1).reported
    accept_report(reload_event(event), ME, 1, 1, 1, "2-0")
    assert match_at(event, 1, 1).reported


def test_contesting_withdraws_what_one_person_with_two_windows_reported(event):
    first, second = sides(event)
    tokens = agree(event, "0-2")
    contest(event, first)
    assert not match_at(event, 1, 1).reported
    for key in (first, second):
        with pytest.raises(DuplicateRequest):
            submit(event, key, "0-2", tokens[key])
    assert not match_at(event, 1, 1).reported


def test_a_confirmed_pick_reports_again_and_cannot_be_contested_again(event):
    first, second = sides(event)
    token = pick(event, first)
    contest(event, first)
    picks.confirm_pick(reload_event(event), ME, only_pick(event).pk)
    with pytest.raises(RuleViolation, match="come to the desk"):
        contest(event, first)
    submit(event, first, "2-0", token)
    assert submit(event, second, "2-0") == "agreed" and match_at(event, 1, 1).reported


def test_a_contest_does_not_touch_results_of_the_desk_or_of_finished_rounds(event):
    first, _second = sides(event)
    agree(event)
    report(event, 1, "2-1")
    contest(event, first)
    assert [seat.games for seat in match_at(event, 1, 1).seats] == [2, 1]


def test_a_freed_pick_ends_and_nobody_can_confirm_its_report(event):
    first, second = sides(event)
    token = pick(event, first)
    submit(event, first, "2-0", token)
    picks.free_pick(reload_event(event), ME, only_pick(event).pk)
    with pytest.raises(RuleViolation, match="no longer reports for"):
        submit(event, first, "2-0", token)
    assert submit(event, second, "2-0", pick(event, second)) == "waiting"
    assert pick(event, first)


def test_a_personal_link_replaces_a_pick_and_keeps_phones_away(event):
    first, _second = sides(event)
    token = pick(event, first)
    submit(event, first, "0-2", token)
    submit(event, first, "2-0")
    assert match_at(event, 1, 1).seats[0].player_report.result_text == "2-0"
    with pytest.raises(RuleViolation, match="no longer reports for"):
        submit(event, first, "0-2", token)
    with pytest.raises(RuleViolation, match="uses its personal link"):
        pick(event, first)
    with pytest.raises(RuleViolation, match="come to the desk"):
        contest(event, first)


def test_the_desk_does_not_free_or_confirm_a_personal_link(event):
    first, _second = sides(event)
    submit(event, first, "2-0")
    for decide in (picks.free_pick, picks.confirm_pick):
        with pytest.raises(DuplicateRequest):
            decide(reload_event(event), ME, only_pick(event).pk)
    assert only_pick(event).by_link and not only_pick(event).is_confirmed
    with pytest.raises(RuleViolation, match="The desk or a personal link already decides"):
        contest(event, first)


def test_a_name_that_nobody_uses_is_not_contested_but_can_be_picked(event):
    first, _second = sides(event)
    with pytest.raises(RuleViolation, match="You can pick it"):
        contest(event, first)
    assert pick(event, first)


def test_a_judge_call_of_the_personal_link_removes_the_report_of_the_pick(event):
    first, second = sides(event)
    submit(event, first, "0-2", pick(event, first))
    call_judge(reload_event(event), Actor("x", source=PHONE), first)
    assert submit(event, second, "0-2", pick(event, second)) == "waiting"


def test_a_pick_cannot_replace_the_report_of_the_personal_link(event):
    first, _second = sides(event)
    change_settings(reload_event(event), ME, 1, reporting="players")
    submit(event, first, "2-0")
    change_settings(reload_event(event), ME, 1, reporting="anyone")
    with pytest.raises(RuleViolation, match="already reported from their personal page"):
        submit(event, first, "0-2", pick(event, first))


def test_the_real_player_withdraws_a_false_result_with_one_press(event):
    first, _second = sides(event)
    tokens = agree(event, "0-2")
    picks.dispute_result(reload_event(event), Actor(first, source=PHONE), first)
    match = match_at(event, 1, 1)
    assert not match.reported and reported_texts(match) == ["dispute", "0-2"]
    assert submit(event, first, "2-0") == "disputed"
    with pytest.raises(RuleViolation, match="no longer reports for"):
        submit(event, first, "0-2", tokens[first])


def test_withdrawing_a_pod_s_result_invents_no_reports_and_its_reporters_cannot_bring_it_back(db):
    event = make(4, rulebook="pods-multiplayer", kind=PODS)
    change_settings(event, ME, 1, reporting="anyone")
    pair(event)
    first, second, third, _fourth = sides(event)
    tokens = {key: pick(event, key) for key in (first, second)}
    for key in tokens:
        submit(event, key, "1", tokens[key])
    picks.dispute_result(reload_event(event), Actor(third, source=PHONE), third)
    assert reported_texts(match_at(event, 1, 1))[2:] == ["dispute", None]
    with pytest.raises(DuplicateRequest):
        submit(event, second, "1", tokens[second])
    for key in tokens:
        assert submit(event, key, "2", tokens[key]) == "disputed"
    assert not match_at(event, 1, 1).reported
    assert submit(event, third, "2") == "agreed" and match_at(event, 1, 1).reported


def test_time_does_not_confirm_the_report_of_a_link_that_another_player_disputes(event):
    change_settings(event, ME, 1, report_minutes=1)
    first, second = sides(event)
    submit(event, second, "0-2")
    submit(event, first, "0-2", pick(event, first))
    picks.dispute_result(reload_event(event), Actor(first, source=PHONE), first)
    later = Actor("Topcut", now=datetime.now(UTC) + timedelta(days=1))
    with pytest.raises(DuplicateRequest):
        confirm_expired_reports(reload_event(event), later)
    accept_report(reload_event(event), ME, 1, 1, 1, "0-2")
    assert match_at(event, 1, 1).reported


def test_contesting_leaves_a_result_that_a_personal_link_agreed_to(event):
    first, second = sides(event)
    submit(event, first, "2-0", pick(event, first))
    submit(event, second, "2-0")
    contest(event, first)
    assert match_at(event, 1, 1).reported


def test_keeping_a_contested_phone_stores_what_was_agreed_in_the_meantime(event):
    agree(event)
    first, _second = sides(event)
    contest(event, first)
    picks.confirm_pick(reload_event(event), ME, Pick.objects.get(player__public_id=first).pk)
    assert match_at(event, 1, 1).reported and marked_tables(event) == [1]


def test_keeping_one_of_two_contested_phones_stores_nothing_yet(event):
    agree(event)
    for key in sides(event):
        contest(event, key)
    for key, is_stored in zip(sides(event), (False, True), strict=True):
        picks.confirm_pick(reload_event(event), ME, Pick.objects.get(player__public_id=key).pk)
        assert match_at(event, 1, 1).reported == is_stored


@pytest.mark.parametrize("picks_again", [False, True])
def test_an_undo_does_not_make_the_report_of_a_freed_phone_count(event, picks_again):
    first, second = sides(event)
    submit(event, first, "2-0", pick(event, first))
    picks.free_pick(reload_event(event), ME, only_pick(event).pk)
    undo(reload_event(event), ME)
    if picks_again:
        pick(event, first)
    assert submit(event, second, "2-0", pick(event, second)) == "waiting"
    assert not match_at(event, 1, 1).reported


def test_a_withdrawn_result_leaves_no_report_of_a_phone_that_was_freed(event):
    first, second = sides(event)
    agree(event)
    picks.free_pick(reload_event(event), ME, Pick.objects.get(player__public_id=second).pk)
    picks.dispute_result(reload_event(event), Actor(first, source=PHONE), first)
    assert reported_texts(match_at(event, 1, 1)) == ["dispute", None]


def test_a_late_report_of_a_picked_result_tells_the_desk_nothing_new(event):
    tokens = agree(event)
    first, _second = sides(event)
    with pytest.raises(DuplicateRequest):
        submit(event, first, "2-0", tokens[first])
    assert not Message.objects.exists()


def test_freeing_a_name_leaves_the_result_that_it_reported(event):
    agree(event)
    for row in Pick.objects.all():
        picks.free_pick(reload_event(event), ME, row.pk)
    assert match_at(event, 1, 1).reported and marked_tables(event) == [1]


def test_the_revisions_of_a_table_name_who_disputes(event):
    agree(event)
    first, second = sides(event)
    picks.dispute_result(reload_event(event), Actor(first, source=PHONE), first)
    names = reload_history(event).names
    newest = get_revisions(reload_event(event), 1, 1, 1)[0].text
    assert f"{names[first]} disputes the result" in newest and f"{names[second]} reported" in newest


def test_undo_and_redo_keep_the_mark_of_picked_names(event):
    agree(event)
    entry = undo(reload_event(event), ME)
    assert marked_tables(event) == []
    redo(reload_event(event), ME, entry.id)
    assert marked_tables(event) == [1]


def test_an_undone_correction_of_the_desk_brings_the_mark_back(event):
    agree(event)
    report(event, 1, "0-2")
    undo(reload_event(event), ME)
    assert marked_tables(event) == [1]


def test_a_picked_result_is_read_back_from_the_event_file(event):
    agree(event)
    text = event_file.text(load_history_with_log(reload_event(event)))
    assert event_file.read_text(text).phase(1).rounds == reload_history(event).phase(1).rounds


def test_dropping_by_the_personal_link_ends_a_pick(event):
    first, _second = sides(event)
    token = pick(event, first)
    drop_player(reload_event(event), Actor("x", source=PHONE), first)
    with pytest.raises(RuleViolation, match="no longer reports for"):
        submit(event, first, "2-0", token)


def test_the_desk_that_drops_a_player_leaves_the_pick(event):
    first, _second = sides(event)
    pick(event, first)
    drop_player(reload_event(event), ME, first)
    assert not only_pick(event).by_link


def test_a_report_by_link_ends_a_pick_even_while_nobody_can_pick(event):
    first, _second = sides(event)
    token = pick(event, first)
    change_settings(reload_event(event), ME, 1, reporting="players")
    submit(event, first, "2-0")
    change_settings(reload_event(event), ME, 1, reporting="anyone")
    with pytest.raises(RuleViolation, match="no longer reports for"):
        submit(event, first, "0-2", token)


def test_a_player_who_has_left_cannot_be_picked(event):
    first, _second = sides(event)
    drop_player(reload_event(event), ME, first)
    with pytest.raises(RuleViolation, match="has dropped"):
        pick(event, first)


def test_names_cannot_be_picked_in_a_private_event(event):
    change_event(reload_event(event), ME, visibility=PRIVATE)
    with pytest.raises(RuleViolation, match="doesn’t let phones report"):
        pick(event, sides(event)[0])


def test_only_results_of_picked_names_can_be_withdrawn(event):
    first, _second = sides(event)
    report(event, 1, "2-0")
    with pytest.raises(RuleViolation, match="can’t be withdrawn"):
        picks.dispute_result(reload_event(event), Actor(first, source=PHONE), first)


def test_picks_are_not_in_the_event_file_and_survive_undo(event):
    first, _second = sides(event)
    token = pick(event, first)
    text = event_file.text(load_history_with_log(reload_event(event)))
    assert token not in text
    add_players(reload_event(event), ME, "Ada")
    undo(reload_event(event), ME)
    assert only_pick(event).token == token


def test_the_reports_of_picks_say_so_in_the_event_file(event):
    first, _second = sides(event)
    submit(event, first, "2-0", pick(event, first))
    text = event_file.text(load_history_with_log(reload_event(event)))
    assert '"picked": true' in text
    assert (
        event_file.read_text(text).phase(1).rounds[0].matches
        == reload_history(event).phase(1).rounds[0].matches
    )
    assert [row.source for row in ResultRevision.objects.all()] == [PICK]


def test_a_new_code_leaves_picked_names(event):
    first, _second = sides(event)
    pick(event, first)
    picks.renew_venue_code(event, ME)
    assert Event.objects.get(pk=event.pk).venue_link == 2
    assert only_pick(event).player.public_id == first
