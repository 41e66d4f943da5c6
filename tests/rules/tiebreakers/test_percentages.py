"""Percentage columns by the examples of the rulebooks, and each switch."""

import pytest

from tests.rules.round_notation import swiss
from tests.support.case_tables import every
from tournaments.rules.standings.standings import standings
from tournaments.rules.tiebreakers import FAMILIES, NUMBER, PERCENT, TIEBREAKERS

EVERY = ["mw", "gw", "omw", "ogw", "oomw"]
SUMS = [{"key": "win_loss_sum", "floor": None}, "first_tiebreaker_sum", "timing", "wins"]


def values_of(player, event, tiebreakers=EVERY, **percentages):
    """Return the player's values in an event ranked with these switches."""
    event = event.phase(1).replace(overrides={**event.phase(1).overrides, "percentages": percentages}).history
    row = next(row for row in standings(event.phase(1), tiebreakers=tiebreakers).rows if row.player == player)
    return row.values


def record(player, *results):
    """Return a round for each result of the player, against separate opponents."""
    return [f"{player} foe{number} {result}" for number, result in enumerate(results)]


def test_every_column_has_an_explanation_and_a_source():
    for key, entry in TIEBREAKERS.items():
        assert entry.key == key
        assert entry.label and entry.explanation.endswith(".") and entry.source
        assert entry.unit in (PERCENT, NUMBER)
    assert [entry.key for _, family in FAMILIES for entry in family] == list(TIEBREAKERS)


# Magic Tournament Rules, appendix C


def test_mtr_five_two_one_over_eight_rounds_is_0_667():
    rounds = record("ann", "2-0", "2-0", "2-0", "2-0", "2-0", "0-2", "0-2", "1-1")
    assert values_of("ann", swiss(*rounds))["mw"] == pytest.approx(16 / 24)


def test_mtr_one_three_then_a_drop_counts_as_the_floor_of_0_33():
    rounds = [*record("ann", "2-0", "0-2", "0-2", "0-2"), "foe0 foe1 2-0"]
    assert values_of("ann", swiss(*rounds, dropped={"ann": 4}))["mw"] == 0.33


def test_mtr_three_two_with_a_bye_then_a_drop_is_0_60_over_the_rounds_played():
    rounds = ["ann bye", *record("ann", "2-0", "2-0", "0-2", "0-2"), "foe0 foe1 2-0"]
    assert values_of("ann", swiss(*rounds, dropped={"ann": 5}))["mw"] == pytest.approx(0.60)


def test_mtr_game_points_are_three_for_a_game_and_one_for_a_drawn_one():
    # 2-0-0, 2-1-0, 2-0-1, 0-0-3: 6 + 6 + 7 + 3 points of 2, 3, 3 and 3 games.
    rounds = record("ann", "2-0", "2-1", "2-0-1", "0-0-3")
    assert values_of("ann", swiss(*rounds))["gw"] == pytest.approx(22 / 33)


def test_mtr_a_bye_adds_six_game_points_over_two_games():
    assert values_of("ann", swiss("ann bye", "ann bob 1-2"))["gw"] == pytest.approx((6 + 3) / (6 + 9))


def test_opponents_percentage_is_a_mean_and_not_pooled():
    event = swiss("ann bob 2-0, cid dan 2-0", "ann cid 2-0, bob bye", "bob dan 2-0", "bob bye")
    # Bob 3 of 4 rounds, Cid 1 of 2.
    values = values_of("ann", event)
    assert values["omw"] == pytest.approx((0.75 + 0.5) / 2)
    # Bob 2 + 2 + 2 games of 8, Cid 2 of 4.
    assert values["ogw"] == pytest.approx((6 / 8 + 2 / 4) / 2)


def test_bye_is_no_opponent_but_counts_in_the_own_percentage():
    event = swiss("ann bob 2-0, cid bye", "ann cid 2-0, bob bye")
    assert values_of("ann", event)["omw"] == pytest.approx(0.5)
    assert values_of("bob", event)["omw"] == pytest.approx(1.0)


def test_a_double_loss_is_a_round_without_points_or_games_against_an_opponent():
    event = swiss("ann bob double-loss, cid dan 2-0", "ann cid 2-0, bob dan 2-0")
    ann = values_of("ann", event)
    assert ann["mw"] == pytest.approx(3 / 6)
    assert ann["gw"] == pytest.approx(1)
    assert ann["omw"] == pytest.approx((3 / 6 + 3 / 6) / 2)


