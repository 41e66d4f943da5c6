"""Charts drawn by the server: scales, and marks with their coordinates for templates/_chart.jinja.

A page that shows a chart says the same in words or a table; the description is for screen readers.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

# The classes of a chart for wide screens and of the same one for phones.
WIDE_CLASS, NARROW_CLASS = "chart-wide", "chart-narrow"
# A line with more points keeps the highest and lowest ones.
MAX_LINE_POINTS = 400
# The width of a letter that few letters exceed, at 14 px in bold and at 12.5 px.
LETTER_WIDTH, SMALL_LETTER_WIDTH = 9, 7
# From the middle of a text of 14 px to its baseline.
BASELINE = 5
# From the bottom of the values to the baseline of the labels below them.
LABEL_BASELINE = 22
BAR_ROW_HEIGHT, BAR_HEIGHT, FLAG_HEIGHT = 24, 18, 20
STEPS = (1, 2, 5, 10)

Place = tuple[float, float]


@dataclass(frozen=True)
class Path:
    """Lines; `look` is hair, axis, thin, line, lead, error or cut: see .chart in app.css."""

    d: str
    look: str
    shape = "path"


@dataclass(frozen=True)
class Bar:
    """A rectangle; `look` is in, out or flag."""

    x: float
    y: float
    width: float
    height: float
    look: str
    shape = "bar"


@dataclass(frozen=True)
class Dot:
    """A disc; `look` is full or hollow."""

    x: float
    y: float
    radius: float
    look: str = "full"
    shape = "dot"


@dataclass(frozen=True)
class Words:
    """A text on its baseline; `look` is word, small, name, number, figure-word, on-bar, on-flag or own."""

    x: float
    y: float
    text: str
    look: str = "word"
    anchor: str = "start"
    shape = "words"


@dataclass(frozen=True)
class Group:
    """Marks of some players, by their ids; a device that knows its own player marks theirs."""

    players: tuple[str, ...]
    marks: tuple["Mark", ...]
    shape = "group"


Mark = Path | Bar | Dot | Words | Group


@dataclass(frozen=True)
class Chart:
    """A drawing of `marks`, the first one at the back; `description` says what it shows."""

    width: int
    height: int
    marks: tuple[Mark, ...]
    description: str


@dataclass(frozen=True)
class Scale:
    """Maps the values from `low` to `high` to the positions from `start` to `end`.

    If both values are equal, their position is in the middle.
    """

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value) -> float:
        span = self.high - self.low
        share = float((value - self.low) / span) if span else 0.5
        return round(self.start + (self.end - self.start) * share, 1)


@dataclass(frozen=True)
class Frame:
    """The size of a chart, and the margins around its values."""

    width: int
    height: int
    margin_left: int
    margin_right: int
    margin_top: int
    margin_bottom: int

    @property
    def left(self) -> int:
        return self.margin_left

    @property
    def right(self) -> int:
        return self.width - self.margin_right

    @property
    def top(self) -> int:
        return self.margin_top

    @property
    def bottom(self) -> int:
        return self.height - self.margin_bottom

    def across(self, low: float, high: float) -> Scale:
        return Scale(low, high, self.left, self.right)

    def up(self, low: float, high: float) -> Scale:
        return Scale(low, high, self.bottom, self.top)


def round_ticks(low: float, high: float, most: int = 5, least_step: float = 0) -> list:
    """Return 2 to `most` round values, from `low` or just below it to `high` or just above it.

    They are whole numbers if the step is at least 1.
    """
    least = max(least_step, (high - low) / (most - 1)) or max(abs(high), 1) / 10
    exponent = math.floor(math.log10(least))
    # The range may begin and end between two values: the next steps have fewer of them.
    for power in range(exponent, exponent + 3):
        for factor in STEPS[:-1]:
            step = factor * 10**power
            first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
            if step >= least * (1 - 1e-9) and last - first < most:
                last = max(last, first + 1)
                return [n * step if power >= 0 else round(n * step, -power) for n in range(first, last + 1)]
    raise ValueError(low, high)


def line_path(places: Sequence[Place]) -> str:
    """Return the line through these places."""
    return "M" + "L".join(f"{x} {y}" for x, y in thin_out(places))


def thin_out(places: Sequence[Place]) -> Sequence[Place]:
    """Return at most MAX_LINE_POINTS of the places: the first, the last and the peaks that can be seen."""
    if len(places) <= MAX_LINE_POINTS:
        return places
    size = math.ceil(len(places) / (MAX_LINE_POINTS // 2 - 1))
    kept = {0, len(places) - 1}
    for start in range(0, len(places), size):
        part = range(start, min(start + size, len(places)))
        kept |= {min(part, key=lambda n: places[n][1]), max(part, key=lambda n: places[n][1])}
    return [places[n] for n in sorted(kept)]


def grid_across(frame: Frame, scale: Scale, labels: Iterable[tuple[float, str]]) -> Iterator[Mark]:
    """Yield a hairline at each (value, text), with the text at its left."""
    for value, text in labels:
        y = scale(value)
        yield Path(f"M{frame.left} {y}H{frame.right}", "hair")
        yield Words(frame.left - 8, y + BASELINE, text, "small", "end")


def labels_below(frame: Frame, labels: Iterable[tuple[float, str]], room: float) -> Iterator[Words]:
    """Yield the texts of (x, text) below the values, without those that have no room after the last one."""
    last = -math.inf
    for x, text in labels:
        if x - last >= room:
            last = x
            yield Words(x, frame.bottom + LABEL_BASELINE, text, "small", "middle")


def move_apart(heights: Sequence[float], distance: float, lowest: float = math.inf) -> list[float]:
    """Return the heights, sorted from the top, so that each is `distance` below the one before it.

    They end at `lowest` if there is room for them.
    """
    moved, free = [], -math.inf
    for height in heights:
        moved.append(max(height, free))
        free = moved[-1] + distance
    for n in reversed(range(len(moved))):
        moved[n] = min(moved[n], lowest)
        lowest = moved[n] - distance
    return moved


def fit_text(text: str, width: float, letter_width: float = LETTER_WIDTH) -> str:
    """Return the text, cut with an ellipsis if it is wider than `width`."""
    letters = max(int(width // letter_width), 1)
    return text if len(text) <= letters else f"{text[: letters - 1].rstrip()}…"


def cut_flag(right: float, y: float, text: str) -> tuple[Bar, Words]:
    """Return the flag on the line of the cut, which ends at its right."""
    width = SMALL_LETTER_WIDTH * len(text) + 20
    return (
        Bar(right - width, y - FLAG_HEIGHT / 2, width, FLAG_HEIGHT, "flag"),
        Words(right - width / 2, y + 4, text, "on-flag", "middle"),
    )


@dataclass(frozen=True)
class BarRow:
    """A bar with its label and its number; `part` of it is marked, with a text if there is room."""

    label: str
    value: float
    text: str
    part: float = 0
    part_text: str = ""


def draw_bars(rows: Sequence[BarRow], left: int, longest: int, top: int = 0) -> Iterator[Mark]:
    """Yield bars below each other, from `left` and up to `longest` long, with labels and numbers."""
    scale = Scale(0, max((row.value for row in rows), default=0) or 1, 0, longest)
    for n, row in enumerate(rows):
        yield from draw_bar(row, top + BAR_ROW_HEIGHT * n, left, scale)


def draw_bar(row: BarRow, y: float, left: int, scale: Scale) -> Iterator[Mark]:
    """Yield the bar at this height, its label before it and its number behind it, the last mark."""
    # A small number is a sliver that can be seen.
    length = max(scale(row.value), 2) if row.value else 0
    part = min(scale(row.part), length)
    yield Words(0, y + 14, fit_text(row.label, left - 8), "word")
    yield Bar(left, y, length, BAR_HEIGHT, "out")
    if part:
        yield Bar(left, y, part, BAR_HEIGHT, "in")
    if row.part_text and part >= LETTER_WIDTH * len(row.part_text) + 6:
        yield Words(left + 4, y + 14, row.part_text, "on-bar")
    yield Words(left + length + 7, y + 14, row.text, "number")
