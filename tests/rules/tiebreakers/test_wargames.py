"""Columns of victory points and reported points: Old World, WTC, X-Wing, Netrunner."""

import pytest

from tests.rules.round_notation import row_of, swiss, value_of
from tests.support.case_tables import every
from tournaments.rules.history import (
    EventHistory,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
)
from tournaments.rules.results.scoring import points_of
from tournaments.rules.rulebooks import settings_of
from tournaments.rules.standings.standings import standings


def seat(player, score=None, **facts):
    return SeatRecord(player, score=score, **facts)


def event_of(rulebook, *rounds, settings=None, **soft):
    """Return an event from rounds of tuples of seats."""
    played = tuple(RoundRecord(n, matches=tuple(map(MatchRecord, one))) for n, one in enumerate(rounds, 1))
    names = sorted({seat.player for one in rounds for seats in one for seat in seats})
    players = tuple(PlayerRecord(name, name, soft_score=soft.get(name)) for name in names)
    return EventHistory(
        "Saturday", rulebook, players, (PhaseRecord(overrides=settings or {}, rounds=played),)
    )


# Old World Rankings, help page on pairings and tiebreakers


def opponents_with_wins(*wins):
    """Ann plays an opponent per round, who has this number of wins, made of byes."""
    rounds = [[f"ann foe{n} 1-0"] for n in range(len(wins))] + [[] for _ in range(max(wins))]
    for n, many in enumerate(wins):
        free = [number for number in range(len(rounds)) if number != n]
        for number in free[:many]:
            rounds[number].append(f"foe{n} bye")
    return swiss(*(", ".join(one) for one in rounds), rulebook="old-world")


def test_old_world_sos_of_opponents_with_4_3_2_and_0_wins_is_2_25():
    assert value_of("ann", opponents_with_wins(4, 3, 2, 0), "sos") == 2.25


def test_old_world_sos_is_rounded_to_two_decimals_a_half_up_and_ranks_so():
    assert value_of("ann", opponents_with_wins(1, 1, 0), "sos") == 0.67
    assert value_of("ann", opponents_with_wins(1, 0, 0, 0, 0, 0, 0, 0), "sos") == 0.13


def test_old_world_counts_an_opponent_met_twice_once():
    event = swiss("ann bob 0-1", "ann bob 0-1", "ann cid 1-0", rulebook="old-world")
    assert value_of("ann", event, "sos") == (2 + 0) / 2


def test_old_world_a_draw_is_half_a_win_for_oneself_and_for_the_opponents():
    event = swiss("ann bob 1-1", "ann cid 1-0, bob bye", rulebook="old-world")
    ann = row_of("ann", event)
    assert list(ann.values) == ["wins", "tp", "vp_diff", "sos"]
    assert ann.values["wins"] == 1.5
    assert ann.values["sos"] == (1.5 + 0) / 2


def test_old_world_2_0_1_stands_before_2_1_0():
    event = swiss(
        "ann dan 1-0, bob eve 1-0",
        "ann eve 1-0, bob fay 1-0",
        "ann fay 1-1, bob dan 0-1",
        rulebook="old-world",
    )
    assert [row.player for row in standings(event.phase(1)).rows][:2] == ["ann", "bob"]


WARS = event_of(
    "old-world",
    [(seat("ann", 75, secondary=20, bonus=2, points=14), seat("bob", 40, secondary=10, points=6))],
    [(seat("ann", 30, secondary=5, points=3), seat("bob", 60, bonus=1, points=17))],
    ann=7,
)


def test_old_world_columns_add_up_what_was_scored():
    ann = row_of("ann", WARS, ["tp", "vp", "vp_diff", "secondaries", "bp_sos"])
    assert ann.values["tp"] == 14 + 3 + 2
    assert ann.values["vp"] == 105
    assert ann.values["vp_diff"] == 35 - 30
    assert ann.values["secondaries"] == 25
    assert ann.values["bp_sos"] == 6 + 17 + 1


