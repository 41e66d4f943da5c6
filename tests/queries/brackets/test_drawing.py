"""The drawing of a bracket: nothing overlaps, and every line reaches its match."""

import re
from functools import cache
from itertools import combinations, pairwise, product

from tests.case_tables import every
from tests.rules.finals.oracle import MIXED, ORACLE, finals_of
from tournaments.queries.brackets.drawing import drawing_of
from tournaments.queries.brackets.drawing.labels import fitting
from tournaments.queries.brackets.odds import title_odds
from tournaments.rules.finals import bracket, table
from tournaments.rules.history import MatchRecord, SeatRecord

SIZES = (2, 3, 5, 6, 8, 13, 16, 18, 23, 32, 64)
TABLES = [table("mcintyre8", 8), *(table("single", size) for size in SIZES)]
TABLES += [finals_of(entry) for entry in ORACLE if entry["key"] not in ("mcintyre8", "single")]
TABLES += [table("pods10", 10), table("pods16", 16), table("pods40", 40), MIXED]
MCINTYRE = TABLES[0]
NAMES = {f"p{seed}": f"Player {seed}" for seed in range(1, 65)}


def entrants(finals):
    return tuple(f"p{seed}" for seed in range(1, finals.size + 1))


def after(finals, count, better_wins=True):
    """Return the bracket after `count` matches, all won by the better seed or all by the worse."""
    names, results = entrants(finals), {}
    for _ in range(count):
        ready = bracket(finals, names, results).ready
        if not ready:
            break
        seeds = sorted(ready[0].seeds, reverse=not better_wins)
        results[ready[0].slot.id] = tuple(f"p{seed}" for seed in seeds)
    return bracket(finals, names, results)


def corners(path):
    """Return the points of each stroke of a line, with square corners."""
    strokes = []
    for stroke in filter(None, path.split("M")):
        turns = re.findall(r"Q([\d.-]+) ([\d.-]+) ", stroke)
        ends = re.findall(r"(?:^|L)([\d.-]+) ([\d.-]+)", stroke)
        points = [ends[0], *turns, ends[-1]]
        strokes.append([(float(x), float(y)) for x, y in points])
    return strokes


def segments(way):
    return [pair for stroke in corners(way.path) for pair in pairwise(stroke)]


def areas(drawing):
    """Return the areas that lines must not cross: matches with their heads, and rankings."""
    for box in drawing.boxes:
        yield (box.x, box.y - 18, box.right, box.bottom)
    for ranking in drawing.rankings:
        yield (ranking.x, ranking.y - 8, ranking.right, ranking.ranks[-1].y + 4)


def meets(segment, area):
    (x1, y1), (x2, y2) = segment
    left, top, right, bottom = area
    return min(x1, x2) < right and max(x1, x2) > left and min(y1, y2) < bottom and max(y1, y2) > top


def overlap(one, other):
    """Return the length over which two segments are closer than a line's width."""
    for axis in (0, 1):
        along = 1 - axis
        if (
            all(seg[0][axis] == seg[1][axis] for seg in (one, other))
            and abs(one[0][axis] - other[0][axis]) < 4
        ):
            low = max(min(p[along] for p in one), min(p[along] for p in other))
            high = min(max(p[along] for p in one), max(p[along] for p in other))
            return max(0, high - low)
    return 0


@cache
def drawings():
    """Return (bracket, drawing) with no, some and all matches played."""
    stages = ((0, True), (5, False), (99, False))
    brackets = [after(finals, *stage) for finals, stage in product(TABLES, stages)]
    return [(now, drawing_of(now, NAMES)) for now in brackets]


DRAWN = every("now, drawing", drawings)


@DRAWN
def test_matches_and_rankings_do_not_overlap_and_lie_inside(now, drawing):
    for one, other in combinations(areas(drawing), 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one, other)
    for left, top, right, bottom in areas(drawing):
        assert left >= 0
        assert top >= 50
        assert right <= drawing.width
        assert bottom <= drawing.height


@DRAWN
def test_ways_run_straight_and_cross_nothing_but_ways(now, drawing):
    for way in drawing.ways:
        for segment in segments(way):
            assert segment[0][0] == segment[1][0] or segment[0][1] == segment[1][1], way.path
            assert not [area for area in areas(drawing) if meets(segment, area)], way.path


@DRAWN
def test_ways_never_run_on_top_of_each_other(now, drawing):
    for one, other in combinations(drawing.ways, 2):
        assert not [1 for s in segments(one) for t in segments(other) if overlap(s, t) > 4], (one, other)


@DRAWN
def test_every_side_that_is_fed_has_an_arrow_at_its_row(now, drawing):
    tips = [tuple(map(float, re.match(r"M([\d.]+) ([\d.]+)", way.arrow).groups())) for way in drawing.ways]
    fed = [
        (box.x - 3, row.y - 5)
        for box in drawing.boxes
        for row, text in zip(box.rows, now.table.slot(box.slot).sides, strict=True)
        if not text.startswith("S")
    ]
    heads = [(ranking.x - 3, ranking.y) for ranking in drawing.rankings]
    assert sorted((x, round(y)) for x, y in tips) == sorted(fed + heads)


