"""The round calculator: expected records of a field after each round, and the table of the Magic rules."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...rules import rulebooks
from ...rules.forecast.triangle import TOLERANCE, max_players
from ...rules.rulebooks.appendix_e import APPENDIX_E
from ..wording.formats import number_text
from .record_chart import count_text
from .rulebooks import range_text, with_lower_bounds
from .swiss_triangle import RoundsOutlook, get_rounds_outlook, lines_of

MAGIC = "magic"
# The share of the field from which a cell of the triangle has the next shade.
SHADES = (0.02, 0.06, 0.12, 0.2, 0.3)
# One loss, as in x–1.
BUBBLE = 1
# The largest field in which ten rounds bring every x–1 into a top eight.
MAX_PLAYERS_OF_TEN_ROUNDS = max_players(10, BUBBLE, 8)


@dataclass(frozen=True)
class TriangleCell:
    """The players at a record: their number, a shade from 0 to 5, and in the last round `in` or `part`."""

    text: str
    shade: int
    place: str


@dataclass(frozen=True)
class TriangleRow:
    round: int
    cells: tuple[TriangleCell, ...]


@dataclass(frozen=True)
class RoundsCalculation:
    """The result of the calculator.

    `heads` are the columns of the triangle: records, or with draws the points lost; `params` are the numbers
    for the address of a new event.
    """

    title: str
    outlook: RoundsOutlook
    heads: tuple[str, ...]
    rows: tuple[TriangleRow, ...]
    has_draws: bool
    params: dict


@dataclass(frozen=True)
class TableRow:
    """A row of the table; `safe` is the largest field in which every x–1 is expected to make the finals."""

    players: str
    rounds: int
    finals: str
    safe: str


def calculate_rounds(players: int, rounds: int | None, top: int, draws: float) -> RoundsCalculation:
    """Return the outlook for these numbers; the default number of rounds is the table's."""
    rounds = rounds or rulebooks.suggested_rounds(rulebooks.rulebook(MAGIC).rounds, players)
    heads, rows = build_triangle(players, rounds, top, draws)
    params = {"players": players, "rounds": rounds, "top": top}
    return RoundsCalculation(
        title=gettext("{players} players, {rounds} rounds, top {top}").format(**params),
        outlook=get_rounds_outlook(players, rounds, top, draws, around=2),
        heads=heads,
        rows=rows,
        has_draws=bool(draws),
        params=params,
    )


def build_triangle(players: int, rounds: int, top: int, draws: float):
    """Return the heads and rows of the triangle, with a column for each number of lost points."""
    final_lines = lines_of(players, rounds, top, draws)
    columns = lost_points(final_lines)
    if draws:
        heads = tuple(f"−{number_text(lost)}" if lost else "0" for lost in columns)
    else:
        heads = tuple(f"x–{line.records[0][1]}" for line in final_lines)
    rows = []
    for number in range(1, rounds + 1):
        lines = lines_of(players, number, 0, draws)
        expected = dict(zip(lost_points(lines), (line.expected for line in lines), strict=True))
        places = map(place_of, final_lines) if number == rounds else [""] * len(columns)
        cells = (
            triangle_cell(expected.get(lost), players, place)
            for lost, place in zip(columns, places, strict=True)
        )
        rows.append(TriangleRow(number, tuple(cells)))
    return heads, tuple(rows)


def lost_points(lines) -> list[float]:
    return [lines[0].points - line.points for line in lines]


def triangle_cell(expected: float | None, players: int, place: str) -> TriangleCell:
    if expected is None:
        return TriangleCell("", 0, "")
    shade = sum(expected / players >= share for share in SHADES)
    return TriangleCell(expected_text(expected), shade, place)


def place_of(line) -> str:
    """Return `in`, `part` or an empty string, as the cut takes all, some or none of a line."""
    if line.inside >= line.expected - TOLERANCE:
        return "in"
    return "part" if line.inside > 0.05 else ""


def expected_text(number: float) -> str:
    """Return “4.8”, “44” or “<0.1”."""
    if number < 0.05:
        return "<0.1"
    return number_text(round(number, 1)) if number < 10 else count_text(number)


def magic_table() -> dict:
    """Return the rows of MTR appendix E, and the largest safe field of ten rounds by the formula."""
    return {"table": table_rows(), "most": MAX_PLAYERS_OF_TEN_ROUNDS}


def table_rows() -> tuple[TableRow, ...]:
    """Return the rows of MTR appendix E, with the largest safe field by the formula."""
    rows = []
    for least, most, rounds, top in with_lower_bounds(APPENDIX_E, 2):
        finals = gettext("top {size}").format(size=top) if top else gettext("single elimination")
        safe = str(max_players(rounds, BUBBLE, top)) if top else ""
        rows.append(TableRow(range_text(least, most), rounds, finals, safe))
    return tuple(rows)