def test_an_assigned_loss_is_a_round_and_a_loss_without_games_or_opponent():
    event = swiss("ann late, bob cid 2-0", "ann bob 2-0, cid bye")
    ann = values_of("ann", event, [*EVERY, *SUMS])
    assert ann["mw"] == pytest.approx(3 / 6)
    assert ann["gw"] == pytest.approx(1)
    assert ann["omw"] == pytest.approx(3 / 6)
    assert ann["timing"] == 1


def test_a_draw_without_games_is_a_point_and_a_round():
    event = swiss("ann bob 0-0", "ann cid 2-0, bob dan 2-0")
    ann = values_of("ann", event)
    assert ann["mw"] == pytest.approx(4 / 6)
    assert ann["gw"] == pytest.approx(1)


def test_each_of_several_byes_counts():
    event = swiss("ann bye, bob bye", "ann bye, bob cid 2-0", "ann bob 0-2")
    assert values_of("ann", event)["mw"] == pytest.approx(6 / 9)
    assert values_of("bob", event)["omw"] == pytest.approx((0.33 + 6 / 9) / 2)


def test_the_opponents_opponents_are_the_mean_of_the_opponents_own_means():
    event = swiss("ann bob 2-0, cid dan 2-0", "ann cid 2-0, bob dan 2-0")
    # Bob and Cid each met Ann (1.0) and Dan (the floor).
    assert values_of("ann", event)["oomw"] == pytest.approx((1 + 0.33) / 2)


# The switches


def test_switch_floor():
    event = swiss("ann bob 2-0")
    assert values_of("ann", event)["omw"] == 0.33
    assert values_of("ann", event, floor="1/3")["omw"] == 1 / 3
    assert values_of("ann", event, floor=0.25)["ogw"] == 0.25
    assert values_of("ann", event, floor=0)["omw"] == 0


def test_switch_own_gw_floored_leaves_what_opponents_see():
    event = swiss("ann bob 2-0")
    assert values_of("bob", event)["gw"] == 0.33
    assert values_of("bob", event, own_gw_floored=False)["gw"] == 0
    assert values_of("ann", event, own_gw_floored=False)["ogw"] == 0.33


def test_switch_count_rematches():
    event = swiss("ann bob 2-0, cid dan 2-0", "ann bob 2-0, cid dan 2-0", "ann cid 2-0, bob dan 0-2")
    assert values_of("ann", event)["omw"] == pytest.approx((0.33 + 0.33 + 2 / 3) / 3)
    assert values_of("ann", event, count_rematches="once")["omw"] == pytest.approx((0.33 + 2 / 3) / 2)


def test_switch_frozen_after_drop_keeps_the_means_of_the_last_round_played():
    event = swiss("ann bob 2-0, cid dan 2-0", "bob dan 2-0, cid bye", "bob cid 2-0")
    assert values_of("ann", event)["omw"] == pytest.approx(2 / 3)
    # After round 1 Bob had lost his only match, whatever the event file says of Ann's drop.
    assert values_of("ann", event, frozen_after_drop=True)["omw"] == 0.33
    late = swiss("ann bob 2-0, cid dan 2-0", "bob dan 2-0", "bob cid 2-0", dropped={"ann": 2})
    assert values_of("ann", late, frozen_after_drop=True)["omw"] == 0.33


def test_switch_frozen_after_drop_counts_a_bye_as_a_round_stayed_for():
    event = swiss("ann bob 2-0, cid dan 2-0", "ann bye, bob dan 2-0", "bob cid 2-0")
    assert values_of("ann", event, frozen_after_drop=True)["omw"] == pytest.approx(1 / 2)


def test_switch_frozen_after_drop_reaches_the_opponents_opponents():
    event = swiss("ann bob 2-0, cid dan 2-0", "bob dan 2-0, cid eve 2-0", "bob cid 0-2, dan eve 2-0")
    # After round 1 Bob had met Ann alone, who stood at 3 of 3.
    assert values_of("ann", event, frozen_after_drop=True)["oomw"] == pytest.approx(1)


def test_switch_bye_in_own_mw():
    event = swiss("ann bye, bob cid 2-0", "ann bob 2-0, cid bye", "ann cid 0-2")
    assert values_of("ann", event)["mw"] == pytest.approx(6 / 9)
    assert values_of("ann", event, bye_in_own_mw=False)["mw"] == pytest.approx(3 / 6)
    assert values_of("bob", event, bye_in_own_mw=False)["omw"] == pytest.approx((3 / 6 + 3 / 6) / 2)


