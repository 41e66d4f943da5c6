"""Verdicts: differences of the same events, their intervals by plain arithmetic, and how they are told."""

import math
import statistics

import numpy
import pytest

from tournaments.lab.pages.comparison import (
    MIN_EVENTS,
    count_events,
    difference_text,
    distinct_names,
    get_difference,
    heading_text,
    interval_of_shares,
    interval_text,
    student_factor,
)
from tournaments.lab.pages.comparison_plan import list_examples
from tournaments.lab.pages.measures import TEXTS
from tournaments.lab.pages.simulation import ResultPage, Simulation
from tournaments.rules.simulation import MEASURES, parse_plan, play_batch, simulate
from tournaments.rules.simulation.measures import summarise

PLAN = {
    "players": 8,
    "formats": [
        {"name": "Short", "rulebook": "magic", "rounds": 2, "minutes": 30},
        {"name": "Long", "rulebook": "magic", "rounds": 3, "minutes": 60, "cut": 4},
        {"name": "Longer", "rulebook": "magic", "rounds": 3, "minutes": 60, "cut": 2},
    ],
}
# Of Student's distribution with so many degrees of freedom, from a printed table.
STUDENT = {5: 2.571, 9: 2.262, 29: 2.045, 99: 1.984}


def simulation_with(mean, error, events=10_000, key="best_wins", names=("A", "B"), hours=None):
    """Return a simulation of two formats whose difference in a measure is this."""
    none = dict.fromkeys(MEASURES)
    costs = dict(zip(names, hours or (), strict=False))
    formats = [
        {
            "name": name,
            "measures": none
            | {key: {"mean": share, "error": 0.01}}
            | ({"hours": {"mean": costs[name], "error": 0.0}} if costs else {}),
            "champion_seed": None,
        }
        for name, share in zip(names, (0.5, 0.5 - mean), strict=True)
    ]
    measures = none | {key: {"mean": mean, "error": error}}
    if hours:
        measures["hours"] = {"mean": hours[0] - hours[1], "error": 0.0}
    differences = [{"a": names[0], "b": names[1], "measures": measures}]
    result = {"events": events, "seed": 1, "formats": formats, "differences": differences}
    plan = {"players": 8, "formats": [{"name": name} for name in names]}
    return Simulation("x", "A and B", plan, events, 1, result)


def verdict(*args, **kwargs):
    page = ResultPage(simulation_with(*args, **kwargs))
    (row,) = [row for row in page.rows if row.key != "hours"]
    return row.verdict


@pytest.mark.parametrize("events", [40, 300])
def test_verdicts_and_intervals_are_those_of_plain_arithmetic(events):
    """The differences of single events, their mean and its interval, worked out without numpy."""
    plan = parse_plan(PLAN)
    result, played = simulate(plan, events, 5), play_batch(plan, 5, range(1, events + 1))
    compared = 0
    for key, measure in MEASURES.items():
        for first, other in ((0, 1), (1, 0), (1, 2), (2, 0)):
            columns = [played[place].measures[key] for place in (first, other)]
            if any(column is None or any(map(math.isnan, column)) for column in columns):
                continue
            differences = [float(a) - float(b) for a, b in zip(*columns, strict=True)]
            mean, spread = statistics.fmean(differences), statistics.stdev(differences)
            difference = get_difference(result, key, first, other)
            assert difference.mean == pytest.approx(mean, abs=2e-6)
            half = 1.96 * spread / math.sqrt(events)
            telling = sum(d != 0 for d in differences) if measure.is_share else events
            if telling < MIN_EVENTS and any(differences):
                assert not difference.is_clear
                continue
            low, high = difference.interval
            assert low <= mean - half + 2e-6 and high >= mean + half - 2e-6, "narrower than the normal one"
            assert high - low == pytest.approx(2 * half, rel=0.4, abs=2e-5)
            if abs(mean) < half:
                assert not difference.is_clear, key
            elif abs(mean) > 1.4 * half:
                assert difference.is_clear, key
            compared += 1
    assert compared > 20


@pytest.mark.parametrize(
    ("mean", "error", "is_clear"),
    [
        (0.0205, 0.0200, True),
        (0.0195, 0.0200, False),
        (-0.0205, 0.0200, True),
        (0.0, 0.0500, False),
        (0.0, 0.0, False),
        (0.10, None, False),
    ],
)
def test_a_difference_is_clear_only_if_its_interval_does_not_contain_0(mean, error, is_clear):
    assert bool(verdict(mean, error)) == is_clear


def test_the_interval_of_the_difference_decides_and_not_those_of_the_numbers():
    """Both numbers are known to 1 point, and overlap; with the same luck the difference is clear."""
    page = ResultPage(simulation_with(0.012, 0.004))
    assert all(entry["measures"]["best_wins"]["error"] == 0.01 for entry in page.formats)
    (row,) = page.clear_rows
    assert row.verdict == "1.2 more of 100 events" and row.interval == "0.8 to 1.6"


