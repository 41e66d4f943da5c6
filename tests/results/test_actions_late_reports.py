"""Late reports, and reports of other tables: a message to the desk, never a change."""

import pytest

from tests.support.played_events import (
    ME,
    match_at,
    open_texts,
    reload_event,
    reload_history,
    report,
    submit_report,
)
from tournaments.changes.change import Actor
from tournaments.log.actions.undo import undo
from tournaments.models import Message
from tournaments.players.actions.players import change_player
from tournaments.results.actions import reports
from tournaments.rounds.actions.adjustments import adjust_round
from tournaments.rules.errors import RuleViolation
from tournaments.rules.results import player_reports


def test_a_report_for_an_unknown_round_is_refused(running):
    seats = match_at(running, 2).players
    with pytest.raises(RuleViolation, match="There is no round 77"):
        submit_report(running, 0, "2-0", number=77, seats=seats)
    assert open_texts(running) == []


def test_a_report_for_the_round_after_the_last_is_refused(running):
    seats = match_at(running, 2).players
    with pytest.raises(RuleViolation, match="There is no round 3"):
        submit_report(running, 0, "2-0", number=3, seats=seats)
    assert open_texts(running) == []


def test_a_report_for_an_undone_round_is_refused(running):
    seats = match_at(running, 2).players
    for _action in ("the report", "the pairing"):
        undo(reload_event(running), ME)
    assert len(reload_history(running).phase(1).rounds) == 1
    with pytest.raises(RuleViolation, match="There is no round 2"):
        submit_report(running, 0, "2-0", seats=seats)
    assert open_texts(running) == []


@pytest.mark.parametrize("result_text", ["0-2", "1-1-1"])
def test_a_report_after_the_result_is_a_message_to_the_desk(running, result_text):
    report(running, 2, "2-0")
    before = reload_history(running)
    assert submit_report(running, 1, result_text) == "late"
    assert reload_history(running) == before
    ((kind, table, text),) = open_texts(running)
    assert (kind, table) == (Message.LATE_REPORT, 2)
    assert all(reload_history(running).names[player] in text for player in match_at(running, 2).players)


def test_a_report_for_a_finished_round_is_a_message(running):
    seats = match_at(running, 2, number=1).players
    assert submit_report(running, 1, "0-2", number=1, seats=seats, drop=True) == "late"
    ((_kind, table, text),) = open_texts(running)
    assert table == 2 and text.endswith("and drops")
    assert not any(player.has_left for player in reload_history(running).players)
    submit_report(running, 1, "1-2", number=1, seats=seats)
    assert len(open_texts(running)) == 1


def test_a_late_report_of_a_pod_with_long_names_is_not_cut(pods_running):
    seats = match_at(pods_running, 2, number=1).players
    for key in seats:
        change_player(reload_event(pods_running), ME, key, name=f"{key} {'Maximiliana ' * 8}".strip())
    places = "-".join(str(number) for number, _key in enumerate(seats, 1))
    submit_report(pods_running, 0, f"places {places}", number=1, seats=seats, drop=True)
    assert open_texts(pods_running) == [(Message.LATE_REPORT, 2, f"places {places}, and drops")]


def test_unprintable_characters_are_removed_from_a_late_report(running):
    key = match_at(running, 2).players[0]
    actor = Actor("x")
    reports.submit_report(running, actor, key, 1, 1, ("unknown", "stranger"), "places 1\x00-2\u202e", table=2)
    assert open_texts(running) == [(Message.LATE_REPORT, 2, "places 1-2")]


def test_a_report_of_moved_players_is_a_message(running):
    before = match_at(running, 2).players
    other = match_at(running, 3).players[0]
    submit_report(running, 0, "2-0")
    adjust_round(reload_event(running), ME, 1, 2, "swap", a=before[1], b=other, reason="wrong seats")
    assert player_reports.reported_results(match_at(running, 2)) == ()
    assert submit_report(running, 1, "2-0", seats=before) == "late"
    assert [table for _kind, table, _text in open_texts(running)] == [2]


def test_a_report_for_another_table_is_a_message(running):
    seats = match_at(running, 3).players
    stranger = match_at(running, 2).players[0]
    assert reports.submit_report(running, Actor("x"), stranger, 1, 2, seats, "2-0") == "late"
    assert player_reports.reported_results(match_at(running, 3)) == ()
