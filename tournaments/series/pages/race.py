"""The race of a series as a drawing: the totals of the leaders after each event."""

from dataclasses import dataclass, replace

from ...rules.people.names import first_name_and_initial
from ...rules.series.rows import race_totals
from ...rules.series.series_rules import number_text
from .loading import COMING, SeriesFacts

# Leaders with their names, and others as thin lines behind them.
MAX_NAMED, MAX_LINES = 5, 9
# Of the drawing, in its own units: wide screens and phones have their own width, and room for names.
WIDE, NARROW = (984, 230), (360, 150)
# Of a label: where the name begins behind the end of its line, and the width of a letter.
NAME_START, LETTER_WIDTH = 64, 9
HEIGHT, LEFT, TOP, BOTTOM = 250, 20, 24, 28
# Names at the ends of lines are so far apart.
LABEL_HEIGHT = 20
MAX_GRID_LINES, DATE_WIDTH = 4, 90


@dataclass(frozen=True)
class RaceLine:
    """A person of the race: the line's points, its end, and where the label stands; `place` from 1."""

    name: str
    total: str
    place: int
    points: str
    x: float
    y: float
    label_y: float
    label: str = ""


@dataclass(frozen=True)
class Race:
    """The drawing: `named` are the leaders with labels, `others` thin lines behind them.

    `grid` are (height, points), `dates` are (x, text).
    """

    named: tuple[RaceLine, ...]
    others: tuple[RaceLine, ...]
    grid: tuple[tuple[float, str], ...]
    dates: tuple[tuple[float, str], ...]
    width: int

    height, bottom = HEIGHT, HEIGHT - BOTTOM

    @property
    def summary(self) -> str:
        """“Ann 87, Bob 80”: the drawing in words."""
        return ", ".join(f"{line.name} {line.total}" for line in self.named)


def draw_race(facts: SeriesFacts, size: tuple[int, int] = WIDE) -> Race | None:
    """Return the race of the whole series, WIDE or NARROW; None before the second event."""
    width, right = size
    count = len(facts.table.events)
    ranked = [one for one in facts.table.rows if one.rank][:MAX_LINES]
    if count < 2 or not ranked:
        return None
    counted = {event.key for event in facts.table.events}
    shown = [column for column in facts.columns if column.state == COMING or column.key in counted]
    across = (width - LEFT - right) / max(1, len(shown) - 1)
    totals = {one.row.person: race_totals(one.row, count, facts.rules) for one in ranked}
    highest = max(max(map(max, totals.values())), 1)
    lowest = min(0, *map(min, totals.values()))
    positions = {column.key: LEFT + n * across for n, column in enumerate(shown)}
    xs = [positions[event.key] for event in facts.table.events]

    def height_of(points) -> float:
        share = float((points - lowest) / (highest - lowest))
        return round(HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP), 1)

    lines = [
        RaceLine(
            one.row.name,
            number_text(one.row.total),
            place,
            " ".join(
                f"{x:.1f},{height_of(points)}" for x, points in zip(xs, totals[one.row.person], strict=True)
            ),
            round(xs[-1], 1),
            height_of(totals[one.row.person][-1]),
            0,
        )
        for place, one in enumerate(ranked, 1)
    ]
    return Race(
        named=tuple(with_labels(lines[:MAX_NAMED], (right - NAME_START) // LETTER_WIDTH)),
        others=tuple(lines[MAX_NAMED:]),
        grid=tuple((height_of(points), str(points)) for points in grid_of(highest)),
        dates=tuple(dates_of(shown, across, width)),
        width=width,
    )


def with_labels(lines: list[RaceLine], letters: int):
    """Yield the lines with their labels below each other, each at least a label's height further down.

    A name with more letters than there is room for takes an initial, or is cut.
    """
    lowest = 0
    for line in lines:
        lowest = max(line.y, lowest + LABEL_HEIGHT)
        yield replace(line, label_y=lowest, label=short_name(line.name, letters))


def short_name(name: str, letters: int) -> str:
    if len(name) > letters:
        name = first_name_and_initial(name)
    return name if len(name) <= letters else f"{name[: letters - 1]}…"


def grid_of(highest) -> list[int]:
    """Return round numbers of points for the lines of the grid."""
    step = 1
    while highest / step > MAX_GRID_LINES:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return [step * n for n in range(1, int(highest / step) + 1)]


def dates_of(columns, across: float, width: int):
    """Yield (x, date) of as many events as there is room for, evenly spread."""
    every = -(-len(columns) // (width // DATE_WIDTH))
    for n, column in enumerate(columns):
        if n % every == 0:
            yield round(LEFT + n * across, 1), column.date()
