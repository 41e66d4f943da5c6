"""Players' reports: confirmed, disputed, late; the organiser decides."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tests.actions.conftest import ME, finals_of, make, pair, reload_event, reload_history, report
from tournaments.actions.change import Actor, DuplicateRequest
from tournaments.actions.desk import messages
from tournaments.actions.events import events
from tournaments.actions.log import undo
from tournaments.actions.players import players
from tournaments.actions.results import player_reports, results
from tournaments.actions.rounds import rounds
from tournaments.models import LogEntry, Message, Report
from tournaments.rules.errors import RuleViolation
from tournaments.rules.results import player_reports as report_rules


def match_at(event, table, number=2, phase=1):
    matches = reload_history(event).phase(phase).rounds[number - 1].matches
    return next(match for match in matches if match.table == table)


def claim(event, seat, said, table=2, number=2, phase=1, seats=None, **more):
    """What the player on this seat (from 0) of a table says."""
    seats = seats or match_at(event, table, number, phase).players
    actor = Actor(
        reload_history(event).names[seats[seat]], key=more.pop("key", ""), now=more.pop("now", None)
    )
    return player_reports.submit_report(
        reload_event(event), actor, seats[seat], phase, number, seats, said, table=table, **more
    )


def open_texts(event):
    return list(Message.objects.filter(event=event, done_at=None).values_list("kind", "table", "text"))


def test_what_both_players_say_is_the_result_and_the_log_names_both(running):
    assert claim(running, 0, "2-1") == "waiting"
    assert not match_at(running, 2).reported
    assert claim(running, 1, "2:1") == "agreed"
    match = match_at(running, 2)
    names = [reload_history(running).names[player] for player in match.players]
    assert [seat.games for seat in match.seats] == [2, 1]
    assert reload_event(running).log.last().who == " and ".join(names)
    revisions = Report.objects.filter(match__round__number=2, match__table=2)
    assert [one.who for one in revisions] == [names[0], " and ".join(names)]


def test_both_claiming_the_win_is_a_dispute_in_which_nothing_is_lost(running):
    claim(running, 0, "2-0")
    assert claim(running, 1, "0-2") == "disputed"
    assert [version.result_text for version in report_rules.reported_results(match_at(running, 2))] == [
        "2-0",
        "0-2",
    ]
    assert claim(running, 0, "0-2") == "agreed"


def test_a_report_sent_twice_is_stored_once(running):
    claim(running, 0, "2-0", key="k")
    with pytest.raises(DuplicateRequest):
        claim(running, 0, "2-0", key="k")
    with pytest.raises(DuplicateRequest):
        claim(running, 0, "2-0", key="another")
    assert Report.objects.filter(match__round__number=2, match__table=2).count() == 1


def test_a_player_may_change_what_they_said_while_no_result_stands(running):
    claim(running, 0, "2-0")
    assert claim(running, 0, "2-1") == "waiting"
    assert [version.result_text for version in report_rules.reported_results(match_at(running, 2))] == ["2-1"]


def test_the_organisers_word_is_final_though_a_claim_came_in_between(running):
    version = running.version
    claim(running, 0, "2-0")
    results.report_result(reload_event(running), replace(ME, seen_version=version), 1, 2, 2, "1-2")
    match = match_at(running, 2)
    assert [(seat.games, seat.claim) for seat in match.seats] == [(1, None), (2, None)]
    undo.undo(running, ME)
    assert report_rules.reported_results(match_at(running, 2))[0].result_text == "2-0"


def test_a_result_that_both_players_stored_is_not_overwritten_unseen(running):
    version = running.version
    claim(running, 0, "2-0")
    claim(running, 1, "2-0")
    with pytest.raises(RuleViolation, match="changed this"):
        results.report_result(reload_event(running), replace(ME, seen_version=version), 1, 2, 2, "1-2")


def test_the_desk_takes_its_own_result_back_while_phones_report_others(running):
    report(running, 2, "2-0")
    mine = reload_event(running).log.last()
    claim(running, 0, "2-0", table=3)
    claim(running, 1, "2-0", table=3)
    claim(running, 0, "2-0", table=4)
    undo.undo(running, ME, mine.id)
    assert not match_at(running, 2).reported
    assert match_at(running, 3).reported


def test_however_many_phones_have_reported_since(running, monkeypatch):
    report(running, 2, "2-0")
    mine = reload_event(running).log.last()
    monkeypatch.setattr(undo, "MAX_UNDOABLE", 1)
    claim(running, 0, "2-0", table=3)
    claim(running, 0, "2-0", table=4)
    undo.undo(running, ME, mine.id)
    assert not match_at(running, 2).reported


def test_what_the_hall_was_told_is_not_taken_back_behind_its_reports(running):
    paired = LogEntry.objects.filter(event=running, action="pair_next_round").last()
    undo.undo(running, ME)
    claim(running, 0, "2-0")
    with pytest.raises(RuleViolation, match=r"“Table 2: .* reports .*” came later and changed the same"):
        undo.undo(running, ME, paired.id)


def test_a_report_of_the_result_that_stands_is_nothing_new(running):
    report(running, 2, "2-0")
    with pytest.raises(DuplicateRequest):
        claim(running, 1, "2-0")
    assert open_texts(running) == []


def test_a_player_drops_with_the_report_after_this_round_and_may_think_again(running):
    claim(running, 0, "2-0", drop=True)
    player = next(one for one in reload_history(running).players if one.id == match_at(running, 2).players[0])
    assert player.dropped_after == 2
    claim(running, 0, "2-0", drop=False)
    assert not any(one.has_left for one in reload_history(running).players)


def test_who_the_desk_dropped_does_not_come_back_by_a_report(running):
    key = match_at(running, 2).players[0]
    players.drop_player(running, ME, key)
    claim(running, 0, "2-0", drop=False)
    assert next(one for one in reload_history(running).players if one.id == key).dropped_after == 1


@pytest.mark.parametrize(
    ("how", "words"), [("slips", "fill in the slip"), ("organisers", "An organiser comes")]
)
def test_where_players_report_nothing_the_page_says_who_does(running, how, words):
    events.change_settings(running, ME, 1, reporting=how)
    with pytest.raises(RuleViolation, match=words):
        claim(running, 0, "2-0")


def test_one_report_stands_by_itself_once_its_time_is_over(running):
    events.change_settings(running, ME, 1, report_minutes=5)
    now = datetime.now(UTC)
    claim(running, 0, "2-0", now=now)
    with pytest.raises(DuplicateRequest):
        player_reports.confirm_expired_reports(
            reload_event(running), Actor("", now=now + timedelta(minutes=4))
        )
    player_reports.confirm_expired_reports(reload_event(running), Actor("", now=now + timedelta(minutes=5)))
    assert match_at(running, 2).reported


def test_pairing_stores_what_nobody_answered_first(running):
    events.change_settings(running, ME, 1, report_minutes=5)
    report(running, 3, "2-0")
    report(running, 4, "2-0")
    now = datetime.now(UTC)
    claim(running, 0, "2-0", now=now)
    with pytest.raises(RuleViolation, match="no result yet from table 2"):
        rounds.pair_next_round(reload_event(running), ME)
    rounds.pair_next_round(reload_event(running), replace(ME, now=now + timedelta(minutes=6)))
    assert match_at(running, 2).reported
    undo.undo(running, ME)
    assert report_rules.state(match_at(running, 2)) == report_rules.WAITING


def test_two_agree_on_a_match_of_finals_and_its_round_goes_on(opened_early):
    assert claim(opened_early, 0, "0-2", table=4, number=1, phase=2) == "waiting"
    assert claim(opened_early, 1, "0-2", table=4, number=1, phase=2) == "agreed"
    assert reload_history(opened_early).phase(2).rounds[0].finished


def test_finals_know_no_draw_and_nobody_drops_from_them_by_phone(db):
    event = finals_of("single", 4)
    with pytest.raises(RuleViolation, match="somebody must win"):
        claim(event, 0, "1-1", table=1, number=1)
    claim(event, 0, "2-0", table=1, number=1, drop=True)
    assert not any(player.has_left for player in reload_history(event).players)


def test_in_a_pod_one_other_seat_confirms(pods_running):
    claim(pods_running, 0, "3")
    assert claim(pods_running, 2, "3") == "agreed"
    assert match_at(pods_running, 2).seats[2].result == "win"


def test_a_table_has_one_open_call_for_a_judge(running):
    key, other = match_at(running, 2).players
    messages.call_judge(running, Actor("x"), key)
    with pytest.raises(DuplicateRequest):
        messages.call_judge(reload_event(running), Actor("y"), other)
    assert open_texts(running) == [(Message.JUDGE, 2, "")]
    messages.close_message(reload_event(running), ME, Message.objects.get().pk)
    messages.call_judge(reload_event(running), Actor("y"), other)
    assert Message.objects.filter(event=running).count() == 2


def test_who_sits_nowhere_is_told_where_to_ask(running):
    event = make(3)
    pair(event)
    bye = next(match.players[0] for match in reload_history(event).phase(1).rounds[0].matches if match.is_bye)
    with pytest.raises(RuleViolation, match="come to the desk"):
        messages.call_judge(reload_event(event), Actor("x"), bye)


def test_a_draft_takes_no_claims(fresh):
    rounds.pair_next_round(fresh, ME)
    with pytest.raises(RuleViolation, match="Round 1 is not published yet"):
        claim(fresh, 0, "2-0", table=1, number=1)
    assert open_texts(fresh) == []
