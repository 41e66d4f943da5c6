"""Chances and worth of single matches, against numbers worked out by hand."""

import numpy as np
import pytest

from tests.support.case_tables import every
from tournaments.rules.rulebooks import settings_of
from tournaments.rules.simulation.matches import (
    game_chance,
    game_scores,
    play,
    result_chances,
    result_table,
    win_chance,
)


def test_a_game_is_won_with_elos_chance():
    assert game_chance(np.array([1900, 1500, 1500]), np.array([1500, 1500, 1900])) == pytest.approx(
        [10 / 11, 1 / 2, 1 / 11]
    )


@every(
    "best_of, chances",
    [
        (1, [0.6, 0, 0.4]),
        (2, [0.36, 0.48, 0.16]),
        # 2-0, 2-1, draw, 1-2, 0-2
        (3, [0.36, 0.288, 0, 0.192, 0.16]),
        (5, [0.216, 0.2592, 0.20736, 0, 0.13824, 0.1152, 0.064]),
    ],
)
def test_the_results_of_a_best_of_have_their_binomial_chances(best_of, chances):
    assert result_chances(best_of, np.array(0.6)) == pytest.approx(chances)
    assert len(game_scores(best_of)) == len(chances)


def test_drawn_matches_take_their_share_from_all_results():
    assert result_chances(3, np.array(0.6), 0.25) == pytest.approx([0.27, 0.216, 0.25, 0.144, 0.12])
    assert win_chance(3, np.array(1500), np.array(1500)) == pytest.approx(0.5)


def test_a_lower_number_is_better_luck_for_the_stronger_player():
    luck = np.array([0, 0.35, 0.37, 0.64, 0.66, 0.83, 0.85, 0.999])
    ratings = np.full(8, 400 * np.log10(1.5)), np.zeros(8)
    assert play(3, *ratings, luck).tolist() == [0, 0, 1, 1, 3, 3, 4, 4]


def test_results_and_the_bye_are_worth_what_the_rulebook_says():
    table = result_table(settings_of("two-one-zero", {}))
    assert table.columns["points"].tolist() == [2, 1, 0, 0, -1, 2]
    assert table.columns["games_won"].tolist() == [2, 2, 1, 1, 0, 0]
    assert (table.last, table.bye) == (4, 5)
    assert result_table(settings_of("chess", {})).columns["games_drawn"].tolist() == [0, 1, 0, 0]
    assert result_table(settings_of("star-wars-unlimited", {})).wins.tolist() == [1, 1, 0, 0, 0, 1]
