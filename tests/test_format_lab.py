"""docs/format-lab.md: its tables are those of the stored results, and the results can be made again."""

import numpy as np
import pytest

from scripts.format_lab import page
from scripts.format_lab.__main__ import only
from scripts.format_lab.plans import EXAMPLES, PLANS
from scripts.format_lab.rankings import bracket_order, right_order
from tournaments.queries.lab.examples import read_example
from tournaments.rules.simulation import parse_plan, simulate


@pytest.mark.parametrize("name", page.tables())
def test_each_table_of_the_page_is_that_of_the_results(name):
    text = page.PAGE.read_text(encoding="utf-8")
    marker = page.MARKER.format(name=name)
    assert text.split(f"{marker}\n")[1].startswith(page.tables()[name])


def test_each_stored_result_belongs_to_its_plan():
    for name, plan in PLANS.items():
        stored = page.read_result(name)
        assert stored["plan"] == plan
        names = [entry["name"] for entry in stored["result"]["formats"]]
        assert names == [entry["name"] for entry in plan["formats"]]


def test_an_example_of_the_site_has_the_numbers_that_its_own_plan_gives():
    """Other formats of a plan change nothing."""
    name, source, formats = EXAMPLES[0]
    whole = PLANS[source] | {"players": 16}
    part = whole | {"formats": [only(whole["formats"], "name", one) | {"rounds": 3} for one in formats]}
    whole = whole | {"formats": [one | {"rounds": 3} for one in whole["formats"]]}
    numbers = {one["name"]: one for one in simulate(parse_plan(whole), 20, 1)["formats"]}
    assert [numbers[one] for one in formats] == simulate(parse_plan(part), 20, 1)["formats"]
    assert read_example(name)["plan"]["formats"] == [
        only(PLANS[source]["formats"], "name", one) for one in formats
    ]


def test_without_draws_exactly_the_x_1_of_128_players_make_the_cut():
    single = only(page.read_result("128")["result"]["formats"], "name", "Single elimination")
    assert single["measures"]["missed_on_tiebreaks"] == {"mean": 0.0, "error": 0.0}


def test_a_bracket_keeps_the_best_two_apart_until_the_final():
    assert bracket_order(8) == [0, 7, 3, 4, 1, 6, 2, 5]


def test_pairs_in_the_right_order_count_one_and_ties_a_half():
    assert right_order(np.array([3.0, 2.0, 1.0]), np.array([2.0, 2.0, 0.0])) == pytest.approx(2.5 / 3)
