"""Rounds of pods: late and dropped players, manual changes, undo, verification of draws."""

import pytest

from tests.support.database_states import cached_state
from tests.support.played_events import (
    ME,
    add_late_entry,
    byes_of,
    make,
    pair,
    pairings_of,
    play_round,
    reload_event,
    reload_history,
    report,
)
from tournaments.history.cache import load_history_with_log
from tournaments.log.actions.undo import undo
from tournaments.players.actions.players import drop_player
from tournaments.rounds.actions.adjustments import adjust_round, admit_player, excuse_player
from tournaments.rounds.actions.rounds import redraw_round, unpublish_round
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import PODS
from tournaments.rules.rounds.draw_verification import verify_draw


@pytest.fixture
@cached_state
def night(db):
    """Eleven players, round 1 played, round 2 of 3 published."""
    event = make(11, rulebook="pods-multiplayer", kind=PODS)
    play_round(event, result_text="1")
    pair(event, "second")
    return reload_event(event)


def file(event):
    return event_file.text(reload_history(event))


def replay(event, number):
    return verify_draw(load_history_with_log(reload_event(event)).phase(1), number)


def test_each_round_can_be_verified_after_later_changes(night):
    add_late_entry(night)
    drop_player(reload_event(night), ME, pairings_of(night)[1][0])
    report(night, 1, "2")
    assert replay(night, 1).same
    assert replay(night, 2).same


def test_a_late_player_loses_the_running_round_and_plays_from_the_next(night):
    ada = add_late_entry(night)
    assert byes_of(night) == {ada.id: "loss"}
    for table in (1, 2, 3):
        report(night, table, "1")
    pair(night, "third")
    assert sorted(map(len, pairings_of(night, 3).values())) == [4, 4, 4]
    assert ada.id in {player for players in pairings_of(night, 3).values() for player in players}


def test_a_dropped_player_is_in_no_pod_of_the_next_round(night):
    leaver = pairings_of(night)[1][0]
    drop_player(reload_event(night), ME, leaver)
    for table in (1, 2, 3):
        report(night, table, "1")
    pair(night, "third")
    assert sorted(map(len, pairings_of(night, 3).values())) == [3, 3, 4]


def test_moving_a_player_needs_a_reason_and_can_be_undone(night):
    before = file(night)
    four = next(table for table, seats in pairings_of(night).items() if len(seats) == 4)
    three = next(table for table, seats in pairings_of(night).items() if len(seats) == 3)
    a = pairings_of(night)[four][2]
    with pytest.raises(RuleViolation, match="Give a short reason"):
        adjust_round(night, ME, 1, 2, "move", a=a, table=three)
    adjust_round(reload_event(night), ME, 1, 2, "move", a=a, table=three, reason="no room")
    assert pairings_of(night)[three][-1] == a
    assert [change.now.table for change in replay(night, 2).changed] == sorted([three, four])
    undo(reload_event(night), ME)
    assert file(night) == before
    assert replay(night, 2).same


def test_a_missing_player_is_admitted_to_a_pod(night):
    ada = add_late_entry(night)
    admit_player(reload_event(night), ME, 1, 2, ada.id, "fewest")
    assert sorted(map(len, pairings_of(night).values())) == [4, 4, 4]
    assert byes_of(night) == {}


def test_an_absent_player_is_removed_from_their_pod(night):
    leaver = pairings_of(night)[1][0]
    excuse_player(reload_event(night), ME, 1, 2, leaver, "draw", seed="other")
    assert byes_of(night) == {leaver: "loss"}
    assert sorted(len(seats) for table, seats in pairings_of(night).items() if table) == [3, 3, 4]


def test_an_unpublished_round_is_redrawn_with_another_seed(night):
    before = pairings_of(night)
    unpublish_round(reload_event(night), ME, 1, 2)
    redraw_round(reload_event(night), ME, 1, 2, seed="another")
    assert pairings_of(night) != before
    assert sorted(map(len, pairings_of(night).values())) == [3, 4, 4]
