"""Brackets during the finals: sides, early certainty and final places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.finals.oracle import MIXED, ORACLE, finals_of
from tests.support.finals import entrants
from tournaments.rules.finals import build_bracket, build_table
from tournaments.rules.finals.bracket import final_places
from tournaments.rules.history import MatchRecord, SeatRecord

EIGHT = tuple("abcdefgh")
CALL = "CALL:PSF1,PSF2"
MCINTYRE = build_table("mcintyre8", 8)
TABLES = [finals_of(entry) for entry in ORACLE] + [build_table("single", size) for size in (2, 3, 5, 16, 23)]
TABLES += [build_table("double", size) for size in (4, 8, 13)]
TABLES += [build_table("pods10", 10), build_table("pods16-snake", 16), build_table("pods40", 40), MIXED]


def sides(meeting):
    return [side.player or str(side.label) for side in (meeting.sides[0], meeting.sides[1])]


def test_only_the_first_round_is_known_at_the_start():
    start = build_bracket(MCINTYRE, EIGHT, {})
    assert [sides(meeting) for meeting in start.ready_meetings] == [
        ["d", "e"],
        ["c", "f"],
        ["b", "g"],
        ["a", "h"],
    ]
    assert sides(start.meeting("SF1")) == ["4th-ranked winner", "2nd-ranked loser"]
    assert sides(start.meeting("GF")) == ["winner of prelim 1", "winner of prelim 2"]
    assert not start.is_over
    assert start.champion is None


def test_a_win_of_seed_1_makes_the_best_winner_certain():
    now = build_bracket(MCINTYRE, EIGHT, {"QF4": ("a", "h")})
    assert sides(now.meeting("PF1")) == ["a", "winner of semi-final 1"]


def test_possible_seeds_of_open_sides():
    now = build_bracket(MCINTYRE, EIGHT, {"QF4": ("a", "h"), "QF3": ("b", "g")})
    semi = now.meeting("SF1")
    assert semi.sides[0].possible == semi.sides[1].possible == (4, 5, 6)
    assert now.meeting("SF2").sides[0].possible == (3, 4, 5)


def test_losers_with_a_second_chance_are_ranked_by_seed():
    results = {"QF4": ("h", "a"), "QF3": ("g", "b"), "QF2": ("c", "f"), "QF1": ("d", "e")}
    now = build_bracket(MCINTYRE, EIGHT, results)
    assert [sides(meeting) for meeting in now.ready_meetings] == [["h", "b"], ["g", "a"]]
    assert sides(now.meeting("PF1")) == ["c", "winner of semi-final 1"]
    assert final_places(now) == ((7, "e"), (8, "f"))


def test_sides_of_a_made_match_are_in_table_order():
    match = MatchRecord((SeatRecord("h", 0), SeatRecord("a", 2)), table=1, slot="QF4")
    meeting = build_bracket(MCINTYRE, EIGHT, {"QF4": ("a", "h")}, {"QF4": match}).meeting("QF4")
    assert sides(meeting) == ["a", "h"]


def test_before_the_cut_a_bracket_shows_seeds():
    side = build_bracket(MCINTYRE, (), {}).meeting("QF4").sides[0]
    assert (side.seed, side.player, str(side.label)) == (1, None, "seed 1")


def test_losers_of_a_round_rank_by_seed_and_the_champion_first():
    results = {
        "R1-1": ("a", "h"),
        "R1-2": ("e", "d"),
        "R1-3": ("g", "b"),
        "R1-4": ("c", "f"),
        "R2-1": ("e", "a"),
        "R2-2": ("g", "c"),
        "R3-1": ("g", "e"),
    }
    over = build_bracket(build_table("single", 8), EIGHT, results)
    assert "".join(player for _rank, player in final_places(over)) == "geacbdfh"
    assert [rank for rank, _player in final_places(over)] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_places_that_depend_on_the_running_round_are_omitted():
    single = build_table("single", 8)
    assert final_places(build_bracket(single, EIGHT, {"R1-1": ("a", "h")})) == ((8, "h"),)
    assert final_places(build_bracket(single, EIGHT, {"R1-2": ("d", "e")})) == ()
    assert final_places(build_bracket(single, EIGHT, {"R1-1": ("h", "a")})) == ((5, "a"),)


def played(finals, draw):
    """Yield the bracket after each match, with random matches and winners."""
    names, results = entrants(finals), {}
    yield build_bracket(finals, names, results)
    while not (now := build_bracket(finals, names, results)).is_over:
        ready = now.ready_meetings or [
            m for m in now.meetings if m.sides[1].source == CALL and not m.is_decided
        ]
        meeting = draw(st.sampled_from(ready))
        *others, last = meeting.sides
        seats = *(side.player for side in others), now.player(draw(st.sampled_from(last.possible)))
        results[meeting.slot.id] = tuple(draw(st.permutations(seats)))
        yield build_bracket(finals, names, results)


@pytest.mark.parametrize("finals", TABLES, ids=lambda finals: f"{finals.key}-{finals.size}")
@given(data=st.data())
def test_finished_finals_place_each_player_once(finals, data):
    before = []
    for now in played(finals, data.draw):
        ready = [
            player for m in now.ready_meetings if m.slot.round == 1 for player in map(now.player, m.seeds)
        ]
        assert len(set(ready)) == len(ready), "a player in two ready matches"
        assert set(before) <= set(final_places(now)), "a certain place changed"
        before = final_places(now)
    assert [rank for rank, _player in before] == list(range(1, finals.size + 1))
    assert {player for _rank, player in before} == set(entrants(finals))
    assert before[0] == (1, now.champion)


def test_unchosen_opponent_plays_the_second_winner():
    league = build_table("super_league8", 8)
    firsts = {"QPO1": "ad", "QPO2": "bc", "EPO1": "eh", "EPO2": "fg", "PSF1": "cf", "PSF2": "ed"}
    open_ = build_bracket(league, EIGHT, firsts)
    assert sides(open_.meeting("QSF1")) == ["a", "called winner"]
    assert sides(open_.meeting("QSF2")) == ["b", "winner not called"]
    assert open_.seeds_to_pair(open_.meeting("QSF1")) == (1, 5), "by default the worst-seeded opponent"
    called = build_bracket(
        league, EIGHT, firsts, {"QSF1": MatchRecord((SeatRecord("a"), SeatRecord("c")), 1)}
    )
    assert sides(called.meeting("QSF2")) == ["b", "e"]


@given(data=st.data())
def test_a_side_once_certain_never_changes_and_possible_seeds_only_shrink(data):
    last = None
    for now in played(MCINTYRE, data.draw):
        for earlier, later in zip(last.meetings if last else (), now.meetings, strict=False):
            assert set(later.sides[0].possible) <= set(earlier.sides[0].possible)
            assert set(later.sides[1].possible) <= set(earlier.sides[1].possible)
        last = now
