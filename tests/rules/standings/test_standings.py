"""Ranks after a round, and the listed players."""

from dataclasses import replace

import pytest

from tests.rules.round_notation import swiss
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import (
    EventHistory,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
)
from tournaments.rules.standings.standings import rank, standings


def places(event, **options):
    return [(row.rank, row.player) for row in standings(event.phase(1), **options).rows]


def row_of(player, event, **options):
    return next(row for row in standings(event.phase(1), **options).rows if row.player == player)


def unfinished(event, number=None, state="published"):
    """The event with its last round still running."""
    *before, last = event.phase(1).rounds
    return event.phase(1).replace(rounds=(*before, replace(last, state=state))).history


FOUR = swiss("ann bob 2-0, cid dan 2-1", "ann cid 2-0, bob dan 2-0")


def test_points_rank_first_then_the_columns_in_order():
    assert standings(FOUR.phase(1)).columns == ("points", "omw", "gw", "ogw")
    assert places(FOUR) == [(1, "ann"), (2, "bob"), (3, "cid"), (4, "dan")]


def test_a_row_has_record_points_and_values():
    row = row_of("ann", FOUR)
    assert (row.name, row.wins, row.losses, row.draws, row.points) == ("Ann", 2, 0, 0, 6)
    assert list(row.values) == ["omw", "gw", "ogw"]


def test_byes_are_wins_in_the_record_and_draws_come_last():
    row = row_of("ann", swiss("ann bye", "ann bob 1-1", "ann late"))
    assert (row.wins, row.losses, row.draws) == (1, 1, 1)


def test_whole_points_are_integers():
    half = swiss("ann bob 1-1", "ann bye", settings={"points": {"draw": 0.5}})
    assert repr(row_of("ann", half).points) == "3.5"
    assert repr(row_of("ann", FOUR).points) == "6"


def test_ties_share_a_rank_in_case_insensitive_alphabetical_order():
    event = swiss("bob zoe 2-0, Ann yan 2-0")
    assert places(event) == [(1, "Ann"), (1, "bob"), (3, "yan"), (3, "zoe")]


def test_without_tiebreakers_the_first_column_decides_alone():
    assert places(FOUR, tiebreakers=[]) == [(1, "ann"), (2, "bob"), (2, "cid"), (4, "dan")]
    assert standings(FOUR.phase(1), tiebreakers=[]).columns == ("points",)


def test_other_tiebreakers_change_the_ranking():
    assert standings(FOUR.phase(1), tiebreakers=["timing"]).columns == ("points", "timing")
    # Cid lost round 2, Bob round 1: losing later is better.
    assert places(FOUR, tiebreakers=["timing"]) == [(1, "ann"), (2, "cid"), (3, "bob"), (4, "dan")]


def test_unknown_tiebreakers_are_refused_by_name():
    with pytest.raises(RuleViolation, match=r"tiebreakers\[0\]: unknown tiebreaker luck"):
        standings(FOUR.phase(1), tiebreakers=["luck"])


def test_standings_after_an_earlier_round():
    assert standings(FOUR.phase(1), after_round=1).after_round == 1
    assert places(FOUR, after_round=1) == [(1, "ann"), (2, "cid"), (3, "dan"), (4, "bob")]


def test_before_the_first_round_everybody_shares_the_first_rank():
    assert places(FOUR, after_round=0) == [(1, "ann"), (1, "bob"), (1, "cid"), (1, "dan")]


def test_standings_after_an_unfinished_round_are_refused():
    with pytest.raises(RuleViolation, match=r"Round 2 isn’t finished. The last finished round is 1"):
        standings(unfinished(FOUR).phase(1), after_round=2)


def test_a_running_round_counts_only_live_and_only_where_reported():
    running = unfinished(swiss("ann bob 2-0, cid dan 2-1", "ann cid 2-0, bob dan 2-0"))
    matches = running.phase(1).rounds[1].matches
    open_table = MatchRecord((SeatRecord("bob"), SeatRecord("dan")))
    running = (
        running.phase(1)
        .replace(
            rounds=(
                running.phase(1).rounds[0],
                replace(running.phase(1).rounds[1], matches=(matches[0], open_table)),
            ),
        )
        .history
    )
    assert standings(running.phase(1)) == standings(FOUR.phase(1), after_round=1)
    live = standings(running.phase(1), live=True)
    assert live.after_round == 1
    assert {row.player: row.points for row in live.rows} == {"ann": 6, "cid": 3, "dan": 0, "bob": 0}


def test_a_draft_round_never_counts():
    assert standings(unfinished(FOUR, state="draft").phase(1), live=True) == standings(
        FOUR.phase(1), after_round=1
    )


