"""An evening of pods: late and dropped players, manual changes, undo, the same draw again."""

import pytest

from tests.actions.conftest import ME, make, pair, play_round, reload_event, reload_history, report
from tests.actions.players.test_late_entries import add, byes
from tests.actions.rounds.test_adjustments import sits
from tournaments.actions.log import undo
from tournaments.actions.players import players
from tournaments.actions.rounds import adjustments, corrections, rounds
from tournaments.queries.history.cache import load_history_with_log
from tournaments.rules import event_file
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import PODS
from tournaments.rules.rounds import draw_verification


@pytest.fixture
def night(db):
    """Eleven players, round 1 played, round 2 of 3 out."""
    event = make(11, rulebook="pods-multiplayer", kind=PODS)
    play_round(event, result_text="1")
    pair(event, "second")
    return reload_event(event)


def file(event):
    return event_file.text(reload_history(event))


def replay(event, number):
    return draw_verification.verify_draw(load_history_with_log(reload_event(event)), 1, number)


def test_each_round_is_drawn_again_from_its_seed_whatever_came_after(night):
    add(night)
    players.drop_player(reload_event(night), ME, sits(night)[1][0])
    report(night, 1, "2")
    assert replay(night, 1).same
    assert replay(night, 2).same


def test_who_comes_late_has_the_running_round_as_a_loss_and_sits_from_the_next(night):
    ada = add(night)
    assert byes(night) == {ada.id: "loss"}
    for table in (1, 2, 3):
        report(night, table, "1")
    pair(night, "third")
    assert sorted(map(len, sits(night, 3).values())) == [4, 4, 4]
    assert ada.id in {player for players in sits(night, 3).values() for player in players}


def test_who_drops_is_in_no_pod_of_the_next_round(night):
    leaver = sits(night)[1][0]
    players.drop_player(reload_event(night), ME, leaver)
    for table in (1, 2, 3):
        report(night, table, "1")
    pair(night, "third")
    assert sorted(map(len, sits(night, 3).values())) == [3, 3, 4]


def test_a_player_moves_to_another_table_with_a_reason_and_back_by_undo(night):
    before = file(night)
    four = next(table for table, seats in sits(night).items() if len(seats) == 4)
    three = next(table for table, seats in sits(night).items() if len(seats) == 3)
    a = sits(night)[four][2]
    with pytest.raises(RuleViolation, match="Say in a few words why"):
        adjustments.adjust_round(night, ME, 1, 2, "move", a=a, table=three)
    adjustments.adjust_round(reload_event(night), ME, 1, 2, "move", a=a, table=three, reason="no room")
    assert sits(night)[three][-1] == a
    assert [change.now.table for change in replay(night, 2).changed] == sorted([three, four])
    undo.undo(reload_event(night), ME)
    assert file(night) == before
    assert replay(night, 2).same


def test_who_was_missing_is_let_in_and_the_tables_are_mended(night):
    ada = add(night)
    corrections.admit_player(reload_event(night), ME, 1, 2, ada.id, "fewest")
    assert sorted(map(len, sits(night).values())) == [4, 4, 4]
    assert byes(night) == {}


def test_who_is_not_there_is_taken_out_of_their_pod(night):
    leaver = sits(night)[1][0]
    corrections.excuse_player(reload_event(night), ME, 1, 2, leaver, "draw", seed="other")
    assert byes(night) == {leaver: "loss"}
    assert sorted(len(seats) for table, seats in sits(night).items() if table) == [3, 3, 4]


def test_a_draft_is_drawn_again_with_another_seed(night):
    before = sits(night)
    rounds.unpublish_round(reload_event(night), ME, 1, 2)
    rounds.redraw_round(reload_event(night), ME, 1, 2, seed="another")
    assert sits(night) != before
    assert sorted(map(len, sits(night).values())) == [3, 4, 4]
