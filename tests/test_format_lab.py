"""docs/format-lab.md: its tables and sentences are those of the stored results, which can be made again."""

import re

import numpy as np
import pytest

from scripts.format_lab import page, sentences
from scripts.format_lab.__main__ import only
from scripts.format_lab.plans import EVENTS, EXAMPLES, FEWER_EVENTS, PLANS
from scripts.format_lab.rankings import bracket_order, right_order
from scripts.format_lab.results import read_result
from tournaments.lab.pages.comparison_plan import read_example
from tournaments.rules.finals import build_table
from tournaments.rules.simulation import parse_plan, simulate


@pytest.mark.parametrize("name", page.blocks())
def test_each_table_and_sentence_of_the_page_is_that_of_the_results(name):
    text = page.PAGE.read_text(encoding="utf-8")
    assert page.block_pattern(name).search(text)[0].split("\n", 1)[1].startswith(page.blocks()[name])


def test_every_sentence_that_states_a_result_has_its_interval_and_is_checked():
    for write in sentences.SENTENCES.values():
        lines = [line for line in write() if line not in ("| claim | result |", "| --- | --- |")]
        assert lines and all("(± " in line for line in lines)
    rest = page.PAGE.read_text(encoding="utf-8")
    for name in page.blocks():
        rest = page.block_pattern(name).sub("", rest)
    assert "±" in rest and re.findall(r"\d %|\d points more", rest.replace("95 %", "")) == []


def test_a_sentence_that_the_results_do_not_support_is_not_written():
    single, mcintyre = sentences.SINGLE, sentences.MCINTYRE
    assert sentences.more("88", mcintyre, single, "best_wins") == "2.1 points (± 1.0)"
    for false in (
        lambda: sentences.more("88", single, mcintyre, "best_wins"),
        lambda: sentences.more("88", mcintyre, sentences.AFL, "best_wins"),
        lambda: sentences.level("88", single, mcintyre, "best_wins"),
        lambda: sentences.more_than_all("88", mcintyre, "best_wins"),
        lambda: sentences.length("88", sentences.DOUBLE, single),
        lambda: sentences.ranking_lead("Swiss, 2 rounds", "Knockout, seeded by the true strength"),
    ):
        with pytest.raises(sentences.FalseSentenceError):
            false()


def test_what_the_page_calls_magics_stepladder_and_byes_give_no_second_chance():
    formats = {entry["name"]: entry for entry in PLANS["88"]["formats"]}
    for name in (sentences.BYES, sentences.STEPLADDER):
        table = build_table(formats[name]["finals"], formats[name]["cut"])
        assert all(read.winners or read.kind == "S" for slot in table.matches for read in slot.reads)
        assert [slot.round for slot in table.matches if "S1" in slot.sides] == [table.rounds - 1]


def test_one_table_of_the_last_round_can_draw_safely():
    (magic,) = read_result("draws")["result"]["formats"]
    assert magic["measures"]["safe_draws"] == {"mean": 1.0, "error": 0.0}


def test_each_stored_result_belongs_to_its_plan_and_number_of_events():
    for name, plan in PLANS.items():
        stored = read_result(name)
        assert stored["result"]["events"] == FEWER_EVENTS.get(name, EVENTS)
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
    single = only(read_result("128")["result"]["formats"], "name", "Single elimination")
    assert single["measures"]["missed_on_tiebreaks"] == {"mean": 0.0, "error": 0.0}


def test_a_bracket_keeps_the_best_two_apart_until_the_final():
    assert bracket_order(8) == [0, 7, 3, 4, 1, 6, 2, 5]


def test_pairs_in_the_right_order_count_one_and_ties_a_half():
    assert right_order(np.array([3.0, 2.0, 1.0]), np.array([2.0, 2.0, 0.0])) == pytest.approx(2.5 / 3)
