"""Undo of single actions, conflicts, and restoring the whole event."""

import pytest

from tests.actions.conftest import ME, pair, reload_event, reload_history, report_all
from tournaments.actions.events import events
from tournaments.actions.log import undo
from tournaments.actions.players import erasure, players, roster
from tournaments.actions.results import results
from tournaments.actions.rounds import rounds
from tournaments.models import LogEntry
from tournaments.queries.log import undo as undo_queries
from tournaments.rules.errors import RuleViolation


def entry(event, action, at=-1) -> LogEntry:
    return list(event.log.filter(action=action).order_by("id"))[at]


def refusal(event, row, act=undo.undo) -> str:
    version = reload_event(event).version
    with pytest.raises(RuleViolation) as refused:
        act(reload_event(event), ME, row.id)
    assert reload_event(event).version == version
    return str(refused.value)


def test_a_result_of_finals_that_later_matches_stand_on_names_them(opened_early):
    first = entry(opened_early, "open_matches")
    won = opened_early.log.filter(action="report_result", id__lt=first.id).last()
    assert "Opened: " in refusal(opened_early, won) and "stands on it" in refusal(opened_early, won)


def test_a_player_with_seats_is_not_taken_off_by_an_undo_of_their_entry(running):
    players.add_players(running, ME, "Ada")
    joined = reload_event(running).log.last()
    report_all(running)
    pair(running)
    assert "“Round 3 paired and published” came later and stands on it" in refusal(running, joined)


def test_settings_that_nobody_may_change_any_more_stay(running):
    events.change_settings(running, ME, 1, rounds=2)
    events.change_settings(reload_event(running), ME, 1, best_of=5)
    undo.undo(running, ME)
    fewer = entry(running, "change_settings", 0)
    undo.undo(running, ME, fewer.id)
    report_all(running)
    pair(running)
    assert "3 rounds are drawn already" in refusal(running, fewer, undo.redo)


def test_what_is_taken_back_is_not_taken_back_twice_and_what_stands_is_not_done_again(running):
    row = entry(running, "report_result")
    assert "not taken back" in refusal(running, row, undo.redo)
    undo.undo(running, ME, row.id)
    assert "taken back already" in refusal(running, row)
    undo.redo(running, ME, row.id)
    undo.undo(running, ME)
    assert not reload_history(running).phase(1).rounds[1].matches[0].reported


def test_the_last_action_of_the_shell_is_what_was_done_again(running):
    row = entry(running, "report_result")
    undo.undo(running, ME)
    undo.redo(running, ME, row.id)
    assert undo_queries.undoable_entries(reload_event(running)).first().action == "redo"
    before = reload_history(running)
    undo.undo(running, ME)
    undo.redo(running, ME, row.id)
    assert reload_history(running) == before


def test_who_comes_back_by_going_back_has_the_link_they_had_and_the_place(fresh):
    was = reload_history(fresh)
    links = dict(fresh.players.values_list("key", "token"))
    for name in ("p2", "p3", "p1"):
        roster.remove_player(reload_event(fresh), ME, name)
    # Another takes the id of who was removed; that link is none of theirs to leave.
    players.add_players(reload_event(fresh), ME, "Somebody else")
    left, left_links = reload_history(fresh), dict(fresh.players.values_list("key", "token"))
    undo.restore_to_before(reload_event(fresh), ME, entry(fresh, "remove_player", 0).id)
    assert reload_history(fresh) == was
    assert dict(fresh.players.values_list("key", "token")) == links
    undo.undo(reload_event(fresh), ME)
    assert reload_history(fresh) == left
    assert dict(fresh.players.values_list("key", "token")) == left_links


def test_a_link_that_was_renewed_does_not_come_back(fresh):
    old = fresh.players.get(key="p2").token
    roster.remove_player(fresh, ME, "p2")
    undo.undo(reload_event(fresh), ME)
    players.renew_link(reload_event(fresh), ME, "p2")
    roster.remove_player(reload_event(fresh), ME, "p2")
    undo.restore_to_before(reload_event(fresh), ME, entry(fresh, "remove_player", 0).id)
    assert fresh.players.get(key="p2").token != old


def test_going_back_brings_no_erased_name_back(running):
    players.change_player(running, ME, "p1", name="Ada Lovelace", club="Analytical")
    erasure.erase_player(reload_event(running), ME, "p1", "Ada Lovelace")
    undo.restore_to_before(reload_event(running), ME, entry(running, "pair_next_round", 0).id)
    assert "Lovelace" not in str(reload_history(running)) and "Player 01" not in str(reload_history(running))
    undo.undo(reload_event(running), ME)
    assert "Lovelace" not in str(reload_history(running))


def test_a_log_that_does_not_fit_the_event_is_not_gone_back_by(running):
    row = entry(running, "report_result", 0)
    (path,) = [path for path in row.changes if path.startswith("match")]
    row.changes[path][1]["seats"][0]["games"] = 1
    row.save()
    assert "does not fit" in refusal(running, row, undo.restore_to_before)


def test_a_point_with_results_is_gone_back_to_with_its_reports(running):
    point = running.snapshots.last()
    report_all(running)
    rounds.finish_round(reload_event(running), ME)
    undo.restore_to_point(reload_event(running), ME, point.id)
    assert len(reload_history(running).phase(1).rounds) == 1
    undo.undo(reload_event(running), ME)
    assert reload_history(running).phase(1).rounds[1].finished
    results.report_result(reload_event(running), ME, 1, 2, 1, "0-2")
