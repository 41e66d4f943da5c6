"""The drawing of a bracket: nothing overlaps, and every line reaches its match."""

import re
from functools import cache
from itertools import combinations, pairwise, product

from tests.rules.finals.oracle import MIXED, ORACLE, finals_of
from tests.support.case_tables import every
from tests.support.finals import MCINTYRE, NAMES, entrants, played
from tournaments.brackets.drawing.names import shorten_names, width_of
from tournaments.brackets.drawing.picture import draw_bracket
from tournaments.brackets.pages.bracket import title_odds
from tournaments.rules.finals import build_bracket, build_table
from tournaments.rules.history import MatchRecord, SeatRecord

SIZES = (2, 3, 5, 6, 8, 13, 16, 18, 23, 32, 64)
TABLES = [MCINTYRE, *(build_table("single", size) for size in SIZES)]
TABLES += [finals_of(entry) for entry in ORACLE if entry["key"] not in ("mcintyre8", "single")]
TABLES += [build_table("pods10", 10), build_table("pods16", 16), build_table("pods40", 40), MIXED]


def corners(path):
    """Return the points of each stroke of a line, with square corners."""
    strokes = []
    for stroke in filter(None, path.split("M")):
        turns = re.findall(r"Q([\d.-]+) ([\d.-]+) ", stroke)
        ends = re.findall(r"(?:^|L)([\d.-]+) ([\d.-]+)", stroke)
        points = [ends[0], *turns, ends[-1]]
        strokes.append([(float(x), float(y)) for x, y in points])
    return strokes


def segments(connector):
    return [pair for stroke in corners(connector.path) for pair in pairwise(stroke)]


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
    brackets = [played(finals, *stage) for finals, stage in product(TABLES, stages)]
    return [(now, draw_bracket(now, NAMES)) for now in brackets]


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
def test_lines_are_straight_and_cross_only_lines(now, drawing):
    for connector in drawing.connectors:
        for segment in segments(connector):
            assert segment[0][0] == segment[1][0] or segment[0][1] == segment[1][1], connector.path
            assert not [area for area in areas(drawing) if meets(segment, area)], connector.path


@DRAWN
def test_lines_never_overlap(now, drawing):
    for one, other in combinations(drawing.connectors, 2):
        assert not [1 for s in segments(one) for t in segments(other) if overlap(s, t) > 4], (one, other)


@DRAWN
def test_every_side_with_a_source_has_an_arrow_at_its_row(now, drawing):
    tips = [
        tuple(map(float, re.match(r"M([\d.]+) ([\d.]+)", line.arrow).groups())) for line in drawing.connectors
    ]
    fed = [
        (box.x - 3, row.y - 5)
        for box in drawing.boxes
        for row, text in zip(box.rows, now.table.slot(box.slot).sides, strict=True)
        if not text.startswith("S")
    ]
    heads = [(ranking.x - 3, ranking.y) for ranking in drawing.rankings]
    assert sorted((x, round(y)) for x, y in tips) == sorted(fed + heads)


@every("finals", [MCINTYRE, *(build_table("single", size) for size in (2, 8, 16, 32))])
def test_common_finals_fit_a_desktop(finals):
    assert draw_bracket(played(finals, 0), NAMES).width <= 1000


@DRAWN
def test_every_side_has_a_line_of_its_own_inside_its_match(now, drawing):
    for box in drawing.boxes:
        ends = (box.y, *box.row_lines)
        assert len(box.rows) == len(box.row_lines) == len(now.table.slot(box.slot).sides)
        assert all(top < row.y < below for row, (top, below) in zip(box.rows, pairwise(ends), strict=True))
        assert ends[-1] == box.bottom


def test_results_do_not_move_matches():
    def places(now):
        drawing = draw_bracket(now, NAMES)
        return [(box.slot, box.x, box.y) for box in drawing.boxes]

    assert places(played(MCINTYRE, 0)) == places(played(MCINTYRE, 4, False)) == places(played(MCINTYRE, 99))


def test_a_match_has_state_seeds_names_games_and_odds():
    live = MatchRecord((SeatRecord("p3"), SeatRecord("p6")), 3, slot="QF2")
    over = MatchRecord((SeatRecord("p1", 2), SeatRecord("p8", 0)), 4, slot="QF4")
    now = build_bracket(MCINTYRE, entrants(MCINTYRE), {"QF4": ("p1", "p8")}, {"QF2": live, "QF4": over})
    boxes = {box.slot: box for box in draw_bracket(now, NAMES, chances=title_odds(now, NAMES).now).boxes}
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


LONG = [
    "Priya Raghunathan",
    "Tomás Figueira",
    "Amara Okonkwo",
    "Henrik Østergaard",
    "Yuki Takemura",
    "Daichi Ishimori",
    "Milena Wilczyńska",
    "Oisín O’Dwyer",
]


def called(*names):
    """Return {player: name} of 64 players: of those that are not given the usual ones."""
    return NAMES | {f"p{number}": name for number, name in enumerate(names, 1)}


def drawn_names(drawing):
    return {row.player: row.name for box in drawing.boxes for row in box.rows if row.player}