@every("finals", [MCINTYRE, *(table("single", size) for size in (2, 8, 16, 32))])
def test_finals_that_are_served_fit_a_desktop(finals):
    assert drawing_of(after(finals, 0), NAMES).width <= 1000


@DRAWN
def test_every_side_has_a_line_of_its_own_inside_its_match(now, drawing):
    for box in drawing.boxes:
        ends = (box.y, *box.hairs)
        assert len(box.rows) == len(box.hairs) == len(now.table.slot(box.slot).sides)
        assert all(top < row.y < below for row, (top, below) in zip(box.rows, pairwise(ends), strict=True))
        assert ends[-1] == box.bottom


def test_results_move_nothing():
    def places(now):
        drawing = drawing_of(now, NAMES)
        return [(box.slot, box.x, box.y) for box in drawing.boxes]

    assert places(after(MCINTYRE, 0)) == places(after(MCINTYRE, 4, False)) == places(after(MCINTYRE, 99))


def test_a_match_tells_its_state_its_seeds_names_games_and_odds():
    live = MatchRecord((SeatRecord("p3"), SeatRecord("p6")), 3, slot="QF2")
    over = MatchRecord((SeatRecord("p1", 2), SeatRecord("p8", 0)), 4, slot="QF4")
    now = bracket(MCINTYRE, entrants(MCINTYRE), {"QF4": ("p1", "p8")}, {"QF2": live, "QF4": over})
    boxes = {box.slot: box for box in drawing_of(now, NAMES, chances=title_odds(now, NAMES).now).boxes}
    assert [boxes[slot].state for slot in ("QF4", "QF2", "QF1", "SF1")] == [
        "over",
        "live",
        "waiting",
        "waiting",
    ]
    winner, loser = boxes["QF4"].rows
    assert (winner.seed, winner.name, winner.games, winner.kind) == ("1", "Player 1", "2", "won")
    assert (loser.seed, loser.games, loser.kind, loser.odds) == ("8", "0", "out", "out")
    assert [row.name for row in boxes["SF1"].rows] == ["4th-ranked winner", "2nd-ranked loser"]
    assert boxes["SF1"].rows[0].kind == "words"


def test_a_long_name_is_cut_and_kept_whole_beside():
    row = drawing_of(after(MCINTYRE, 0), NAMES | {"p1": "Bartholomew Featherstonehaugh"}).boxes[0].rows[0]
    assert row.name.endswith("…")
    assert row.full == "Bartholomew Featherstonehaugh"


@every(
    ("name", "fits"),
    [
        ("Lili Fitzgibbs", "Lili Fitzgibbs"),
        ("Goran Grzywacz", "G. Grzywacz"),
        ("Emma Wimmersmann", "Emma Wim…"),
        ("山田太郎山田太郎", "山田太郎山田太…"),
    ],
)
def test_a_name_gets_the_room_that_its_letters_take(name, fits):
    assert fitting(name, 112) == fits


def test_the_ranking_says_who_goes_where_and_who_is_out():
    results = {"QF4": ("p1", "p8"), "QF3": ("p2", "p7")}
    winners, losers = drawing_of(bracket(MCINTYRE, entrants(MCINTYRE), results), NAMES).rankings
    assert [(rank.ordinal, rank.name, rank.goes_to) for rank in winners.ranks] == [
        ("1st", "Player 1", "Preliminary final 1"),
        ("2nd", "Player 2", "Preliminary final 2"),
        ("3rd", "3, 4 or 5", "Semi-final 2"),
        ("4th", "4, 5 or 6", "Semi-final 1"),
    ]
    assert [(rank.name, rank.out) for rank in losers.ranks[2:]] == [("Player 7", True), ("Player 8", True)]
    assert losers.ranks[1].y < losers.cut_y < losers.ranks[2].y
    assert winners.cut_y is None


def test_the_ways_of_a_picked_player_are_drawn_once_more():
    drawing = drawing_of(after(MCINTYRE, 4), NAMES, picked="p1")
    assert [way.kind for way in drawing.ways].count("picked") == 2
    assert [row.seed for box in drawing.boxes for row in box.rows if row.picked] == ["1", "1"]


def test_before_the_cut_the_drawing_shows_seeds():
    drawing = drawing_of(bracket(MCINTYRE, (), {}), {})
    assert drawing.rounds[0].title == "Qualifying finals"
    assert drawing.boxes[0].rows[0].name == "seed 1"


def test_the_rounds_of_a_phone_hold_the_matches_of_the_picture():
    games = ("best of 3", "best of 3", "best of 3", "best of 5")
    drawing = drawing_of(after(MCINTYRE, 0), NAMES, games)
    assert [(view.title, view.sub, len(view.boxes)) for view in drawing.rounds][2:] == [
        ("Preliminary finals", "best of 3", 2),
        ("Grand final", "best of 5", 1),
    ]
