"""Charts: scales, ticks, lines, bars, and labels beside each other."""

import math
import re
from itertools import pairwise

import pytest
from django.template.loader import get_template
from hypothesis import given
from hypothesis import strategies as st

from tournaments.web.charts import (
    MAX_LINE_POINTS,
    BarRow,
    Chart,
    Dot,
    Frame,
    Path,
    Scale,
    Words,
    cut_flag,
    draw_bars,
    fit_text,
    labels_below,
    line_path,
    move_apart,
    round_ticks,
    thin_out,
)

FRAME = Frame(340, 200, 40, 20, 10, 30)
numbers = st.floats(-1e9, 1e9).map(lambda value: round(value, 3))


def test_a_scale_maps_its_ends_to_the_edges_and_turns_around_upwards():
    across, up = FRAME.across(0, 10), FRAME.up(0, 10)
    assert [across(value) for value in (0, 5, 10)] == [40, 180, 320]
    assert [up(value) for value in (0, 5, 10)] == [170, 90, 10]


def test_a_single_value_is_in_the_middle():
    assert Scale(7, 7, 0, 100)(7) == 50


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 1, [0, 0.5, 1]),
        (0.26, 0.34, [0.26, 0.28, 0.3, 0.32, 0.34]),
        (1493, 1588, [1450, 1500, 1550, 1600]),
        (0, 0, [0, 0.1]),
        (5, 5, [5, 5.5]),
        (-3, 12, [-5, 0, 5, 10, 15]),
    ],
)
def test_ticks_are_round_numbers_around_the_values(low, high, ticks):
    assert round_ticks(low, high) == ticks


def test_ticks_of_whole_numbers_are_whole():
    assert [str(tick) for tick in round_ticks(0, 3, least_step=1)] == ["0", "1", "2", "3"]
    assert round_ticks(1500, 1500, least_step=10) == [1500, 1510]


@given(numbers, numbers, st.integers(3, 8), st.sampled_from([0, 1, 10]))
def test_every_range_has_few_ticks_that_enclose_it(a, b, most, least_step):
    low, high = min(a, b), max(a, b)
    ticks = round_ticks(low, high, most, least_step)
    slack = (abs(low) + abs(high) + 1) * 1e-6
    assert 2 <= len(ticks) <= most and ticks == sorted(set(ticks))
    assert ticks[0] <= low + slack and ticks[-1] >= high - slack


def test_a_line_of_one_point_is_drawn_and_one_of_none_is_not():
    assert line_path([(4, 5.5)]) == "M4 5.5"
    assert line_path([(4, 5.5), (6, 7)]) == "M4 5.5L6 7"


def test_a_line_has_a_bounded_number_of_points_and_keeps_its_ends_and_peaks():
    places = [(n, 10 * math.sin(n / 50)) for n in range(20_000)]
    places[777], places[12_345] = (777, 99), (12_345, -99)
    thin = thin_out(places)
    assert len(thin) <= MAX_LINE_POINTS and thin == sorted(thin)
    assert {places[0], places[777], places[12_345], places[-1]} <= set(thin)
    assert thin_out(places[:MAX_LINE_POINTS]) == places[:MAX_LINE_POINTS]


@given(st.lists(st.floats(0, 200), max_size=8).map(sorted))
def test_labels_are_moved_apart_in_their_order_and_stay_inside(heights):
    moved = move_apart(heights, 20, 200)
    assert len(moved) == len(heights)
    assert all(below - above >= 20 - 1e-6 for above, below in pairwise(moved))
    assert all(height <= 200 for height in moved)
    if heights == move_apart(heights, 20):
        assert moved == heights


def test_labels_that_have_room_stay_where_they_are():
    assert move_apart([10, 50, 90], 20, 100) == [10, 50, 90]
    assert move_apart([50, 50, 50], 20) == [50, 70, 90]


def test_labels_below_keep_their_distance():
    labels = [(x, str(x)) for x in (0, 10, 40, 45, 80)]
    assert [mark.text for mark in labels_below(FRAME, labels, 40)] == ["0", "40", "80"]


def test_a_text_that_is_too_wide_is_cut_and_one_that_fits_is_not():
    assert fit_text("Boros Energy", 12 * 9) == "Boros Energy"
    assert fit_text("Boros Energy", 7 * 9) == "Boros…"
    assert fit_text("Boros", 0) == "…"


def test_bars_are_as_long_as_their_numbers_and_a_part_is_marked():
    rows = [
        BarRow("5–0", 2, "2", part=2),
        BarRow("4–1", 8, "8", part=4, part_text="4"),
        BarRow("3–2", 0, "0"),
    ]
    marks = list(draw_bars(rows, left=60, longest=160, top=10))
    bars = [(mark.look, mark.x, mark.y, mark.width) for mark in marks if mark.shape == "bar"]
    assert bars == [
        ("out", 60, 10, 40),
        ("in", 60, 10, 40),
        ("out", 60, 34, 160),
        ("in", 60, 34, 80),
        ("out", 60, 58, 0),
    ]
    texts = [(mark.text, mark.look) for mark in marks if mark.shape == "words"]
    assert ("4", "on-bar") in texts and ("8", "number") in texts and ("3–2", "word") in texts


def test_a_small_bar_can_be_seen_and_has_no_text_on_it():
    marks = list(
        draw_bars([BarRow("a", 1000, "1000"), BarRow("b", 1, "1", part=0.5, part_text="0.5")], 60, 160)
    )
    small = [mark for mark in marks if mark.shape == "bar" and mark.y == 24]
    assert small[0].width == 2 and not any(getattr(mark, "text", "") == "0.5" for mark in marks)


def test_no_bars_and_bars_of_nothing_are_drawn():
    assert list(draw_bars([], 60, 160)) == []
    assert [mark.width for mark in draw_bars([BarRow("a", 0, "0")], 60, 160) if mark.shape == "bar"] == [0]


def test_the_template_draws_each_mark_and_escapes_names():
    marks = (Path("M0 0L5 5", "line"), Dot(5, 5, 4), *cut_flag(90, 20, "Top 8"), Words(0, 9, "<b>&"))
    chart = Chart(100, 50, marks, "Ann “1” & <Bob>")
    html = str(get_template("_chart.jinja").template.module.chart_svg(chart, "Ranks", "chart-wide"))
    assert '<path class="chart-line" d="M0 0L5 5"/>' in html
    assert '<circle class="chart-full" cx="5" cy="5" r="4"/>' in html
    assert 'class="chart-flag"' in html and ">Top 8</text>" in html
    assert "&lt;b&gt;&amp;" in html and "<b>" not in html
    assert re.search(r'role="img"\s+aria-label="Ranks: Ann “1” &amp; &lt;Bob&gt;"', html)
