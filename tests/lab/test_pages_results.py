"""Results of simulations: numbers in words, equal playing time, examples."""

import pytest

from tournaments.lab.pages.comparison_plan import list_examples, with_equal_time
from tournaments.lab.pages.measures import TEXTS, duration_text, estimate_text
from tournaments.rules.rulebooks import RULEBOOKS
from tournaments.rules.simulation import MEASURES, parse_plan, simulate

PLAN = {
    "players": 8,
    "formats": [
        {"name": "Short", "rulebook": "magic", "rounds": 2, "minutes": 30},
        {"name": "Long", "rulebook": "magic", "rounds": 3, "minutes": 60, "cut": 4},
    ],
}


def test_every_measure_has_a_name_and_a_definition():
    assert list(TEXTS) == list(MEASURES)


def test_numbers_have_their_error_and_a_true_minus():
    assert estimate_text("best_wins", {"mean": 0.461, "error": 0.0094}) == "46.1 % ± 0.9"
    assert estimate_text("rank_correlation", {"mean": -0.25, "error": 0.0123}) == "−0.25 ± 0.01"
    assert estimate_text("rounds", {"mean": 7.0, "error": 0.0}) == "7"
    assert estimate_text("hours", None) == "–"
    assert estimate_text("hours", {"mean": 5.8333, "error": 0.0}) == "5 h 50"
    assert estimate_text("hours", {"mean": 13.3999, "error": 0.0096}) == "13 h 24 ± 1 min"


@pytest.mark.parametrize(
    ("hours", "text"), [(0, "0 min"), (0.5, "30 min"), (5, "5 h"), (5.999, "6 h"), (1.05, "1 h 03")]
)
def test_hours_are_whole_minutes(hours, text):
    assert duration_text(hours) == text


def test_formats_are_made_equally_long_by_more_swiss_rounds():
    plan = with_equal_time(PLAN, simulate(parse_plan(PLAN), 20, 1))
    short, long = plan["formats"]
    # Five hours: ten rounds of half an hour, of which eight players have seven at most.
    assert short == PLAN["formats"][0] | {"rounds": 7, "name": "Short, 7 rounds"}
    assert long == PLAN["formats"][1]


def test_without_minutes_formats_get_equally_many_rounds():
    formats = [{key: value for key, value in one.items() if key != "minutes"} for one in PLAN["formats"]]
    formats = [one | {"rulebook": "fair-hearthstone"} for one in formats]
    assert not RULEBOOKS["fair-hearthstone"].minutes
    plan = PLAN | {"formats": formats}
    short, _long = with_equal_time(plan, simulate(parse_plan(plan), 20, 1))["formats"]
    assert short["rounds"] == 5


@pytest.mark.parametrize("example", list_examples(), ids=lambda example: example.address)
def test_an_example_is_the_result_of_its_plan(example):
    """Fewer events with other luck give the same numbers, within five times both errors."""
    assert example.events >= 5000
    few = simulate(parse_plan(example.plan), 20, 2)
    for entry, other in zip(example.result["formats"], few["formats"], strict=True):
        assert entry["name"] == other["name"]
        for key, estimate in entry["measures"].items():
            assert (estimate is None) == (other["measures"][key] is None)
            if estimate:
                error = 2.5 * (estimate["error"] + other["measures"][key]["error"]) + 1e-6
                assert other["measures"][key]["mean"] == pytest.approx(estimate["mean"], abs=error), key
