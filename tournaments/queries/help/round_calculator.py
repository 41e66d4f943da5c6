"""The lab of rounds and cuts: the triangle of so many players, and the table that rulebooks go by."""

import math
from dataclasses import dataclass

from django.utils.translation import gettext

from ...rules import forecast, rulebooks
from ...rules.rulebooks.appendix_e import APPENDIX_E
from ..wording.formats import number_text
from .record_chart import count_text
from .swiss_triangle import RoundsOutlook, get_rounds_outlook, lines_of

MAGIC = "magic"
# How dark a cell of the triangle may be, and the share of the field from which it is so.
SHADES = (0.02, 0.06, 0.12, 0.2, 0.3)
PLACES = 8
BUBBLE = 1


@dataclass(frozen=True)
class RoundsTableCell:
    """Players at a record: the figure, its shade from 0 to 5, and at the end whether they are in."""

    text: str
    shade: int
    place: str


@dataclass(frozen=True)
class TriangleRow:
    round: int
    cells: tuple[RoundsTableCell, ...]


@dataclass(frozen=True)
class Lab:
    """`heads` are the columns of the triangle: records, or with draws points short of winning all;
    `chosen` are the numbers that all this is for, as the address of a new event takes them."""

    title: str
    outlook: RoundsOutlook
    heads: tuple[str, ...]
    rows: tuple[TriangleRow, ...]
    has_draws: bool
    chosen: dict


@dataclass(frozen=True)
class TableRow:
    """A row of the rounds table.

    `safe` is the largest field in which every x–1 is expected to make the finals.
    """

    players: str
    rounds: int
    finals: str
    safe: str


def lab_of(players: int, rounds: int | None, top: int, draws: float) -> Lab:
    """Return the outlook for these numbers; the default number of rounds is the table's."""
    rounds = rounds or rulebooks.suggested_rounds(rulebooks.rulebook(MAGIC), players)
    lines = lines_of(players, rounds, top, draws)
    heads, rows = triangle_of(players, rounds, draws, lines)
    title = gettext("{players} players, {rounds} rounds, top {top}")
    return Lab(
        title=title.format(players=players, rounds=rounds, top=top),
        outlook=get_rounds_outlook(players, rounds, top, draws, around=2),
        heads=heads,
        rows=rows,
        has_draws=bool(draws),
        chosen={"players": players, "rounds": rounds, "top": top},
    )


def triangle_of(players: int, rounds: int, draws: float, last):
    """The heads and rows of the triangle: a column for each number of points short of winning all."""
    rows = [lines_of(players, number, 0, draws) for number in range(rounds + 1)]
    best = [line[0].points for line in rows]
    columns = [best[-1] - line.points for line in last]
    heads = tuple(f"−{number_text(short)}" if short else "0" for short in columns)
    if not draws:
        heads = tuple(f"x–{line.records[0][1]}" for line in last)
    places = {best[-1] - line.points: place_of(line) for line in last}
    return heads, tuple(
        TriangleRow(number, tuple(cells_of(row, best[number], columns, players, number == rounds and places)))
        for number, row in enumerate(rows)
        if number
    )


def cells_of(lines, best: float, columns, players: int, places):
    at = {best - line.points: line.expected for line in lines}
    for short in columns:
        if short not in at:
            yield RoundsTableCell("", 0, "")
            continue
        share = at[short] / players
        shade = sum(share >= least for least in SHADES)
        yield RoundsTableCell(figure(at[short]), shade, places[short] if places else "")


def place_of(line) -> str:
    """`in`, `part` or nothing, as the cut takes all, some or none of a line."""
    if line.inside >= line.expected - forecast.NEARLY:
        return "in"
    return "part" if line.inside > 0.05 else ""


def figure(number: float) -> str:
    """One decimal where that says more: “4.8”, “44”, “<0.1”."""
    if number < 0.05:
        return "<0.1"
    return number_text(round(number, 1)) if number < 10 else count_text(number)


def table_rows() -> tuple[TableRow, ...]:
    """MTR appendix E beside the formula."""
    rows, least = [], 2
    for most, rounds, top in APPENDIX_E:
        players = gettext("{a} or more") if most == math.inf else gettext("{a} to {b}")
        finals = gettext("top {size}").format(size=top) if top else gettext("single elimination")
        safe = str(forecast.most_players(rounds, BUBBLE, top)) if top else ""
        rows.append(TableRow(players.format(a=least, b=most), rounds, finals, safe))
        least = most + 1
    return tuple(rows)


def most_of_ten_rounds() -> int:
    """Return the largest field in which ten rounds bring every x–1 into a top eight."""
    return forecast.most_players(10, BUBBLE, PLACES)