def share_of(count, events):
    """Return the estimate of a share of so many events."""
    return summarise(numpy.array([1.0] * count + [0.0] * (events - count)), is_share=True)


def test_few_events_that_differ_are_no_proof():
    """Differences of events that are 0, or 1 for a few: by a sign test five of them come up too often."""

    def is_clear(count, events):
        values = [1] * count + [0] * (events - count)
        error = 1.959964 * statistics.stdev(values) / math.sqrt(events)
        shares = [share_of(count, events), share_of(0, events)]
        interval = interval_of_shares(statistics.fmean(values), error, events, shares)
        return bool(interval) and interval[0] > 0

    for events in (10, 100, 10_000):
        for count in range(1, 11):
            by_luck = 2 * 0.5**count
            if by_luck > 0.05:
                assert not is_clear(count, events), (count, events)
        assert is_clear(10, events)
    assert not is_clear(5, 5) and is_clear(6, 6)


@pytest.mark.parametrize("events", [1, 5, 6, 30, 400])
def test_the_half_width_of_a_share_tells_to_how_many_events_it_applies(events):
    for count in {0, 1, events // 3, events}:
        share = share_of(count, events)
        assert count_events(share["mean"], share["error"], 5000) == pytest.approx(events, rel=0.01)
        assert count_events(share["mean"], share["error"], events) == events


def test_a_measure_that_applies_to_few_events_is_no_proof():
    """In one event exactly one player is unbeaten: the champion without finals, and not with them."""
    plan = PLAN | {"players": 16, "draws": 0.5, "ratings": {"spread": 0}}
    plan["formats"] = [
        {"name": "Swiss", "rulebook": "magic", "rounds": 6},
        {"name": "Finals", "rulebook": "magic", "rounds": 6, "cut": 8},
    ]
    result = simulate(parse_plan(plan), 100, 4)
    estimates = [entry["measures"]["unbeaten_out"] for entry in result["formats"]]
    assert [estimate["mean"] for estimate in estimates] == [0, 1]
    assert [count_events(one["mean"], one["error"], 100) for one in estimates] == [1, 1]
    assert not get_difference(result, "unbeaten_out", 0, 1).is_clear


def test_a_share_of_few_events_that_are_all_alike_is_not_exact():
    wide = interval_of_shares(1, 0, 100, [share_of(8, 8), share_of(0, 8)])
    assert 0 < wide[0] < 0.6 and wide[1] == 1, "no more than all events"
    # 8 of 8 and 290 of 300 are no clear difference, 8 of 8 and 100 of 300 are one.
    assert interval_of_shares(1 / 30, 0.02, 1000, [share_of(8, 8), share_of(290, 300)])[0] < 0
    assert interval_of_shares(2 / 3, 0.05, 1000, [share_of(8, 8), share_of(100, 300)])[0] > 0


@pytest.mark.parametrize(("freedom", "point"), STUDENT.items())
def test_intervals_of_few_events_are_wider(freedom, point):
    assert student_factor(freedom) * 1.959964 == pytest.approx(point, rel=0.005)


def test_a_single_event_tells_nothing():
    result = simulate(parse_plan(PLAN), 1, 1)
    page = ResultPage(Simulation("x", "One", PLAN, 1, 1, result))
    assert page.clear_rows == [] and page.unclear_rows and "no clear difference" in page.heading


def test_numbers_that_never_vary_need_no_interval():
    page = ResultPage(Simulation("x", "T", PLAN, 20, 1, simulate(parse_plan(PLAN), 20, 1)), compared=1)
    (hours,) = [row for row in page.rows if row.key == "hours"]
    assert (hours.verdict, hours.interval, hours.hint) == ("4 h shorter", "", "fewer cost less")


def test_the_verdict_does_not_depend_on_the_order_of_the_formats_in_the_plan():
    simulation = simulation_with(-0.10, 0.05)
    one, other = ResultPage(simulation), ResultPage(simulation, asked=1)
    assert one.heading == other.heading
    assert [row.verdict for row in one.rows] == ["10 fewer of 100 events"]
    assert [row.verdict for row in other.rows] == ["10 more of 100 events"]
    assert [row.interval for row in one.rows] == [row.interval for row in other.rows] == ["5.0 to 15.0"]


@pytest.mark.parametrize(
    ("values", "heading"),
    [
        (
            {"mean": 0.10, "error": 0.01, "hours": (6, 4.5)},
            "With A the strongest player wins 50 of 100 events, with B 40. It takes 1 h 30 longer.",
        ),
        (
            {"mean": -0.10, "error": 0.01, "hours": (6, 4.5)},
            "With B the strongest player wins 60 of 100 events, with A 50. It takes 1 h 30 less.",
        ),
        (
            {"mean": 0.004, "error": 0.001, "hours": (4, 4)},
            "With A the strongest player wins 50.0 of 100 events, with B 49.6. Both take as long.",
        ),
        (
            {"mean": 0.01, "error": 0.02, "hours": (6, 4)},
            "The strongest player wins: no clear difference between A (50 %) and B (49 %). "
            "A takes 2 h longer.",
        ),
        (
            {"mean": 0.10, "error": 0.01, "names": ("5 rounds, top 8", "B")},
            "With “5 rounds, top 8” the strongest player wins 50 of 100 events, with B 40.",
        ),
        (
            {"mean": 0.10, "error": 0.01, "key": "live_matches"},
            "With A 50 of 100 matches have something at stake, with B 40.",
        ),
        (
            {"mean": 0.10, "error": 0.01, "key": "upsets"},
            "Upsets: 50 % with A, 40 % with B.",
        ),
    ],
)
def test_the_heading_is_the_answer(values, heading):
    assert ResultPage(simulation_with(**values)).heading == heading


def test_without_hours_the_heading_counts_rounds():
    formats = [{key: value for key, value in one.items() if key != "minutes"} for one in PLAN["formats"]]
    plan = PLAN | {"formats": [one | {"rulebook": "fair-hearthstone"} for one in formats]}
    result = simulate(parse_plan(plan), 400, 1)
    heading = heading_text(result, "best_wins", ["Short", "Long", "Longer"], 0, 1)
    assert heading.endswith("costs 3 more rounds.") or heading.endswith("saves 3 rounds.")


@pytest.mark.parametrize(
    ("key", "difference", "text"),
    [
        ("best_wins", 0.031, "3.1 more of 100 events"),
        ("best_wins", -0.0004, "0.04 fewer of 100 events"),
        ("upsets", 0.000001, "less than 0.01 more of 100 matches"),
        ("champion_rank", -0.4485, "0.45 lower"),
        ("missed_on_tiebreaks", 8.0836, "8.08 more"),
        ("hours", -3.3999, "3 h 24 shorter"),
        ("hours", 0.001, "less than 1 min longer"),
    ],
)
def test_differences_are_said_in_the_words_of_their_measure(key, difference, text):
    assert difference_text(key, difference) == text


@pytest.mark.parametrize(
    ("key", "interval", "text"),
    [
        ("best_wins", (-0.003, 0.012), "−0.3 to 1.2"),
        ("upsets", (0.00031, 0.00044), "0.03 to 0.04"),
        ("rank_correlation", (0.0401, 0.0423), "0.040 to 0.042"),
        ("best_wins", (-0.0001, 0.012), "0.0 to 1.2"),
        ("hours", (2.38, 2.42), "2 h 23 to 2 h 25"),
    ],
)
def test_the_ends_of_an_interval_can_be_told_apart(key, interval, text):
    assert interval_text(key, interval) == text


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Magic, 5 rounds", "Magic, 6 rounds"], ["5 rounds", "6 rounds"]),
        (["4 rounds", "4 rounds, top 4"], ["4 rounds", "4 rounds, top 4"]),
        (["Magic, 5 rounds, top 8", "Chess, 5 rounds, top 4"], ["Magic, top 8", "Chess, top 4"]),
        (["Alone, long"], ["Alone, long"]),
        (["Single elimination", "Double elimination"], ["Single elimination", "Double elimination"]),
    ],
)
def test_names_lose_what_all_of_them_share(names, short):
    assert distinct_names(names) == short


def test_cuts_of_different_sizes_are_not_compared_by_how_strong_they_are():
    result = simulate(parse_plan(PLAN), 50, 1)
    simulation = Simulation("x", "T", PLAN, 50, 1, result)
    for asked, compared in ((1, 2), (0, 1)):
        page = ResultPage(simulation, asked=asked, compared=compared)
        assert "cut_accuracy" not in [row.key for row in page.rows]
    same = PLAN | {"formats": [one | {"cut": 4} for one in PLAN["formats"]]}
    page = ResultPage(Simulation("x", "T", same, 50, 1, simulate(parse_plan(same), 50, 1)))
    assert "cut_accuracy" in [row.key for row in page.rows]


def test_every_difference_has_words():
    for text in TEXTS.values():
        assert all("{n}" in words for words in text.differences)


def test_choices_that_do_not_exist_are_the_usual_ones():
    example = list_examples()[0]
    page = ResultPage(example, "nothing", "nothing", 99, 0)
    assert page.axes == ("hours", "best_wins") and page.first == 0 and page.other not in (None, 0)
    assert ResultPage(example, "", "", 1, 1).other != 1
