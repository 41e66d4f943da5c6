"""A bracket so far: who meets whom, what is certain early, who is placed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.finals.oracle import MIXED, ORACLE, finals_of
from tournaments.rules.finals import bracket, placed, table
from tournaments.rules.history import MatchRecord, SeatRecord

EIGHT = tuple("abcdefgh")
CALL = "CALL:PSF1,PSF2"
MCINTYRE = table("mcintyre8", 8)
TABLES = [finals_of(entry) for entry in ORACLE] + [table("single", size) for size in (2, 3, 5, 16, 23)]
TABLES += [table("double", size) for size in (4, 8, 13)]
TABLES += [table("pods10", 10), table("pods16-snake", 16), table("pods40", 40), MIXED]


def entrants(finals):
    return tuple(f"p{seed}" for seed in range(1, finals.size + 1))


def sides(meeting):
    return [side.player or str(side.words) for side in (meeting.sides[0], meeting.sides[1])]


def test_nothing_but_the_first_round_is_known_at_the_start():
    start = bracket(MCINTYRE, EIGHT, {})
    assert [sides(meeting) for meeting in start.ready] == [["d", "e"], ["c", "f"], ["b", "g"], ["a", "h"]]
    assert sides(start.meeting("SF1")) == ["4th-ranked winner", "2nd-ranked loser"]
    assert sides(start.meeting("GF")) == ["winner of prelim 1", "winner of prelim 2"]
    assert not start.over
    assert start.champion is None


def test_seed_1_who_wins_is_certainly_the_best_winner():
    now = bracket(MCINTYRE, EIGHT, {"QF4": ("a", "h")})
    assert sides(now.meeting("PF1")) == ["a", "winner of semi-final 1"]


def test_words_stand_with_the_seeds_that_are_still_possible():
    now = bracket(MCINTYRE, EIGHT, {"QF4": ("a", "h"), "QF3": ("b", "g")})
    semi = now.meeting("SF1")
    assert semi.sides[0].possible == semi.sides[1].possible == (4, 5, 6)
    assert now.meeting("SF2").sides[0].possible == (3, 4, 5)


def test_losers_that_come_back_are_ranked_by_seed():
    results = {"QF4": ("h", "a"), "QF3": ("g", "b"), "QF2": ("c", "f"), "QF1": ("d", "e")}
    now = bracket(MCINTYRE, EIGHT, results)
    assert [sides(meeting) for meeting in now.ready] == [["h", "b"], ["g", "a"]]
    assert sides(now.meeting("PF1")) == ["c", "winner of semi-final 1"]
    assert placed(now) == ((7, "e"), (8, "f"))


def test_a_made_match_keeps_the_tables_order_whoever_took_which_seat():
    match = MatchRecord((SeatRecord("h", 0), SeatRecord("a", 2)), table=1, slot="QF4")
    meeting = bracket(MCINTYRE, EIGHT, {"QF4": ("a", "h")}, {"QF4": match}).meeting("QF4")
    assert sides(meeting) == ["a", "h"]


def test_before_the_cut_a_bracket_shows_seeds():
    side = bracket(MCINTYRE, (), {}).meeting("QF4").sides[0]
    assert (side.seed, side.player, str(side.words)) == (1, None, "seed 1")


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
    over = bracket(table("single", 8), EIGHT, results)
    assert "".join(player for _rank, player in placed(over)) == "geacbdfh"
    assert [rank for rank, _player in placed(over)] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_place_that_still_depends_on_the_running_round_is_not_given():
    single = table("single", 8)
    assert placed(bracket(single, EIGHT, {"R1-1": ("a", "h")})) == ((8, "h"),)
    assert placed(bracket(single, EIGHT, {"R1-2": ("d", "e")})) == ()
    assert placed(bracket(single, EIGHT, {"R1-1": ("h", "a")})) == ((5, "a"),)


def played(finals, draw):
    """Brackets after each match, the next one and its winner drawn."""
    names, results = entrants(finals), {}
    yield bracket(finals, names, results)
    while not (now := bracket(finals, names, results)).over:
        ready = now.ready or [m for m in now.meetings if m.sides[1].source == CALL and not m.decided]
        meeting = draw(st.sampled_from(ready))
        *others, last = meeting.sides
        seats = *(side.player for side in others), now.player(draw(st.sampled_from(last.possible)))
        results[meeting.slot.id] = tuple(draw(st.permutations(seats)))
        yield bracket(finals, names, results)


@pytest.mark.parametrize("finals", TABLES, ids=lambda finals: f"{finals.key}-{finals.size}")
@given(data=st.data())
def test_every_way_through_a_table_ends_with_each_player_placed_once(finals, data):
    before = []
    for now in played(finals, data.draw):
        ready = [player for m in now.ready if m.slot.round == 1 for player in map(now.player, m.seeds)]
        assert len(set(ready)) == len(ready), "a player in two ready matches"
        assert set(before) <= set(placed(now)), "a place once given changed"
        before = placed(now)
    assert [rank for rank, _player in before] == list(range(1, finals.size + 1))
    assert {player for _rank, player in before} == set(entrants(finals))
    assert before[0] == (1, now.champion)


def test_who_is_called_leaves_the_other_for_the_second_winner():
    league = table("super_league8", 8)
    firsts = {"QPO1": "ad", "QPO2": "bc", "EPO1": "eh", "EPO2": "fg", "PSF1": "cf", "PSF2": "ed"}
    open_ = bracket(league, EIGHT, firsts)
    assert sides(open_.meeting("QSF1")) == ["a", "winner who is called"]
    assert sides(open_.meeting("QSF2")) == ["b", "winner who is not called"]
    assert open_.paired(open_.meeting("QSF1")) == (1, 5), "nobody called: the worst-seeded"
    called = bracket(league, EIGHT, firsts, {"QSF1": MatchRecord((SeatRecord("a"), SeatRecord("c")), 1)})
    assert sides(called.meeting("QSF2")) == ["b", "e"]


@given(data=st.data())
def test_a_side_once_certain_never_changes_and_possible_seeds_only_shrink(data):
    last = None
    for now in played(MCINTYRE, data.draw):
        for earlier, later in zip(last.meetings if last else (), now.meetings, strict=False):
            assert set(later.sides[0].possible) <= set(earlier.sides[0].possible)
            assert set(later.sides[1].possible) <= set(earlier.sides[1].possible)
        last = now
