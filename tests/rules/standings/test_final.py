"""Final standings: everyone by where they finished."""

from dataclasses import replace

import pytest

from tests.rules.round_notation import swiss
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import MatchRecord, PhaseRecord, RoundRecord, SeatRecord
from tournaments.rules.standings.final import final_standings
from tournaments.rules.standings.standings import standings

# After one round ann, cid, eve and gus have won; the tiebreakers are equal for all winners and all losers.
SWISS = swiss("ann bob 2-0, cid dan 2-0, eve fay 2-0, gus hal 2-0", settings={"rounds": 1})
SEEDS = ("ann", "cid", "eve", "gus")


def bracket_round(number, *pairs):
    matches = (MatchRecord((SeatRecord(winner, 2), SeatRecord(loser, 0))) for winner, loser in pairs)
    return RoundRecord(number, matches=tuple(matches))


def with_top_four(*rounds, history=SWISS, **settings):
    finals = PhaseRecord(
        "bracket", "Finals", {"cut": {"top": 4}, "finals": "single", **settings}, SEEDS, rounds
    )
    return replace(history, phases=(*history.phases, finals))


SEMIFINALS = bracket_round(1, ("gus", "ann"), ("cid", "eve"))
FINAL = bracket_round(2, ("gus", "cid"))


def places(history):
    return [(place.rank, place.player) for place in final_standings(history)]


def test_the_champion_is_first_then_the_bracket_then_the_others_by_their_swiss_rank():
    assert places(with_top_four(SEMIFINALS, FINAL)) == [
        (1, "gus"),
        (2, "cid"),
        (3, "ann"),
        (4, "eve"),
        (5, "bob"),
        (5, "dan"),
        (5, "fay"),
        (5, "hal"),
    ]


def test_losers_of_the_same_round_share_a_place_if_the_finals_say_so():
    assert places(with_top_four(SEMIFINALS, FINAL, places="shared"))[:5] == [
        (1, "gus"),
        (2, "cid"),
        (3, "ann"),
        (3, "eve"),
        (5, "bob"),
    ]


def test_a_match_for_third_place_decides_third_and_fourth():
    last = bracket_round(2, ("eve", "ann"), ("gus", "cid"))
    assert places(with_top_four(SEMIFINALS, last, third_place=True))[:4] == [
        (1, "gus"),
        (2, "cid"),
        (3, "eve"),
        (4, "ann"),
    ]


def test_without_finals_the_swiss_rank_decides_and_ties_share_it():
    assert places(SWISS) == [(row.rank, row.player) for row in standings(SWISS.phase(1)).rows]
    assert [rank for rank, _player in places(SWISS)] == [1, 1, 1, 1, 5, 5, 5, 5]


def test_each_row_is_that_of_the_last_phase_of_the_player():
    rows = final_standings(with_top_four(SEMIFINALS, FINAL))
    assert [(row.name, row.record) for row in rows[:2]] == [("Gus", "2-0-0"), ("Cid", "1-1-0")]
    assert (rows[4].name, rows[4].record, rows[4].points) == ("Bob", "0-1-0", 0)


def test_players_who_dropped_keep_the_place_of_their_last_phase():
    history = swiss(
        "ann bob 2-0, cid dan 2-0", "ann cid 2-0", dropped={"bob": 1, "dan": 1}, settings={"rounds": 2}
    )
    assert places(history) == [(1, "ann"), (2, "cid"), (3, "bob"), (4, "dan")]


def test_disqualified_players_have_no_place():
    history = with_top_four(SEMIFINALS, FINAL)
    players = [replace(player, disqualified=player.id in ("gus", "bob")) for player in history.players]
    assert places(replace(history, players=tuple(players)))[:4] == [
        (1, "cid"),
        (2, "ann"),
        (3, "eve"),
        (4, "dan"),
    ]


def test_of_three_phases_the_latest_comes_first():
    second = PhaseRecord(
        "swiss",
        "Day 2",
        {"rounds": 1, "cut": {"top": 6}},
        ("ann", "cid", "eve", "gus", "bob", "dan"),
        swiss("bob ann 2-0, dan cid 2-0, eve gus 2-0").phase(1).rounds,
    )
    finals = PhaseRecord(
        "bracket",
        "Final",
        {"cut": {"top": 2}, "finals": "single"},
        ("bob", "dan"),
        (bracket_round(1, ("dan", "bob")),),
    )
    history = replace(SWISS, phases=(SWISS.phases[0], second, finals))
    ranked = places(history)
    assert [player for _rank, player in ranked[:3]] == ["dan", "bob", "eve"]
    assert {player for _rank, player in ranked[3:6]} == {"ann", "cid", "gus"}
    assert ranked[6:] == [(7, "fay"), (7, "hal")]


@pytest.mark.parametrize(
    "history",
    [
        swiss("ann bob 2-0", settings={"rounds": 2}),
        with_top_four(),
        with_top_four(SEMIFINALS),
        with_top_four(SEMIFINALS, replace(FINAL, state="published")),
    ],
    ids=["a round is missing", "before the finals", "before the final", "during the final"],
)
def test_before_the_end_there_are_no_final_standings(history):
    with pytest.raises(RuleViolation, match="isn’t finished yet"):
        final_standings(history)
