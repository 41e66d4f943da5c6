"""Phases: planned, changed, moved, removed; and cuts, by rule and by hand."""

import pytest

from tests.support.played_events import (
    DAY_TWO,
    ME,
    make,
    pair,
    play_round,
    play_three_rounds,
    reload_event,
    reload_history,
    report,
)
from tournaments.events.actions import phases
from tournaments.events.actions.events import change_settings, create_event, set_finals
from tournaments.log.actions.undo import undo
from tournaments.players.actions.players import drop_player
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import BRACKET, DRAFT, PODS, ROUND_ROBIN, EventHistory, PhaseRecord
from tournaments.rules.standings.standings import standings


def kinds(event):
    return [(phase.kind, phase.name) for phase in reload_history(event).phases]


def test_a_phase_is_inserted_after_the_given_one(running):
    set_finals(running, ME, "single", 4)
    phases.add_phase(reload_event(running), ME, DAY_TWO, 1)
    assert [kind for kind, _name in kinds(running)] == ["swiss", "swiss", "bracket"]
    assert reload_history(running).phase(2).overrides == DAY_TWO.overrides


def test_a_phase_that_has_begun_cannot_change(running):
    for change in (
        lambda: phases.add_phase(running, ME, DAY_TWO, 0),
        lambda: phases.change_phase(running, ME, 1, "Other"),
        lambda: phases.remove_phase(running, ME, 1),
    ):
        with pytest.raises(RuleViolation, match="Phase 1 has started"):
            change()


def test_the_only_phase_cannot_be_removed(fresh):
    with pytest.raises(RuleViolation, match="at least one phase"):
        phases.remove_phase(fresh, ME, 1)


@pytest.mark.parametrize(
    "change",
    [
        lambda event: phases.add_phase(event, ME, DAY_TWO, 2),
        lambda event: phases.change_phase(event, ME, 2, "Other"),
        lambda event: phases.remove_phase(event, ME, 2),
        lambda event: phases.move_phase(event, ME, 2, 2),
        lambda event: phases.move_phase(event, ME, 1, 2),
        lambda event: phases.remove_phase(event, ME, 0),
    ],
)
def test_an_unknown_phase_is_refused(fresh, change):
    with pytest.raises(RuleViolation, match=r"Phase \d doesn’t exist"):
        change(fresh)


def test_before_round_1_the_first_phase_can_be_moved(fresh):
    phases.add_phase(fresh, ME, PhaseRecord(ROUND_ROBIN, "Pools", {"pools": 2}), 1)
    phases.move_phase(reload_event(fresh), ME, 2, 1)
    assert kinds(fresh)[0] == ("round_robin", "Pools")


def test_an_order_without_rounds_to_carry_over_is_refused(with_three_phases):
    phases.change_phase(with_three_phases, ME, 2, "Day two", carry=True)
    with pytest.raises(RuleViolation, match="only a phase after rounds other than a bracket"):
        phases.move_phase(reload_event(with_three_phases), ME, 3, 2)


def test_a_cut_size_that_the_finals_system_does_not_take_is_refused(running):
    with pytest.raises(RuleViolation, match="takes exactly 8 players, not 6"):
        bracket = PhaseRecord(BRACKET, overrides={"finals": "mcintyre8", "cut": {"top": 6}})
        phases.add_phase(running, ME, bracket, 1)


@pytest.mark.parametrize(
    ("name", "after"), [("Top 4", "Top 4"), ("Single elimination", "Double elimination")]
)
def test_finals_keep_the_name_that_the_organiser_gave_them(running, name, after):
    set_finals(running, ME, "single", 4)
    phases.change_phase(reload_event(running), ME, 2, name)
    set_finals(reload_event(running), ME, "double", 4)
    assert reload_history(running).phase(2).name == after


def test_a_finals_system_without_a_match_for_third_place_is_refused(running):
    settings = {"finals": "single", "cut": {"top": 4}, "third_place": True}
    phases.add_phase(running, ME, PhaseRecord(BRACKET, overrides=settings), 1)
    for settings in ({"finals": "double"}, {"cut": {"top": 2}, "finals": "single"}):
        with pytest.raises(RuleViolation, match="can’t have a third-place match"):
            phases.change_phase(reload_event(running), ME, 2, "Finals", **settings)


def test_a_cut_begins_the_phase_with_an_unpublished_round(day_one_over):
    first = [row.player for row in standings(reload_history(day_one_over).phase(1), live=True).rows][:4]
    new_round = phases.make_cut(day_one_over, ME, 2)
    assert reload_history(day_one_over).phase(2).entrants == tuple(first)
    assert (new_round.phase.number, new_round.round.number, new_round.round.state) == (2, 1, DRAFT)
    assert reload_history(day_one_over).phase(1).rounds[-1].finished


