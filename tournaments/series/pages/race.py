"""The race of a series as a drawing: the totals of the leaders after each event."""

from collections.abc import Iterator, Sequence

from ...rules.people.names import first_name_and_initial
from ...rules.series.rows import SeriesRow, race_totals
from ...rules.series.series_rules import number_text
from ...web.charts import (
    BASELINE,
    LETTER_WIDTH,
    NARROW_CLASS,
    WIDE_CLASS,
    Chart,
    Dot,
    Frame,
    Mark,
    Path,
    Place,
    Words,
    fit_text,
    labels_below,
    line_path,
    move_apart,
    round_ticks,
)
from .loading import SeriesFacts

# Leaders with their names, and all people with a line.
MAX_NAMED, MAX_LINES = 5, 9
FRAMES = {WIDE_CLASS: Frame(984, 250, 20, 230, 24, 28), NARROW_CLASS: Frame(360, 250, 20, 168, 24, 28)}
# A total begins so far behind the end of its line, and a name behind its total; the distance of two names.
TOTAL_START, NAME_GAP, LABEL_HEIGHT = 32, 10, 20
MAX_TICKS, DATE_WIDTH = 5, 90


def draw_races(facts: SeriesFacts) -> dict[str, Chart]:
    """Return the race of the whole series by class; empty before the second event."""
    counted = {event.key for event in facts.table.events}
    people = [one.row for one in facts.table.rows if one.rank][:MAX_LINES]
    if len(counted) < 2 or not people:
        return {}
    return {name: draw_race(facts, people, counted, frame) for name, frame in FRAMES.items()}


def draw_race(facts: SeriesFacts, people: Sequence[SeriesRow], counted: set[str], frame: Frame) -> Chart:
    """Return the race of these people, who are in the order of their ranks."""
    columns = facts.shown_columns
    across = frame.across(0, len(columns) - 1)
    xs = [across(n) for n, column in enumerate(columns) if column.key in counted]
    totals = [race_totals(row, len(counted), facts.rules) for row in people]
    ticks = round_ticks(0, max(1, *map(max, totals)), MAX_TICKS, least_step=1)
    up = frame.up(min(0, *map(min, totals)), max(1, *map(max, totals)))
    paths = [list(zip(xs, map(up, points), strict=True)) for points in totals]
    marks = [
        Path(f"M0 {frame.bottom}H{frame.width}", "hair"),
        *grid_of(frame, up, ticks),
        *labels_below(frame, ((across(n), column.date()) for n, column in enumerate(columns)), DATE_WIDTH),
        *(Path(line_path(path), "thin") for path in paths[MAX_NAMED:]),
        *draw_named(people[:MAX_NAMED], paths, frame),
    ]
    words = ", ".join(f"{row.name} {number_text(row.total)}" for row in people[:MAX_NAMED])
    return Chart(frame.width, frame.height, tuple(marks), words)


def grid_of(frame: Frame, up, ticks: list[int]) -> Iterator[Mark]:
    """Yield the lines of the grid above 0, with their points above them at the left."""
    for points in ticks[1:]:
        if up(points) >= frame.top:
            yield Path(f"M0 {up(points)}H{frame.width}", "hair")
            yield Words(0, up(points) - 5, str(points), "small")


def draw_named(people: Sequence[SeriesRow], paths: Sequence[list[Place]], frame: Frame) -> Iterator[Mark]:
    """Yield the lines of the leaders, each with a dot at its end, the total and the name."""
    totals = [number_text(row.total) for row in people]
    total_end = TOTAL_START + LETTER_WIDTH * max(map(len, totals))
    room = frame.margin_right - total_end - NAME_GAP
    heights = move_apart(
        [path[-1][1] for path in paths[: len(people)]], LABEL_HEIGHT, frame.height - BASELINE
    )
    for n, (row, total, y) in enumerate(zip(people, totals, heights, strict=True)):
        x, end = paths[n][-1]
        yield Path(line_path(paths[n]), "line" if n else "lead")
        yield Dot(x, end, 4)
        yield Path(f"M{x + 6} {end}L{x + 22} {y}h6", "thin")
        yield Words(x + total_end, y + BASELINE, total, "number", "end")
        yield Words(x + total_end + NAME_GAP, y + BASELINE, short_name(row.name, room), "name")


def short_name(name: str, width: float) -> str:
    """Return a name that is no wider than this: with an initial, or cut."""
    fits = len(name) * LETTER_WIDTH <= width
    return fit_text(name if fits else first_name_and_initial(name), width)
