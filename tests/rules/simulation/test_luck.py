"""The same plan and seed give the same numbers; formats share their luck, so that differences are paired."""

import numpy as np
import pytest

from tests.rules.simulation.plans import make_plan, play
from tournaments.rules.simulation import (
    batches,
    pack_batch,
    play_batch,
    run,
    simulate,
    summarise_plan,
    unpack_batch,
)
from tournaments.rules.simulation.matches import draw_luck
from tournaments.rules.simulation.run import play_batches
from tournaments.rules.simulation.swiss import play_swiss, swiss_key

CUT = {"rulebook": "hct-2017", "rounds": 4, "cut": 4}


def test_the_same_plan_and_seed_give_the_same_answer():
    plan = make_plan(12, CUT)
    assert simulate(plan, 20, 3) == simulate(make_plan(12, CUT), 20, 3)
    assert simulate(plan, 20, 3)["formats"] != simulate(plan, 20, 4)["formats"]


def test_the_answer_depends_neither_on_batches_nor_on_processes(monkeypatch):
    plan = make_plan(12, CUT, {"cut": 8, "finals": "mcintyre8", "rounds": 3, "pairing": "fold"}, draws=0.1)
    answer = simulate(plan, 30, 5)
    monkeypatch.setattr(run, "BATCH_PLAYER_ROUNDS", 5 * plan.player_rounds)
    assert len(batches(plan, 30)) == 6
    assert simulate(plan, 30, 5) == answer
    for processes in (1, 2):
        assert summarise_plan(plan, 30, 5, play_batches(plan, 30, 5, processes)) == answer


def test_the_answer_is_the_same_from_stored_batches_of_any_size():
    plan = make_plan(12, CUT, {"rounds": 3}, {"rounds": 3, "cut": 8}, draws=0.1)
    played = [play_batch(plan, 5, range(first, last)) for first, last in ((1, 2), (2, 9), (9, 31))]
    stored = map(unpack_batch, map(pack_batch, played))
    assert summarise_plan(plan, 30, 5, stored) == simulate(plan, 30, 5)


def test_a_format_has_the_same_numbers_whatever_the_others_are():
    alone = simulate(make_plan(12, CUT), 20, 1)["formats"][0]
    longer = {"name": "longer", "rounds": 7, "cut": 12, "finals": "double"}
    assert simulate(make_plan(12, CUT, longer), 20, 1)["formats"][0] == alone


@pytest.mark.parametrize(
    ("players", "one", "other", "is_shared"),
    [
        (16, {"rulebook": "hct-2017"}, {"rulebook": "dreamhack", "cut": 8}, True),
        (16, {"rulebook": "hct-2017"}, {"rulebook": "hct-2017", "rounds": 4}, False),
        (16, {"rulebook": "hct-2017"}, {"rulebook": "hct-2017", "best_of": 3}, False),
        # Ranks decide who has the bye, and who meets whom by fold.
        (15, {"rulebook": "hct-2017"}, {"rulebook": "dreamhack"}, False),
        (15, {"rulebook": "hct-2017"}, {"rulebook": "hct-2017", "cut": 8}, True),
        (
            16,
            {"rulebook": "hct-2017", "pairing": "fold"},
            {"rulebook": "dreamhack", "pairing": "fold"},
            False,
        ),
    ],
)
def test_formats_share_their_swiss_rounds_exactly_if_they_are_the_same(players, one, other, is_shared):
    plan = make_plan(players, one, other)
    luck = draw_luck(plan, 1, range(1, 9))
    rounds = [play_swiss(format_, luck) for format_ in plan.formats]
    keys = [swiss_key(format_, players) for format_ in plan.formats]
    assert (keys[0] == keys[1]) == is_shared
    if is_shared:
        assert (rounds[0].opponents == rounds[1].opponents).all()
        assert (rounds[0].results == rounds[1].results).all()


def test_two_formats_give_the_same_two_players_in_one_round_the_same_result():
    plan = make_plan(16, {"rulebook": "dreamhack"}, {"rulebook": "dreamhack", "pairing": "fold"})
    one, other = (play(plan, events=30, number=number).rounds for number in (0, 1))
    is_same = (one.opponents == other.opponents) & (np.arange(one.opponents.shape[2]) > 0)
    assert 0 < is_same.mean() < 0.5
    assert (one.results[is_same] == other.results[is_same]).all()


def test_the_strongest_of_a_list_may_be_listed_anywhere():
    # Ties in the standings are ordered by name, so the first player is ahead of equals.
    plan = make_plan(4, {"rounds": 1}, ratings={"list": [2000, 1, 1, 1]})
    places = draw_luck(plan, 1, range(1, 401)).ratings.argmax(axis=1)
    assert all(60 < number < 140 for number in np.bincount(places, minlength=4))


def test_a_format_differs_from_itself_by_nothing():
    plan = make_plan(16, CUT, CUT)
    (difference,) = simulate(plan, 30, 1)["differences"]
    assert (difference["a"], difference["b"]) == ("Format 1", "Format 2")
    values = [value for value in difference["measures"].values() if value]
    assert values and all(value == {"mean": 0, "error": 0} for value in values)


def test_pairing_makes_the_error_of_a_difference_smaller():
    plan = make_plan(16, CUT, {**CUT, "finals_best_of": 7})
    summary = simulate(plan, 200, 1)
    errors = [format_["measures"]["champion_rank"]["error"] for format_ in summary["formats"]]
    assert (
        summary["differences"][0]["measures"]["champion_rank"]["error"]
        < 0.7 * sum(e**2 for e in errors) ** 0.5
    )
