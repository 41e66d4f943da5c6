"""Published examples of rulebooks and articles."""

from dataclasses import replace

import pytest

from tests.rules.round_notation import row_of, swiss, value_of
from tests.support.case_tables import every
from tournaments.rules.errors import RuleViolation
from tournaments.rules.results.scoring import points_of
from tournaments.rules.rulebooks import rulebook, settings_of
from tournaments.rules.settings.settings import merge
from tournaments.rules.standings.standings import standings
from tournaments.rules.tiebreakers.opponents import yugioh_number


def against_others(player, results):
    """A round for each letter: W a win, L a loss, D a draw, B a bye, against opponents of its own."""
    games = {"W": "1-0", "L": "0-1", "D": "0-0"}
    return [
        f"{player} bye" if result == "B" else f"{player} foe{n} {games[result]}"
        for n, result in enumerate(results)
    ]


# Magic Tournament Rules, appendix C


@every(("results", "points"), [("WWWWWWLL", 18), ("WWWWLLDD", 14)])
def test_mtr_6_2_0_is_18_points_and_4_2_2_is_14(results, points):
    assert row_of("ann", swiss(*against_others("ann", results))).points == points


@every(("score", "own", "other"), [("2-0", 6, 0), ("2-1", 6, 3), ("2-0-1", 7, 1)])
def test_mtr_game_points_of_2_0_0_and_2_1_0_and_2_0_1(score, own, other):
    event = swiss(f"ann bob {score}")
    assert value_of("ann", event, "game_points") == own
    assert value_of("bob", event, "game_points") == other


def test_mtr_a_bye_is_three_match_points_and_six_game_points():
    row = row_of("ann", swiss("ann bye"), ["game_points"])
    assert (row.points, row.values["game_points"]) == (3, 6)


# Play! Pokémon: Op Win %


def share_of_wins(results, **dropped):
    """Return Eve's resistance from one opponent with these results, whom she met in the last round."""
    before = against_others("ann", results)[:-1]
    met = {"W": "ann eve 1-0", "L": "ann eve 0-1", "D": "ann eve 0-0"}[results[-1]]
    event = swiss(*before, met, rulebook="pokemon", dropped=dropped)
    return value_of("eve", event, "resistance")


def test_pokemon_4_3_with_a_bye_is_50_percent():
    assert share_of_wins("BWLWLWL") == pytest.approx(0.5)


def test_pokemon_a_1_3_drop_is_a_quarter_of_the_rounds_played():
    assert share_of_wins("WLLL", ann=4) == 0.25
    # Rounds after the drop are not played: a win and two losses stay a third. Foe 1 has 1 of 2.
    event = swiss(
        "ann eve 1-0", "ann foe1 0-1", "ann foe2 0-1", "eve foe1 1-0", rulebook="pokemon", dropped={"ann": 3}
    )
    assert value_of("eve", event, "resistance") == pytest.approx((1 / 3 + 1 / 2) / 2)


def test_pokemon_none_counts_below_a_quarter_and_a_dropped_opponent_not_above_three():
    assert share_of_wins("LLLL") == 0.25
    assert share_of_wins("WWWW") == 1
    assert share_of_wins("WWWW", ann=4) == 0.75


def test_pokemon_a_tie_is_no_win_and_a_missed_round_is_lost():
    assert share_of_wins("WD") == 0.5
    event = swiss("ann late", "ann eve 1-0", rulebook="pokemon")
    assert rulebook("pokemon").late_entry == "loss"
    assert value_of("eve", event, "resistance") == 0.5


# Yu-Gi-Oh!, the Konami Tournament Software's number


def test_konami_33726677_is_33_points_and_72_6_and_67_7_percent():
    assert yugioh_number(33, 0.726, 0.677) == 33726677
    assert yugioh_number(9, 1, 0.0004) == 9999000


# Mantis 3.0 and the tour: see also test_tiebreakers


def test_mantis_ranks_by_wins_and_has_no_floor_where_the_tour_has_one():
    mantis = settings_of("mantis-3", {})
    assert mantis.first_column == "wins"
    assert [dict(column.options) for column in mantis.columns[:2]] == [{"floor": None}] * 2
    assert dict(settings_of("hct-2017", {}).columns[0].options) == {"floor": -3}


# Flesh and Blood: Pairings and Tiebreaker Policy


@every(("results", "ctb"), [("WWWL", 3.890625), ("WWLW", 3.640625), ("WLWW", 3.578125), ("LWWW", 3.5625)])
def test_fab_ctb_of_three_wins_ranks_a_late_loss_higher(results, ctb):
    event = swiss(*against_others("ann", results), rulebook="flesh-and-blood")
    assert value_of("ann", event, "ctb") == ctb


def test_fab_fewer_matches_lost_is_better_and_a_bye_is_no_match():
    event = swiss("ann bob 1-0, cid bye", "ann cid 0-1", "bob cid 1-0", rulebook="flesh-and-blood")
    rows = standings(event.phase(1), tiebreakers=["pml", "oml"]).rows
    assert {row.player: row.values["pml"] for row in rows} == {"ann": 0.5, "bob": 0.5, "cid": 0.5}
    event = swiss("ann bob 1-0, cid dan 1-0", "ann cid 0-0, bob bye, dan late", rulebook="flesh-and-blood")
    rows = standings(event.phase(1), tiebreakers=["pml"]).rows
    assert [(row.rank, row.player) for row in rows] == [(1, "ann"), (1, "cid"), (3, "bob"), (4, "dan")]
    assert rows[2].values["pml"] == 1


