"""Results of simulations: verdicts on differences, pictures, equal playing time, examples."""

import pytest

from tournaments.lab.pages.comparison_plan import list_examples, with_equal_time
from tournaments.lab.pages.measures import MAX_RADIUS, MIN_RADIUS, TEXTS, draw_picture, estimate_text
from tournaments.lab.pages.simulation import MOST, ResultPage, sentences, verdict
from tournaments.rules.rulebooks import RULEBOOKS
from tournaments.rules.simulation import MEASURES, parse_plan, simulate

PLAN = {
    "players": 8,
    "formats": [
        {"name": "Short", "rulebook": "magic", "rounds": 2, "minutes": 30},
        {"name": "Long", "rulebook": "magic", "rounds": 3, "minutes": 60, "cut": 4},
    ],
}


def result_with(mean, error, wins=0.5):
    """Return a result of two formats whose difference in `best_wins` is this."""
    none = dict.fromkeys(MEASURES)
    formats = [
        {"name": name, "measures": none | {"best_wins": {"mean": share, "error": 0.1}}, "champion_seed": None}
        for name, share in (("A", wins), ("B", wins - mean))
    ]
    difference = {"a": "A", "b": "B", "measures": none | {"best_wins": {"mean": mean, "error": error}}}
    return {"events": 1000, "seed": 1, "formats": formats, "differences": [difference]}


def test_every_measure_has_a_name_and_a_definition():
    assert list(TEXTS) == list(MEASURES)


@pytest.mark.parametrize(
    ("mean", "error", "words"),
    [
        (0.10, 0.0595, "certainly less"),
        (0.10, 0.0597, "probably less"),
        (0.10, 0.0999, "probably less"),
        (0.10, 0.1000, "too close to tell"),
        (0.10, None, "too close to tell"),
        (0.00, 0.0500, "too close to tell"),
        (0.00, 0.0000, "the same"),
    ],
)
def test_only_a_difference_outside_its_99_9_percent_interval_is_certain(mean, error, words):
    assert verdict(result_with(mean, error), "best_wins", "A", "B", MOST) == words


def test_the_verdict_does_not_depend_on_the_order_of_the_formats_in_the_plan():
    (sentence,) = sentences(result_with(-0.10, 0.05))
    assert (sentence.first, sentence.number) == ("B", "60 %")
    assert sentence.others == [("A", "50 %", "certainly less")]


def test_the_best_comes_first_also_where_less_is_better():
    sentence = next(one for one in sentences(simulate(parse_plan(PLAN), 20, 1)) if one.title == "Hours")
    assert (sentence.first, sentence.hint) == ("Short", "fewer cost less")
    ((name, _number, verdict),) = sentence.others
    assert (name, verdict) == ("Long", "certainly more")


def test_numbers_have_their_error_and_a_true_minus():
    assert estimate_text("best_wins", {"mean": 0.461, "error": 0.0094}) == "46.1 % ± 0.9"
    assert estimate_text("rank_correlation", {"mean": -0.25, "error": 0.0123}) == "−0.25 ± 0.01"
    assert estimate_text("rounds", {"mean": 7.0, "error": 0.0}) == "7"
    assert estimate_text("hours", None) == "–"


def test_all_of_the_picture_is_inside_it():
    for example in list_examples():
        page = ResultPage(example.result, "", "")
        for x_key in page.axis_keys:
            for y_key in page.axis_keys:
                picture = draw_picture(page.formats, x_key, y_key)
                for point in picture.points:
                    assert picture.left <= point.left <= point.x <= point.right <= picture.right
                    assert picture.top <= point.top <= point.y <= point.bottom <= picture.bottom
                assert 3 <= len(picture.x_ticks) <= 9 and 3 <= len(picture.y_ticks) <= 9


def test_a_larger_number_is_further_right_and_higher_and_hours_are_areas():
    result = simulate(parse_plan(PLAN), 50, 1)
    short, long = draw_picture(result["formats"], "rounds", "matches").points
    assert short.x < long.x and short.y > long.y
    ratio = (1 * 5) / (2 * 1)  # five rounds of an hour, two of half an hour
    assert long.radius == MAX_RADIUS
    assert short.radius == max(MIN_RADIUS, round(MAX_RADIUS / ratio**0.5 / 2**0.5, 1))


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