@every("finals", [MCINTYRE, *(build_table("single", size) for size in (4, 8, 16))])
def test_names_of_up_to_17_letters_fit_in_full(finals):
    drawing = draw_bracket(played(finals, 0), called(*LONG))
    assert drawing.width <= 1000 and not drawing.has_short_names
    assert drawn_names(drawing)["p1"] == "Priya Raghunathan"


def test_if_one_name_is_too_long_all_take_an_initial():
    names = called("Bartholomew Featherstonehaugh", *LONG[1:])
    drawing = draw_bracket(played(MCINTYRE, 99), names)
    assert drawing.has_short_names
    assert set(drawn_names(drawing).values()) == {
        "B. Featherstonehaugh",
        "T. Figueira",
        "A. Okonkwo",
        "H. Østergaard",
        "Y. Takemura",
        "D. Ishimori",
        "M. Wilczyńska",
        "O. O’Dwyer",
    }
    assert drawing.boxes[0].rows[0].full == "Bartholomew Featherstonehaugh"
    full = draw_bracket(played(MCINTYRE, 99), names, is_full=True)
    assert full.is_full and not full.is_wide and not full.has_short_names
    assert set(drawn_names(full).values()) == {names[f"p{number}"] for number in range(1, 9)}
    assert full.width > drawing.width


@every(
    ("names", "short"),
    [
        (("Anna Berg", "Bo Berg"), ("A. Berg", "B. Berg")),
        (("Anna Berg", "Alma BERG", "Bo Li"), ("Anna Berg", "Alma BERG", "B. Li")),
        (("Cher", "Ann van Dyk", "Élodie Roux"), ("Cher", "A. van Dyk", "É. Roux")),
        (("山田 太郎", "7th Son", "محمد علي"), ("山田 太郎", "7th Son", "م. علي")),
    ],
)
def test_names_that_would_look_alike_keep_the_first_name(names, short):
    assert tuple(shorten_names(dict(enumerate(names))).values()) == short


@every("count", (8, 12, 17, 24))
def test_no_name_is_ever_cut_and_each_has_room_beside_seed_and_games(count):
    names = {f"p{n}": f"{'Wim Annelies'[: count // 2]} {n:0>{count - count // 2 - 1}}" for n in range(1, 65)}
    for finals, mode in product(TABLES, (False, True)):
        drawing = draw_bracket(played(finals, 5), names, is_full=mode)
        for box in drawing.boxes:
            for row in box.rows:
                assert "…" not in row.name
                assert row.length is None or 24 + row.length + 20 <= box.width
        for ranking in drawing.rankings:
            for rank in ranking.ranks:
                assert "…" not in rank.name and 36 + width_of(rank.name) <= ranking.width


def test_a_ranking_names_the_next_matches_and_the_eliminated():
    results = {"QF4": ("p1", "p8"), "QF3": ("p2", "p7")}
    winners, losers = draw_bracket(build_bracket(MCINTYRE, entrants(MCINTYRE), results), NAMES).rankings
    assert [(rank.ordinal, rank.name, rank.goes_to) for rank in winners.ranks] == [
        ("1st", "Player 1", "Preliminary final 1"),
        ("2nd", "Player 2", "Preliminary final 2"),
        ("3rd", "3, 4 or 5", "Semi-final 2"),
        ("4th", "4, 5 or 6", "Semi-final 1"),
    ]
    assert [(rank.name, rank.out) for rank in losers.ranks[2:]] == [("Player 7", True), ("Player 8", True)]
    assert losers.ranks[1].y < losers.cut_y < losers.ranks[2].y
    assert winners.cut_y is None


def test_the_way_of_a_player_has_the_lines_gone_and_is_dashed_after_a_loss():
    drawing = draw_bracket(played(MCINTYRE, 99, False), NAMES, picked="p1")
    assert [way.kind for way in drawing.ways if way.player == "p1"] == ["loser", "loser"]
    assert {way.player for way in drawing.ways} == {f"p{number}" for number in range(1, 9)}
    assert {row.seed for box in drawing.boxes for row in box.rows if row.picked} == {"1"}
    assert draw_bracket(played(MCINTYRE, 0), NAMES).ways == ()


def test_before_the_cut_the_drawing_shows_seeds():
    drawing = draw_bracket(build_bracket(MCINTYRE, (), {}), {})
    assert drawing.rounds[0].title == "Qualifying finals"
    assert drawing.boxes[0].rows[0].name == "seed 1"


def test_the_rounds_for_phones_have_the_matches_of_the_drawing():
    games = ("best of 3", "best of 3", "best of 3", "best of 5")
    drawing = draw_bracket(played(MCINTYRE, 0), NAMES, games)
    assert [(view.title, view.subtitle, len(view.boxes)) for view in drawing.rounds][2:] == [
        ("Preliminary finals", "best of 3", 2),
        ("Grand final", "best of 5", 1),
    ]


def test_no_winner_of_a_match_is_labelled_out_while_the_finals_go_on():
    for count in range(1, len(MCINTYRE.matches)):
        bracket = played(MCINTYRE, count, better_wins=False)
        drawing = draw_bracket(bracket, NAMES, chances=title_odds(bracket, NAMES).now)
        assert not [
            row for box in drawing.boxes for row in box.rows if (row.kind, row.odds) == ("won", "out")
        ]
