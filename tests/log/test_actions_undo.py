"""Undo of single actions, conflicts, and restoring the whole event."""

import pytest

from tests.support.played_events import ME, pair, reload_event, reload_history, report_all
from tournaments.events.actions.events import change_settings
from tournaments.log.actions.undo import redo, restore_to_before, restore_to_point, undo
from tournaments.log.pages.undo import undoable_entries
from tournaments.models import LogEntry
from tournaments.players.actions import erasure
from tournaments.players.actions.players import add_players, change_player, remove_player, renew_link
from tournaments.results.actions.results import report_result
from tournaments.rounds.actions.rounds import finish_round
from tournaments.rules.errors import RuleViolation


def entry(event, action, at=-1) -> LogEntry:
    return list(event.log.filter(action=action).order_by("id"))[at]


def refusal(event, log_entry, act=undo) -> str:
    version = reload_event(event).version
    with pytest.raises(RuleViolation) as violation:
        act(reload_event(event), ME, log_entry.id)
    assert reload_event(event).version == version
    return str(violation.value)


def test_undoing_a_finals_result_is_refused_while_later_matches_depend_on_it(opened_early):
    first = entry(opened_early, "open_matches")
    won = opened_early.log.filter(action="report_result", id__lt=first.id).last()
    assert "Matches opened: " in refusal(opened_early, won) and "depends on this" in refusal(
        opened_early, won
    )


def test_undoing_a_late_entry_is_refused_once_the_player_is_paired(running):
    add_players(running, ME, "Ada")
    joined = reload_event(running).log.last()
    report_all(running)
    pair(running)
    assert "“Round 3 paired and published” came later and depends on this" in refusal(running, joined)


def test_redo_of_a_locked_setting_is_refused(running):
    change_settings(running, ME, 1, rounds=2)
    change_settings(reload_event(running), ME, 1, best_of=5)
    undo(running, ME)
    fewer = entry(running, "change_settings", 0)
    undo(running, ME, fewer.id)
    report_all(running)
    pair(running)
    assert "3 rounds are already paired" in refusal(running, fewer, redo)


def test_an_undone_action_is_not_undone_twice_and_an_effective_one_is_not_redone(running):
    log_entry = entry(running, "report_result")
    assert "hasn’t been undone" in refusal(running, log_entry, redo)
    undo(running, ME, log_entry.id)
    assert "already been undone" in refusal(running, log_entry)
    redo(running, ME, log_entry.id)
    undo(running, ME)
    assert not reload_history(running).phase(1).rounds[1].matches[0].reported


def test_undo_of_the_last_action_undoes_a_redo(running):
    log_entry = entry(running, "report_result")
    undo(running, ME)
    redo(running, ME, log_entry.id)
    assert undoable_entries(reload_event(running)).first().action == "redo"
    before = reload_history(running)
    undo(running, ME)
    redo(running, ME, log_entry.id)
    assert reload_history(running) == before


def test_restored_players_get_their_former_link_and_place(fresh):
    before = reload_history(fresh)
    links = dict(fresh.players.values_list("public_id", "token"))
    for name in ("p2", "p3", "p1"):
        remove_player(reload_event(fresh), ME, name)
    # Another player gets the id of a removed one, but not the link.
    add_players(reload_event(fresh), ME, "Somebody else")
    after, links_after = reload_history(fresh), dict(fresh.players.values_list("public_id", "token"))
    restore_to_before(reload_event(fresh), ME, entry(fresh, "remove_player", 0).id)
    assert reload_history(fresh) == before
    assert dict(fresh.players.values_list("public_id", "token")) == links
    undo(reload_event(fresh), ME)
    assert reload_history(fresh) == after
    assert dict(fresh.players.values_list("public_id", "token")) == links_after


def test_a_renewed_link_is_not_restored(fresh):
    old = fresh.players.get(public_id="p2").secret
    remove_player(fresh, ME, "p2")
    undo(reload_event(fresh), ME)
    renew_link(reload_event(fresh), ME, "p2")
    remove_player(reload_event(fresh), ME, "p2")
    restore_to_before(reload_event(fresh), ME, entry(fresh, "remove_player", 0).id)
    assert fresh.players.get(public_id="p2").secret != old


def test_restoring_does_not_bring_an_erased_name_back(running):
    change_player(running, ME, "p1", name="Ada Lovelace", club="Analytical")
    erasure.erase_player(reload_event(running), ME, "p1", "Ada Lovelace")
    restore_to_before(reload_event(running), ME, entry(running, "pair_next_round", 0).id)
    assert "Lovelace" not in str(reload_history(running)) and "Player 01" not in str(reload_history(running))
    undo(reload_event(running), ME)
    assert "Lovelace" not in str(reload_history(running))


def test_restoring_is_refused_if_the_log_does_not_fit_the_event(running):
    log_entry = entry(running, "report_result", 0)
    (path,) = [path for path in log_entry.changes if path.startswith("match")]
    log_entry.changes[path][1]["seats"][0]["games"] = 1
    log_entry.save()
    assert "doesn’t match" in refusal(running, log_entry, restore_to_before)


@pytest.mark.parametrize(
    "changes",
    [
        {"match:1:1:1": ["x", None]},
        {"match:1:1:1": None},
        {"match:1": [None, None]},
        {"player:p1": [{"id": "p2", "name": "Bo"}, None]},
        {"nothing": [None, None]},
    ],
)
def test_an_entry_that_nobody_can_read_is_neither_undone_nor_restored_to(running, changes):
    """Older releases imported logs without looking at their changes."""
    log_entry = entry(running, "report_result")
    LogEntry.objects.filter(pk=log_entry.pk).update(changes=changes)
    assert "can’t be undone because the same thing has changed since" in refusal(running, log_entry)
    assert "doesn’t match the event" in refusal(running, log_entry, restore_to_before)


def test_a_fault_of_the_program_is_no_refusal(running, monkeypatch):
    def faulty(*_arguments):
        raise AttributeError("a fault")

    monkeypatch.setattr("tournaments.log.pages.undo.orphans_bracket_matches", faulty)
    with pytest.raises(AttributeError, match="a fault"):
        undo(running, ME, entry(running, "report_result").id)


def test_restoring_a_point_restores_result_revisions(running):
    point = running.restore_points.last()
    report_all(running)
    finish_round(reload_event(running), ME)
    restore_to_point(reload_event(running), ME, point.id)
    assert len(reload_history(running).phase(1).rounds) == 1
    undo(reload_event(running), ME)
    assert reload_history(running).phase(1).rounds[1].finished
    report_result(reload_event(running), ME, 1, 2, 1, "0-2")
