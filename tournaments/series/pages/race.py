"""The race of a series as a drawing: the totals of the leaders after each event."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...rules.people.names import first_name_and_initial
from ...rules.series.rows import SeriesRow, race_totals
from ...rules.series.series_rules import Number, number_text
from .loading import SeriesColumn, SeriesFacts

# Leaders with their names, and all people with a line.
MAX_NAMED, MAX_LINES = 5, 9
# The width of the drawing in its own units, and how much of it names take at the right.
WIDE, NARROW = (984, 230), (360, 168)
HEIGHT, LEFT, TOP, BOTTOM = 250, 20, 24, 28
# A total begins so far behind the end of its line, and a name behind its total; the distance of two names.
TOTAL_START, NAME_GAP, LETTER_WIDTH, LABEL_HEIGHT = 32, 10, 9, 20
MAX_GRID_LINES, DATE_WIDTH = 4, 90


@dataclass(frozen=True)
class RaceLine:
    """A person of the race: `points` of the line, its end at `x` and `y`, and the label; `place` from 1.

    The total ends at `total_x`, and the name, `label`, begins at `label_x`; both are at `label_y`.
    """

    name: str
    total: str
    place: int
    points: str
    x: float
    y: float
    total_x: float = 0
    label_x: float = 0
    label_y: float = 0
    label: str = ""


@dataclass(frozen=True)
class SeriesRace:
    """The drawing: `named` are the leaders with labels, `others` thin lines behind them.

    `grid` are (height, points), `dates` are (x, text).
    """

    named: tuple[RaceLine, ...]
    others: tuple[RaceLine, ...]
    grid: tuple[tuple[float, str], ...]
    dates: tuple[tuple[float, str], ...]
    width: int

    # The same in every drawing.
    height, bottom = HEIGHT, HEIGHT - BOTTOM

    @property
    def summary(self) -> str:
        """“Ann 87, Bob 80”: the drawing in words."""
        return ", ".join(f"{line.name} {line.total}" for line in self.named)


def draw_race(facts: SeriesFacts, size: tuple[int, int] = WIDE) -> SeriesRace | None:
    """Return the race of the whole series, WIDE or NARROW; None before the second event."""
    width, room_for_names = size
    counted = {event.key for event in facts.table.events}
    ranked = [one for one in facts.table.rows if one.rank][:MAX_LINES]
    if len(counted) < 2 or not ranked:
        return None
    columns = facts.shown_columns
    across = (width - LEFT - room_for_names) / (len(columns) - 1)
    xs = [round(LEFT + n * across, 1) for n, column in enumerate(columns) if column.key in counted]
    totals = [race_totals(one.row, len(counted), facts.rules) for one in ranked]
    lowest, highest = min(0, *map(min, totals)), max(1, *map(max, totals))

    def height_of(points: Number) -> float:
        share = float((points - lowest) / (highest - lowest))
        return round(HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP), 1)

    lines = [
        draw_line(one.row, place, list(zip(xs, map(height_of, points), strict=True)))
        for place, (one, points) in enumerate(zip(ranked, totals, strict=True), 1)
    ]
    return SeriesRace(
        named=tuple(with_labels(lines[:MAX_NAMED], room_for_names)),
        others=tuple(lines[MAX_NAMED:]),
        grid=tuple((height_of(points), str(points)) for points in grid_of(highest)),
        dates=tuple(dates_of(columns, across, width)),
        width=width,
    )


def draw_line(row: SeriesRow, place: int, path: list[tuple[float, float]]) -> RaceLine:
    """Return the line of a person along a path of (x, y)."""
    points = " ".join(f"{x},{y}" for x, y in path)
    return RaceLine(row.name, number_text(row.total), place, points, *path[-1])


def with_labels(lines: list[RaceLine], room: int) -> Iterator[RaceLine]:
    """Yield the lines with their totals and names below each other, in so much room behind the lines."""
    total_end = TOTAL_START + LETTER_WIDTH * max(len(line.total) for line in lines)
    name_start = total_end + NAME_GAP
    letters, lowest = (room - name_start) // LETTER_WIDTH, 0
    for line in lines:
        lowest = max(line.y, lowest + LABEL_HEIGHT)
        yield replace(
            line,
            total_x=line.x + total_end,
            label_x=line.x + name_start,
            label_y=lowest,
            label=short_name(line.name, letters),
        )


def short_name(name: str, letters: int) -> str:
    """Return a name of so many letters at most: with an initial, or cut."""
    if len(name) > letters:
        name = first_name_and_initial(name)
    return name if len(name) <= letters else f"{name[: letters - 1]}…"


def grid_of(highest: Number) -> list[int]:
    """Return round numbers of points for the lines of the grid."""
    step = 1
    while highest / step > MAX_GRID_LINES:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return [step * n for n in range(1, int(highest / step) + 1)]


def dates_of(columns: list[SeriesColumn], across: float, width: int) -> Iterator[tuple[float, str]]:
    """Yield (x, date) of as many events as there is room for, evenly spread."""
    every = -(-len(columns) // (width // DATE_WIDTH))
    for n, column in enumerate(columns):
        if n % every == 0:
            yield round(LEFT + n * across, 1), column.date()
