"""A bracket on paper: on one sheet if legible, else on overlapping sheets."""

from tests.support.case_tables import every
from tournaments.brackets.pages.bracket import MIN_SCALE, OVERLAP, tiles_of


def rooms(tiles):
    return [tuple(map(float, view.split())) for _heads, view in tiles.views]


@every("width, height", [(984, 600), (400, 300), (700, 1200)])
def test_a_small_drawing_is_on_one_sheet(width, height):
    tiles = tiles_of(width, height)
    assert rooms(tiles) == [(0, 0, width, height)]
    assert tiles.is_landscape == (width > height)


@every("width, height", [(984, 3500), (2600, 3000), (3000, 500)])
def test_sheets_cover_a_large_drawing_and_each_match_is_complete_on_one(width, height):
    sheets = rooms(tiles_of(width, height))
    assert len(sheets) > 1
    for x in range(0, width - OVERLAP, 37):
        for y in range(0, height - OVERLAP, 37):
            assert any(
                left <= x and x + OVERLAP <= left + wide + 1 and top <= y and y + OVERLAP <= top + high + 1
                for left, top, wide, high in sheets
            ), (x, y)


def test_the_scale_stays_legible():
    for _, _, wide, high in rooms(tiles_of(2600, 3000)):
        assert wide <= 960 / MIN_SCALE + 1 and high <= 860 / MIN_SCALE + 1


def test_each_sheet_names_the_rounds():
    tiles = tiles_of(984, 3500)
    assert tiles.views[0][0] == ""
    assert all(heads.split()[:2] == [view.split()[0], "0"] for heads, view in tiles.views[1:])