def test_fab_opponents_who_lost_less_are_better():
    event = swiss("ann bob 1-0, cid dan 1-0", "eve bob 0-1, eve2 dan 1-0", rulebook="flesh-and-blood")
    values = {row.player: row.values["oml"] for row in standings(event.phase(1), tiebreakers=["oml"]).rows}
    assert (values["ann"], values["cid"]) == (0.5, 1)
    order = [row.player for row in standings(event.phase(1), tiebreakers=["oml"]).rows]
    assert order.index("ann") < order.index("cid")


# Star Wars: Unlimited, Melee help


def test_swu_a_win_a_draw_and_a_loss_are_4_of_9_and_one_win():
    event = swiss("ann bob 2-1", "ann cid 1-1-1", "ann dan 0-2", rulebook="star-wars-unlimited")
    row = row_of("ann", event, ["mw", "gw"])
    assert row.values["wins"] == 1
    assert row.values["mw"] == pytest.approx(4 / 9)


def test_swu_games_2_1_0_and_1_1_1_and_0_2_0_are_10_of_24():
    event = swiss("ann bob 2-1", "ann cid 1-1-1", "ann dan 0-2", rulebook="star-wars-unlimited")
    assert value_of("ann", event, "gw") == pytest.approx(10 / 24)


# PlayAllTimes algorithms guide


def test_playalltimes_60_40_and_80_percent_are_60_and_not_57_78():
    rounds = [["ann bob 2-0"], ["ann cid 2-0"], ["ann dan 2-0"], [], [], []]
    for name, met, results in (("bob", 0, "WWWL"), ("cid", 1, "WWLL"), ("dan", 2, "WWWW")):
        free = [number for number in range(5) if number != met]
        for number, result in zip(free, results, strict=True):
            rounds[number].append(f"{name} {name}{number} {'2-0' if result == 'W' else '0-2'}")
    event = swiss(*(", ".join(one) for one in rounds), rulebook="playalltimes")
    assert value_of("ann", event, "omw") == pytest.approx(0.60)


def test_playalltimes_floor_is_an_exact_third():
    assert value_of("ann", swiss("ann bob 2-0", rulebook="playalltimes"), "omw") == 1 / 3


def test_playalltimes_pods_average_the_opponents_without_byes_or_floor():
    event = swiss("ann bob 2-0, cid bye", "ann cid 2-0, bob bye", rulebook="playalltimes")
    assert value_of("ann", event, "opp_mw_avg") == 0
    assert value_of("ann", event, "opp_points_avg") == 3
    assert value_of("bob", event, "opp_mw_avg") == 1


# Tie-breakers (article): points by games


@every(
    ("key", "by_score"),
    [
        ("two-one-zero", {"2-0": 2, "2-1": 1, "1-2": 0, "0-2": -1, "1-0": 1, "0-1": 0, "1-1": 0}),
        ("three-two-one-zero", {"2-0": 3, "2-1": 2, "1-2": 1, "0-2": 0, "1-0": 2, "0-1": 1, "1-1": 1}),
    ],
)
def test_points_by_games_of_finished_and_unfinished_matches(key, by_score):
    for score, points in by_score.items():
        assert row_of("ann", swiss(f"ann bob {score}", rulebook=key)).points == points


@every(("key", "slow", "fast"), [("two-one-zero", 4, 4), ("three-two-one-zero", 8, 6)])
def test_four_wins_2_1_against_two_wins_2_0(key, slow, fast):
    event = swiss("ann a 2-1, bob e 2-0", "ann b 2-1, bob f 2-0", "ann c 2-1", "ann d 2-1", rulebook=key)
    assert (row_of("ann", event).points, row_of("bob", event).points) == (slow, fast)


def test_a_conceded_match_counts_as_two_to_zero():
    event = swiss("ann bob no_show", rulebook="two-one-zero")
    assert (row_of("ann", event).points, row_of("bob", event).points) == (-1, 2)


# A rulebook must rank


def test_a_rulebook_without_a_column_to_rank_by_is_refused_with_its_path():
    bare = replace(rulebook("magic"), first_column="")
    with pytest.raises(RuleViolation, match=r"^phases\[0\]\.settings: the rulebook magic has no tiebreakers"):
        merge(bare, {}, "phases[0].settings")


def test_every_rulebook_has_a_first_column_and_points_for_each_result():
    for key in ("old-world", "star-wars-unlimited", "mantis-3"):
        assert settings_of(key, {}).first_column == "wins"
    for match in swiss("ann bob 2-0", "ann bob draw", "ann bye", "ann late").phase(1).rounds:
        for key in ("two-one-zero", "chess", "netrunner", "wargame-wtc", "pokemon"):
            assert len(points_of(match.matches[0], settings_of(key, {}))) == len(match.matches[0].seats)