def test_another_cut_than_planned_is_stored_in_the_phase(day_one_over):
    phases.make_cut(day_one_over, ME, 2, cut={"top": 6})
    assert reload_history(day_one_over).phase(2).overrides["cut"] == {"top": 6}
    assert len(reload_history(day_one_over).phase(2).entrants) == 6


def test_players_picked_by_hand_are_seeded_by_standing(day_one_over):
    ranked = [row.player for row in standings(reload_history(day_one_over).phase(1), live=True).rows]
    picked = (ranked[8], ranked[0], ranked[4])
    phases.make_cut(day_one_over, ME, 2, picked=picked)
    phase = reload_history(day_one_over).phase(2)
    assert phase.entrants == (ranked[0], ranked[4], ranked[8])
    assert phase.settings.cut == {"by_hand": True}


@pytest.mark.parametrize("picked", [(), ("p1",), ("p1", "p1")])
def test_a_cut_needs_two_players(day_one_over, picked):
    with pytest.raises(RuleViolation, match="at least two"):
        phases.make_cut(day_one_over, ME, 2, picked=picked)


def test_dropped_and_unknown_players_cannot_be_picked(day_one_over):
    drop_player(day_one_over, ME, "p3")
    for picked in (("p1", "p3"), ("p1", "nobody")):
        with pytest.raises(RuleViolation, match="has dropped and can’t advance"):
            phases.make_cut(reload_event(day_one_over), ME, 2, picked=picked)


def test_a_cut_is_refused_while_rounds_are_left(db):
    event = make(8)
    phases.add_phase(event, ME, DAY_TWO, 1)
    play_round(event)
    with pytest.raises(RuleViolation, match="Finish all rounds"):
        phases.make_cut(reload_event(event), ME, 2)


def test_a_drop_before_the_cut_lets_the_next_player_in(day_one_over):
    ranked = [row.player for row in standings(reload_history(day_one_over).phase(1), live=True).rows]
    drop_player(day_one_over, ME, ranked[0])
    phases.make_cut(reload_event(day_one_over), ME, 2)
    assert reload_history(day_one_over).phase(2).entrants == tuple(ranked[1:5])


def test_a_drop_after_the_cut_lets_the_next_player_in_if_it_is_repeated(day_two_drafted):
    before = reload_history(day_two_drafted).phase(2).entrants
    ranked = [row.player for row in standings(reload_history(day_two_drafted).phase(1)).rows]
    phases.make_cut(day_two_drafted, ME, 2)
    after = reload_history(day_two_drafted).phase(2)
    assert after.entrants == (before[0], *before[2:], ranked[4])
    assert len(after.rounds) == 1
    seated = {player for match in after.rounds[0].matches for player in match.players}
    assert seated == set(after.entrants)


def test_in_finals_lower_seeds_move_up_for_a_drop(db):
    event = make(9, finals=("single", 4))
    play_three_rounds(event)
    pair(event)
    seeds = reload_history(event).phase(2).entrants
    drop_player(reload_event(event), ME, seeds[0])
    phases.make_cut(reload_event(event), ME, 2)
    entrants = reload_history(event).phase(2).entrants
    assert entrants[:3] == seeds[1:]
    tables = [match.players for match in reload_history(event).phase(2).rounds[0].matches]
    assert tables == [(entrants[0], entrants[3]), (entrants[1], entrants[2])]


def test_a_cut_cannot_be_repeated_after_a_result(db):
    event = make(9, finals=("single", 4))
    play_three_rounds(event)
    pair(event)
    report(event, 1, "2-0")
    with pytest.raises(RuleViolation, match="A result has been reported"):
        phases.make_cut(reload_event(event), ME, 2)


def test_one_undo_reverts_a_whole_cut(day_one_over):
    before = reload_history(day_one_over)
    phases.make_cut(day_one_over, ME, 2, picked=("p1", "p2"))
    undo(reload_event(day_one_over), ME)
    assert reload_history(day_one_over) == before


@pytest.mark.parametrize(
    "change",
    [
        lambda event: change_settings(event, ME, 1, rounds=4),
        lambda event: phases.change_phase(event, ME, 1, "Pods", rounds=4),
    ],
)
def test_betting_turned_off_in_a_file_stays_off_when_other_settings_change(db, change):
    pods = PhaseRecord(PODS, overrides={"rounds": 3, "betting": None})
    event = create_event(ME, EventHistory("Night", "hareruya", phases=(pods,)))
    change(reload_event(event))
    assert reload_history(event).phase(1).overrides == {"rounds": 4, "betting": None}


def test_settings_that_no_event_file_can_hold_are_refused(db):
    pods = PhaseRecord(PODS)
    event = create_event(ME, EventHistory("Night", "magic", phases=(pods,)))
    with pytest.raises(RuleViolation, match="fold pairing is for two-player tables"):
        change_settings(reload_event(event), ME, 1, pairing="fold")
