"""Betting: the published examples of Hareruya, settings, carried phases and explanations."""

import pytest

from tests.rules.pod_notation import pods
from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.history import (
    EventHistory,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
)
from tournaments.rules.prizes.payout import awards
from tournaments.rules.results.betting import DRAWS
from tournaments.rules.rounds.progress import next_round
from tournaments.rules.rulebooks import settings_of
from tournaments.rules.standings.cut import apply_cut
from tournaments.rules.standings.standings import standings
from tournaments.rules.standings.working import START, explain_value

FIRST = "a b c d 1, e f g h 1"


def points(event, **options):
    return {row.player: row.points for row in standings(event.phase(len(event.phases)), **options).rows}


def betting(*rounds, **changed):
    return pods(*rounds, rulebook="hareruya", settings={"betting": changed})


# Hareruya's page: the worked numbers


def test_after_the_first_round_winners_have_1210_and_losers_930():
    assert points(betting(FIRST)) == {"a": 1210, "e": 1210} | dict.fromkeys("bcdfgh", 930)


def test_the_second_round_winner_at_1210_1210_930_930_has_exactly_1425():
    totals = points(betting(FIRST, "a e b f 1"))
    assert (totals["a"], totals["e"], totals["b"], totals["f"]) == (1425, 1125.3, 864.9, 864.9)


def test_everybody_has_the_start_points_before_the_first_round():
    event = betting(FIRST)
    assert set(points(event, after_round=0).values()) == {1000}
    assert points(event.phase(1).replace(rounds=()).history) == points(event, after_round=0)


def test_points_after_an_earlier_round_are_unchanged_later():
    event = betting(FIRST, "a e b f 1")
    assert points(event, after_round=1) == points(betting(FIRST))


def test_the_order_of_results_matters():
    late = betting("a b c d 1", "a e f g 1", "a h i j draw", draws="burn")
    soon = betting("a b c d draw", "a e f g 1", "a h i j 1", draws="burn")
    assert points(late)["a"] != points(soon)["a"]


@every(
    ("rounding", "first", "second"),
    [("winner_up", 1425, 1125.3), ("two_decimals", 1424.9, 1125.3), ("none", 1424.9, 1125.3)],
)
def test_only_the_winnings_are_rounded_up(rounding, first, second):
    totals = points(betting(FIRST, "a e b f 1", rounding=rounding))
    assert (totals["a"], totals["e"]) == (first, second)


def test_bets_are_rounded_half_up_to_two_decimals_or_not_at_all():
    rounds = ["a b c d 2"] * 3
    assert points(betting(*rounds, rounding="none"))["a"] == 804.357
    assert points(betting(*rounds, rounding="two_decimals"))["a"] == 804.36


@every(("draws", "drew", "out"), [("burn", 930, 930), ("split", 1000, 1000), ("refund", 1000, 1000)])
def test_stakes_of_a_drawn_pod_are_burnt_split_or_refunded(draws, drew, out):
    assert points(betting("a b c d draw", draws=draws)) == {"a": drew, "b": drew, "c": drew, "d": out}


@every(("draws", "drew", "out"), [("burn", 930, 930), ("split", 1070, 930), ("refund", 1000, 930)])
def test_players_eliminated_before_a_draw_lose_their_stake(draws, drew, out):
    assert points(betting("a b c d 1-3-1-3", draws=draws)) == {"a": drew, "c": drew, "b": out, "d": out}


@every("draws", DRAWS)
def test_all_stakes_are_burnt_if_everybody_lost(draws):
    assert set(points(betting("a b c d lost", draws=draws)).values()) == {930}


@every(("short_pods", "won"), [("shop", 1210), ("none", 1140)])
def test_the_shop_adds_the_stake_of_a_fourth_player_to_a_table_of_three(short_pods, won):
    assert points(betting("a b c 1, d e f g 2", short_pods=short_pods))["a"] == won


def test_the_added_fourth_player_has_the_fewest_points_of_the_round():
    # 7 % of 1210, 930 and of the last one's 930 once more: 214.9, rounded up.
    event = betting("a b c d 1, e f g 1", "a e b 1, c d f g -")
    assert points(event)["a"] == 1210 + 215
    assert (
        points(event.phase(1).replace(overrides={"betting": {"short_pods": "none"}}).history)["a"]
        == 1210 + 145
    )


def test_a_bye_changes_nothing_and_an_unpaired_loss_loses_the_stake():
    assert points(betting("a bye, b half-bye, c late")) == {"a": 1000, "b": 1000, "c": 930}


def test_a_no_show_loses_the_stake_to_the_winner():
    seats = (
        SeatRecord("a", result="win"),
        SeatRecord("b", result="no_show"),
        SeatRecord("c"),
        SeatRecord("d"),
    )
    event = (
        betting("a b c d 1")
        .phase(1)
        .replace(rounds=(RoundRecord(1, matches=(MatchRecord(seats, 1),)),))
        .history
    )
    assert points(event) == {"a": 1210, "b": 930, "c": 930, "d": 930}


