"""The drawing of a rating over the events."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

# Sizes of the drawing, in its own units: for wide screens, and for phones.
WIDE, NARROW = (520, 220), (340, 200)
LEFT, RIGHT, TOP, BOTTOM = 44, 80, 16, 30
MAX_GRID_LINES = 5
# Steps between lines of the grid: the first that has few enough lines.
STEPS = (10, 20, 50, 100, 200, 500, 1000)
# Room for a year.
YEAR_WIDTH = 44


@dataclass(frozen=True)
class Curve:
    """A rating before the first event and after each one.

    `grid` are (y, rating) of lines, `years` (x, year) of the first event of a year; x and y are the end.
    """

    points: str
    grid: tuple[tuple[float, int], ...]
    years: tuple[tuple[float, int], ...]
    x: float
    y: float
    first: int
    last: int
    width: int
    height: int

    left = LEFT

    @property
    def right(self) -> int:
        return self.width - RIGHT


def draw_curve(values: Sequence[float], moments: Sequence[datetime], size: tuple[int, int]) -> Curve:
    """Draw a rating: `values` are that before the first event, and after each one at its moment."""
    width, height = size
    grid = grid_of(min(values), max(values))
    lowest, highest = grid[0], grid[-1]
    across = (width - LEFT - RIGHT) / (len(values) - 1)

    def height_of(value: float) -> float:
        share = (value - lowest) / (highest - lowest)
        return round(height - BOTTOM - share * (height - BOTTOM - TOP), 1)

    places = [(round(LEFT + n * across, 1), height_of(value)) for n, value in enumerate(values)]
    return Curve(
        points=" ".join(f"{x},{y}" for x, y in places),
        grid=tuple((height_of(value), value) for value in grid),
        years=tuple(years_of([x for x, _y in places[1:]], moments)),
        x=places[-1][0],
        y=places[-1][1],
        first=round(values[0]),
        last=round(values[-1]),
        width=width,
        height=height,
    )


def grid_of(lowest: float, highest: float) -> list[int]:
    """Return round numbers, at least two, from at most the lowest to at least the highest value."""
    for step in STEPS:
        first, last = math.floor(lowest / step), math.ceil(highest / step)
        if last - first < MAX_GRID_LINES:
            break
    else:
        step = math.ceil((highest - lowest) / MAX_GRID_LINES)
        first, last = math.floor(lowest / step), math.ceil(highest / step)
    return [step * n for n in range(first, max(last, first + 1) + 1)]


def years_of(xs: list[float], moments: Sequence[datetime]):
    """Yield (x, year) of the first event of each year, where there is room."""
    last_year, last_x = None, -YEAR_WIDTH
    for x, moment in zip(xs, moments, strict=True):
        if moment.year != last_year and x - last_x >= YEAR_WIDTH:
            last_x = x
            yield x, moment.year
        last_year = moment.year
