"""The drawing of a rating over the events."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.utils.translation import gettext

from ...web.charts import (
    NARROW_CLASS,
    WIDE_CLASS,
    Chart,
    Dot,
    Frame,
    Path,
    Words,
    grid_across,
    labels_below,
    line_path,
    round_ticks,
)

FRAMES = {WIDE_CLASS: Frame(520, 220, 44, 80, 16, 30), NARROW_CLASS: Frame(340, 200, 44, 80, 16, 30)}
# Between two lines of the grid.
LEAST_STEP = 10
YEAR_WIDTH = 44


def draw_curves(values: Sequence[int], moments: Sequence[datetime]) -> dict[str, Chart]:
    """Draw a rating, by class: `values` are that before the first event, and after each one at its moment."""
    return {name: draw_curve(values, moments, frame) for name, frame in FRAMES.items()}


def draw_curve(values: Sequence[int], moments: Sequence[datetime], frame: Frame) -> Chart:
    ticks = round_ticks(min(values), max(values), least_step=LEAST_STEP)
    across, up = frame.across(0, len(values) - 1), frame.up(ticks[0], ticks[-1])
    places = [(across(n), up(value)) for n, value in enumerate(values)]
    x, y = places[-1]
    marks = (
        *grid_across(frame, up, [(tick, str(tick)) for tick in ticks]),
        *labels_below(frame, years_of([x for x, _y in places[1:]], moments), YEAR_WIDTH),
        Path(line_path(places), "line"),
        Dot(x, y, 5),
        Words(x + 12, y + 6, str(values[-1]), "figure-word"),
    )
    words = gettext("from {first} at first to {last} now, highest {peak}")
    words = words.format(first=values[0], last=values[-1], peak=max(values))
    return Chart(frame.width, frame.height, marks, words)


def years_of(xs: list[float], moments: Sequence[datetime]) -> Iterator[tuple[float, str]]:
    """Yield (x, year) of the first event of each year."""
    last = None
    for x, moment in zip(xs, moments, strict=True):
        if moment.year != last:
            last = moment.year
            yield x, str(last)