def test_tables_of_five_bet_like_tables_of_four():
    assert points(betting("a b c d e 5"))["e"] == 1280


def test_live_points_count_the_reported_tables():
    event = betting(FIRST, "a b c d 2, e f g h -")
    running = RoundRecord(2, "published", "", event.phase(1).rounds[1].matches)
    event = event.phase(1).replace(rounds=(event.phase(1).rounds[0], running)).history
    assert points(event)["b"] == 930
    assert points(event, live=True)["b"] == 930 + 215 and points(event, live=True)["e"] == 1210


# Settings


def test_betting_can_be_switched_on_and_off_for_any_rulebook():
    assert points(pods(FIRST, settings={"betting": {"percent": 10, "start": 500}}))["a"] == 650
    assert points(pods(FIRST, rulebook="hareruya", settings={"betting": None}))["a"] == 1


@every(
    ("value", "words"),
    [
        ({"stake": 7}, "betting.stake: unknown key"),
        ({"percent": 0}, "betting.percent: must be a number from 0.01 to 100"),
        ({"percent": 7.125}, "betting.percent: use at most two decimals"),
        ({"start": 0}, "betting.start: must be a number from 1"),
        ({"rounding": "up"}, "betting.rounding: must be one of winner_up, two_decimals, none"),
        ({"draws": "all"}, "betting.draws: must be one of burn, split, refund"),
        ({"short_pods": True}, "betting.short_pods: must be one of shop, none"),
        (7, "betting: must be an object"),
    ],
)
def test_invalid_betting_settings_are_refused_with_their_path(value, words):
    with pytest.raises(RuleViolation) as refused:
        settings_of("hareruya", {"betting": value})
    assert str(refused.value).startswith(f"settings.{words}")


# Phases that count on


def carried(**second):
    rounds = betting(FIRST, "a e b f 1").phase(1).rounds
    one, two = rounds[0], RoundRecord(1, matches=rounds[1].matches)
    people = tuple(PlayerRecord(name, name) for name in "abcdefgh")
    entrants = tuple("abcdefgh")
    phases = (
        PhaseRecord("pods", rounds=(one,)),
        PhaseRecord("pods", overrides=second, entrants=entrants, rounds=(two,)),
    )
    return EventHistory("Two days", "hareruya", people, phases)


def test_a_carrying_phase_continues_with_the_earlier_points():
    assert points(carried(carry=True)) == points(betting(FIRST, "a e b f 1"))


def test_a_phase_without_carry_begins_with_the_start_points():
    assert points(carried())["a"] == 1210 and points(carried())["c"] == 1000


def test_points_of_carried_phases_without_betting_are_added():
    event = carried(carry=True)
    history = event.phase(1).replace(overrides={"betting": None, "points": {"win": 5}}).history
    # The bets of the second phase are made from what the points of the first left.
    assert points(history)["c"] == 1000 and points(history)["e"] == pytest.approx(1005 * 0.93)


# What is made of the points


def test_a_cut_by_points_uses_the_betting_points():
    event = betting(FIRST, "a e b f 1, c d g h 2")
    rows = standings(event.phase(1)).rows
    assert apply_cut(rows, {"min_points": 1125.3}).entrants == ("a", "d", "e")
    assert points(event)["d"] == 930 + 196 > points(event)["e"] == 1125.3


def test_pairings_ignore_the_betting_points():
    event = betting(FIRST, "a e b f 1, c d g h 2")
    whys = next_round(event, "a seed").why
    assert "Random" in str(whys["a"]) and "1425" not in str(whys["a"])
    proof = next_round(event, "a seed").round.proof
    assert (proof.pair_downs, proof.gap) == (0, 0)


def test_a_prize_by_points_uses_the_exact_number():
    prizes = [{"points": 1125.3, "sum": "10"}, {"points": 1125.4, "sum": "20"}]
    event = betting(FIRST, "a e b f 1")
    event = event.phase(1).replace(overrides={"rounds": 2, "prizes": {"rows": prizes}}).history
    prizes_won = {player: award.each for award in awards(event) for player in award.players}
    assert prizes_won == {"a": 20, "e": 10}


# The working


def test_the_explanation_shows_start_stakes_takes_and_winners():
    start, first, second = explain_value(betting(FIRST, "a e b f 1").phase(1), "e", "points").lines
    assert (start.round, start.term, start.note) == (0, 1000, START)
    assert (first.staked, first.taken, first.term, first.winner) == (70, 280, 210, "e")
    assert (second.staked, second.taken, second.term, second.winner) == (84.7, 0, -84.7, "a")


def test_drawn_tables_and_byes_have_no_winner_in_the_explanation():
    table = explain_value(betting("a b c d draw", "a bye").phase(1), "a", "points")
    assert [line.winner for line in table.lines[1:]] == [None, None]
    assert table.value == 930