def test_switch_bye_in_own_mw_never_forgives_an_assigned_loss():
    event = swiss("ann late, bob cid 2-0", "ann bob 2-0")
    assert values_of("ann", event, bye_in_own_mw=False)["mw"] == pytest.approx(3 / 6)


@every("bye_games", [0, 1, 2])
def test_switch_bye_games(bye_games):
    event = swiss("ann bye, bob cid 2-0", "ann bob 1-2")
    gw = values_of("ann", event, bye_games=bye_games, floor=0)["gw"]
    assert gw == pytest.approx((bye_games + 1) / (bye_games + 3))


def test_switch_no_opponent():
    event = swiss("ann bye, bob cid 2-0")
    assert [values_of("ann", event)[key] for key in ("omw", "ogw", "oomw")] == [0, 0, 0]
    floored = values_of("ann", event, no_opponent="floor")
    assert [floored[key] for key in ("omw", "ogw", "oomw")] == [0.33, 0.33, 0.33]


def test_switch_cap_and_cap_dropped():
    event = swiss("ann bob 0-2", "cid bob 0-2", dropped={"bob": 2})
    assert values_of("ann", event)["omw"] == 1
    assert values_of("ann", event, cap=0.9)["omw"] == 0.9
    assert values_of("ann", event, cap_dropped=0.75)["omw"] == 0.75
    stayed = swiss("ann bob 0-2", "cid bob 0-2")
    assert values_of("ann", stayed, cap_dropped=0.75)["omw"] == 1


def test_fair_hearthstone_ignores_byes():
    event = swiss("ann bye, bob cid 3-1", "ann bob 1-3, cid bye", rulebook="fair-hearthstone")
    ann = values_of("ann", event, floor=0)
    assert ann["mw"] == 0
    assert ann["gw"] == pytest.approx(1 / 4)


# The sums of the Hearthstone tour


def opponents_at(*records):
    """Ann beats one opponent per round, whose record is made of awarded wins and losses."""
    rounds = [[f"ann foe{n} 3-0"] for n in range(len(records))]
    for n, (wins, losses) in enumerate(records):
        rest = ["bye"] * wins + ["late"] * (losses - 1)
        free = [number for number in range(10) if number != n]
        rounds += [[] for _ in range(10 - len(rounds))]
        for number, result in zip(free, rest, strict=False):
            rounds[number].append(f"foe{n} {result}")
    return swiss(*(", ".join(one) for one in rounds), rulebook="hct-2017")


@every(("floor", "total"), [(None, -4), (-3, -3), (-2, -2)])
def test_the_win_loss_sum_of_the_worked_example_with_and_without_floor(floor, total):
    # Mantis 3.0: opponents at 0-4, 1-3, 2-2 and 3-1; the tour's floor of −3 gives one point back.
    event = opponents_at((0, 4), (1, 3), (2, 2), (3, 1))
    column = {"key": "win_loss_sum", "floor": floor}
    assert values_of("ann", event, [column])["win_loss_sum"] == total


def test_a_bye_adds_nothing_to_the_win_loss_sum():
    event = swiss("ann bye, bob cid 3-0", "ann bob 3-0, cid bye", rulebook="hct-2017")
    assert values_of("ann", event, ["win_loss_sum"])["win_loss_sum"] == 0


def test_the_first_tiebreaker_sum_adds_the_opponents_first_tiebreakers():
    event = swiss("ann bob 3-0, cid dan 3-0", "ann cid 3-0, bob dan 3-0", rulebook="hct-2017")
    # Bob met Ann (2-0) and Dan (0-2); so did Cid: 0 each. Bob and Cid stand at 1-1, so Ann has 0 and Dan too.
    assert values_of("ann", event, ["first_tiebreaker_sum"])["first_tiebreaker_sum"] == 0
    floored = [{"key": "win_loss_sum", "floor": -1}, "first_tiebreaker_sum"]
    # With a floor of −1 Dan costs them only 1 each.
    assert values_of("ann", event, floored)["first_tiebreaker_sum"] == 2


def test_timing_adds_the_squares_of_the_rounds_lost():
    event = swiss("ann bob 3-0", "ann cid 0-3", "ann dan 0-3", rulebook="hct-2017")
    assert values_of("ann", event, ["timing"])["timing"] == 2**2 + 3**2


def test_wins_count_byes_and_no_draws():
    event = swiss("ann bye", "ann bob 1-1", "ann cid 2-0")
    assert values_of("ann", event, ["wins"])["wins"] == 2