def test_soft_scores_count_in_tp_by_a_setting():
    counting = WARS.phase(1).replace(overrides={"soft_in_tp": True}).history
    assert value_of("ann", counting, "tp") == 19 + 7
    assert value_of("bob", counting, "tp") == value_of("bob", WARS, "tp") == 24


# WTC, differential scoring


def shares(first, second, **settings):
    match = MatchRecord((seat("a", first), seat("b", second)))
    return points_of(match, settings_of("wargame-wtc", settings))


def test_wtc_100_to_40_is_19_1_by_table_a_and_20_0_by_table_b():
    assert shares(100, 40) == (19, 1)
    assert shares(100, 40, vp_table="B") == (20, 0)


@every(
    ("difference", "share"),
    [
        *[(0, 10), (1, 10), (2, 11), (5, 11), (6, 12), (11, 13), (20, 14), (25, 15), (30, 16), (31, 17)],
        *[(40, 17), (50, 18), (51, 19), (60, 19), (61, 20), (500, 20)],
    ],
)
def test_wtc_table_a(difference, share):
    assert shares(difference, 0) == (share, 20 - share)
    assert shares(0, difference) == (20 - share, share)


@every(("difference", "share"), [(0, 10), (5, 10), (6, 11), (10, 11), (46, 19), (50, 19), (51, 20)])
def test_wtc_table_b(difference, share):
    assert shares(difference, 0, vp_table="B") == (share, 20 - share)


def test_wtc_a_table_of_ones_own():
    assert shares(9, 0, vp_table=[[9, 12.5]]) == (12.5, 7.5)
    assert shares(10, 0, vp_table=[[9, 12.5]]) == (20, 0)


def test_wtc_result_wins_over_contradicting_scores():
    settings = settings_of("wargame-wtc", {})
    stopped = MatchRecord((seat("a", 75, result="disqualified"), seat("b", 40)))
    assert points_of(stopped, settings) == (0, 20)
    assert points_of(MatchRecord((seat("a", result="no_show"), seat("b"))), settings) == (0, 20)
    both = MatchRecord((seat("a", 10, result="loss"), seat("b", 10, result="loss")))
    assert points_of(both, settings) == (0, 0)


# X-Wing and Netrunner


def test_x_wing_mov_is_200_and_the_margin_of_each_match_and_300_for_a_bye():
    event = event_of(
        "x-wing",
        [(seat("ann", 200), seat("bob", 100)), (seat("cid", result="bye"),)],
        [(seat("ann", 61), seat("cid", 55)), (seat("bob", result="bye"),)],
    )
    assert value_of("ann", event, "mov") == 300 + 206
    assert value_of("bob", event, "mov") == 100 + 300
    assert value_of("cid", event, "mov") == 300 + 194


def test_sos_per_round_counts_byes_of_the_opponent_and_no_own_ones():
    event = swiss("ann bob 1-0, cid bye", "ann cid 0-1, bob bye", "ann bye, bob cid 0-1", rulebook="x-wing")
    # Bob has 1 of 3 rounds, a bye; Cid 3 of 3.
    assert value_of("ann", event, "sos_per_round") == pytest.approx((1 / 3 + 1) / 2)
    # Bob met Ann (2/3) and Cid (1), Cid met Ann (2/3) and Bob (1/3).
    assert value_of("ann", event, "esos") == pytest.approx(((2 / 3 + 1) / 2 + (2 / 3 + 1 / 3) / 2) / 2)


def test_netrunner_takes_the_points_given_and_a_bye_is_6():
    event = event_of(
        "netrunner",
        [(seat("ann", points=5), seat("bob", points=1)), (seat("cid", result="bye"),)],
        [(seat("ann", points=3), seat("cid", points=3)), (seat("bob", result="loss"),)],
    )
    assert [(row.player, row.points) for row in standings(event.phase(1)).rows] == [
        ("cid", 9),
        ("ann", 8),
        ("bob", 1),
    ]
    assert value_of("ann", event, "sos_per_round") == pytest.approx((1 / 2 + 9 / 2) / 2)
