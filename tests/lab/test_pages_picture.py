"""The picture of a result and the lines of dots: inside their frames, named, and free of each other."""

from itertools import combinations

import pytest

from tournaments.lab.pages.comparison_plan import list_examples
from tournaments.lab.pages.picture import (
    DOTS,
    PICTURE,
    RADIUS,
    box_of,
    draw_line,
    draw_picture,
    overlaps,
    place_names,
)
from tournaments.lab.pages.simulation import ResultPage


def marks_of(chart, shape, look):
    return [mark for mark in chart.marks if mark.shape == shape and mark.look == look]


@pytest.mark.parametrize("example", list_examples(), ids=lambda example: example.address)
def test_all_of_the_picture_is_inside_it_and_no_name_covers_another(example):
    page = ResultPage(example)
    for x_key in page.axis_keys:
        for y_key in page.axis_keys:
            chart = draw_picture(page.formats, page.names, (x_key, y_key), 0, "Across")
            (full,), hollow = marks_of(chart, "dot", "full"), marks_of(chart, "dot", "hollow")
            assert len(hollow) == len(page.formats) - 1
            for dot in (full, *hollow):
                assert PICTURE.left <= dot.x <= PICTURE.right and PICTURE.top <= dot.y <= PICTURE.bottom
            names = marks_of(chart, "words", "name")
            assert len(names) == len(page.names)
            for name, shown in zip(page.names, names, strict=True):
                assert shown.text == name or (shown.text.endswith("…") and name.startswith(shown.text[:-1]))
                left, top, right, bottom = box_of(shown)
                assert left >= 0 and top >= 0 and right <= PICTURE.width and bottom <= PICTURE.height
            assert all(f"{name}: " in chart.description for name in page.names)


@pytest.mark.parametrize("example", list_examples(), ids=lambda example: example.address)
def test_in_the_usual_pictures_names_are_whole_and_cover_nothing(example):
    page = ResultPage(example)
    names = marks_of(page.picture, "words", "name")
    assert [mark.text for mark in names] == page.names
    dots = [mark for mark in page.picture.marks if mark.shape == "dot"]
    for one, other in combinations(map(box_of, names), 2):
        assert not overlaps(one, other)
    for name in map(box_of, names):
        assert not any(overlaps(name, (d.x - 6, d.y - 6, d.x + 6, d.y + 6)) for d in dots)


def test_a_larger_number_is_further_right_and_higher():
    page = ResultPage(next(one for one in list_examples() if one.address == "shop"), "rounds", "matches")
    (four,) = marks_of(page.picture, "dot", "full")
    five, *_rest = marks_of(page.picture, "dot", "hollow")
    assert four.x < five.x and four.y > five.y


def test_names_at_one_place_stand_apart():
    places = [(200, 150)] * 8
    names = [f"Format number {n}, top 8" for n in range(8)]
    boxes = [box_of(words) for words in place_names(places, names, [])]
    dot = (200 - RADIUS, 150 - RADIUS, 200 + RADIUS, 150 + RADIUS)
    assert not any(overlaps(one, other) for one, other in combinations([*boxes, dot], 2))


def test_a_very_long_name_is_cut():
    (words,) = place_names([(360, 20)], ["x" * 100], [])
    left, _top, right, _bottom = box_of(words)
    assert words.text.endswith("…") and left >= 0 and right <= PICTURE.width


@pytest.mark.parametrize("example", list_examples(), ids=lambda example: example.address)
def test_both_numbers_of_a_line_are_inside_it(example):
    page = ResultPage(example)
    for row in page.rows:
        above, below = (marks_of(row.line, "words", look)[0] for look in ("number", "small"))
        assert above.y < DOTS.height / 2 < below.y
        for mark, width in ((above, 9), (below, 7)):
            half = width * len(mark.text) / 2
            assert mark.x - half >= -0.1 and mark.x + half <= DOTS.width + 0.1
        assert len([mark for mark in row.line.marks if mark.shape == "dot"]) >= 2


def test_equal_numbers_are_one_place_in_the_middle():
    formats = [{"name": name, "measures": {"rounds": {"mean": 5.0, "error": 0.0}}} for name in "AB"]
    chart = draw_line(formats, ["A", "B"], "rounds", 0, 1)
    assert {mark.x for mark in chart.marks if mark.shape == "dot"} == {DOTS.width / 2}
    assert chart.description == "A 5; B 5"