def test_an_open_table_of_the_running_round_freezes_no_means():
    frozen = {"percentages": {"frozen_after_drop": True}}
    event = swiss("ann bob 2-0, cid dan 2-0", "ann cid 2-0, bob dan 2-0", settings=frozen)
    last = event.phase(1).rounds[1]
    open_table = replace(
        last,
        state="published",
        matches=(MatchRecord((SeatRecord("ann"), SeatRecord("cid"))), last.matches[1]),
    )
    event = event.phase(1).replace(rounds=(event.phase(1).rounds[0], open_table)).history
    # Bob has won since: Ann, who is still playing, sees it.
    assert row_of("ann", event, live=True).values["omw"] == pytest.approx(0.5)


def test_players_who_drop_before_the_first_round_are_not_listed():
    assert "eve" not in dict(map(reversed, places(swiss("ann bob 2-0", dropped={"eve": 0}))))


def test_players_who_drop_later_stay_listed():
    assert (2, "bob") in places(swiss("ann bob 2-0", "ann bye", dropped={"bob": 1}))


def test_late_entries_are_listed_when_their_round_is_next():
    event = swiss("ann bob 2-0", "ann bob 2-0", joined_round={"eve": 3})
    assert "eve" not in [player for _, player in places(event, after_round=1)]
    assert "eve" in [player for _, player in places(event, after_round=2)]


def test_disqualified_players_are_not_listed_but_their_results_count():
    clean, guilty = (
        FOUR,
        swiss("ann bob 2-0, cid dan 2-1", "ann cid 2-0, bob dan 2-0", disqualified={"ann": 1}),
    )
    assert places(guilty) == [(1, "bob"), (2, "cid"), (3, "dan")]
    assert row_of("bob", guilty).values == row_of("bob", clean).values


def test_a_phase_lists_its_own_entrants():
    event = swiss("ann bob 2-0")
    players = (*event.players, PlayerRecord("cid", "Cid"))
    event = replace(event, players=players).phase(1).replace(entrants=("ann", "bob")).history
    assert places(event) == [(1, "ann"), (2, "bob")]


def test_each_phase_counts_its_own_rounds():
    second = PhaseRecord(
        entrants=("ann", "cid"),
        rounds=(RoundRecord(1, matches=(MatchRecord((SeatRecord("cid", 2), SeatRecord("ann", 0))),)),),
    )
    event = replace(FOUR, phases=(FOUR.phases[0], second))
    rows = standings(event.phase(2)).rows
    assert [(row.player, row.points) for row in rows] == [("cid", 3), ("ann", 0)]


def test_a_bracket_lists_places_without_values():
    final = MatchRecord((SeatRecord("ann", 1), SeatRecord("bob", 2)), table=1)
    bracket = PhaseRecord("bracket", overrides={"finals": "single"}, entrants=("ann", "bob"))
    event = replace(
        FOUR, phases=(FOUR.phases[0], replace(bracket, rounds=(RoundRecord(1, matches=(final,)),)))
    )
    rows = standings(event.phase(2)).rows
    assert [(row.rank, row.player, row.wins, row.losses, row.values) for row in rows] == [
        (1, "bob", 1, 0, {}),
        (2, "ann", 0, 1, {}),
    ]
    assert standings(event.phase(2)).columns == ("points",)
    guilty = tuple(replace(player, disqualified=player.id == "bob") for player in event.players)
    assert [(row.rank, row.player) for row in standings(replace(event, players=guilty).phase(2)).rows] == [
        (1, "ann")
    ]


def test_an_unknown_phase_is_refused():
    with pytest.raises(RuleViolation, match="no phase 2; the event has 1"):
        standings(FOUR.phase(2))


def test_an_event_without_rounds_or_players_has_empty_standings():
    assert standings(EventHistory("Nobody", "magic", (), (PhaseRecord(),)).phase(1)).rows == ()


# Ranks


def test_rank_shares_ranks_and_keeps_the_order_of_the_input():
    assert rank([(3, 0.5), (6, 0.1), (3, 0.5), (3, 0.6)]) == [3, 1, 3, 2]
    assert rank([]) == []
    assert rank([(), ()]) == [1, 1]


def test_the_last_bit_of_a_sum_never_splits_a_tie():
    for value in (0.1 + 0.2, 1 / 1024, 7 / 2048 + 1 / 4096, 0.0000000005, 2 / 3, 12.5):
        assert rank([(value,), (value + 1e-15,), (value - 1e-15,)]) == [1, 1, 1]
