"""The costs of a round, computed from its tables."""

from tournaments.rules.pairing.objectives import RoundCosts, compute_costs

POINTS = {"ada": 6, "bo": 6, "chidi": 3, "dan": 0, "eva": 0}


def of(*tables, out=(), met=(), byes=(), clubs=()):
    return compute_costs(tables, out, points=POINTS, met=met, byes=dict(byes), clubs=dict(clubs))


def test_a_round_inside_the_score_groups_costs_nothing():
    assert of(("ada", "bo"), ("dan", "eva"), out=["chidi"]) == RoundCosts(0, 0, 0, 0, 0)


def test_gaps_are_counted_in_score_groups_and_squared():
    assert of(("ada", "chidi")).gap == 1
    assert of(("ada", "dan"), ("bo", "chidi")).gap == 5


def test_rematches_are_counted_once_in_either_order():
    met = [("bo", "ada"), ("ada", "bo"), ("dan", "chidi")]
    assert of(("ada", "bo"), ("chidi", "dan"), met=met).rematches == 2
    assert of(("ada", "chidi"), ("bo", "dan"), met=met).rematches == 0


def test_pairs_of_one_club_are_counted_except_without_a_club():
    clubs = {"ada": "lantern", "bo": "lantern", "dan": "", "eva": ""}
    assert of(("ada", "bo"), ("dan", "eva"), clubs=clubs).same_club == 1


def test_earlier_byes_of_the_bye_players_are_summed():
    assert of(("ada", "bo"), out=["chidi", "eva"], byes={"chidi": 1, "eva": 2, "dan": 4}).byes == 3
