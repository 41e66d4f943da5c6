"""What a simulation has measured, in numbers and as a chart."""

import math
from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_noop

from ...rules.simulation.measures import COST, EXCITING, FAIR
from ...web.wording import number_text

# Groups of measures: a title, and what the measures are.
GROUPS = (
    (gettext_noop("Fair"), FAIR),
    (gettext_noop("Exciting"), EXCITING),
    (gettext_noop("Cost"), COST),
)
PERCENT, NUMBER = "percent", "number"


@dataclass(frozen=True)
class MeasureText:
    """A measure in words; `unit` is PERCENT for shares and chances, else NUMBER."""

    name: str
    unit: str
    definition: str


TEXTS = {
    "best_wins": MeasureText(
        gettext_noop("The strongest player wins"),
        PERCENT,
        gettext_noop(
            "How often the player with the highest rating is champion. Players who share the first rank "
            "share the title."
        ),
    ),
    "champion_rank": MeasureText(
        gettext_noop("Strength rank of the champion"),
        NUMBER,
        gettext_noop("1 is the strongest player. Players of equal strength share the mean of their ranks."),
    ),
    "cut_accuracy": MeasureText(
        gettext_noop("Strongest players in the cut"),
        PERCENT,
        gettext_noop(
            "Of a top 8, the share that belongs to the eight strongest players. Don’t compare cuts of "
            "different sizes by it: a larger cut is easier to fill with strong players."
        ),
    ),
    "rank_correlation": MeasureText(
        gettext_noop("Swiss standings match the strength"),
        NUMBER,
        gettext_noop(
            "Kendall’s tau-b of strength and Swiss rank. 1: every two players finish in the order of their "
            "strength. 0: the order is chance. −1: it is reversed."
        ),
    ),
    "missed_on_tiebreaks": MeasureText(
        gettext_noop("Players who miss the cut on tiebreakers"),
        NUMBER,
        gettext_noop(
            "How many players outside the cut have as many points as the last player inside. Only "
            "tiebreakers separate them."
        ),
    ),
    "unbeaten_out": MeasureText(
        gettext_noop("The only unbeaten player doesn’t win"),
        PERCENT,
        gettext_noop(
            "Counts events in which exactly one player won every Swiss round: how often somebody else is "
            "champion. A bye counts as a win."
        ),
    ),
    "first_seed_misses_top4": MeasureText(
        gettext_noop("The first seed misses the top 4"),
        PERCENT,
        gettext_noop(
            "How often the first seed of the finals finishes below fourth place. Of players who lose in the "
            "same round, the better seed finishes higher. Only for finals of more than four players."
        ),
    ),
    "live_matches": MeasureText(
        gettext_noop("Matches with something at stake"),
        PERCENT,
        gettext_noop(
            "Of the matches of the last two Swiss rounds and the finals. A Swiss match counts unless both "
            "players are certain by points to be in the cut or out of it; without a cut, the first place is "
            "at stake. A finals match counts unless it changes nobody’s chances."
        ),
    ),
    "decided_early": MeasureText(
        gettext_noop("The champion is certain before the last round"),
        PERCENT,
        gettext_noop("Certain by points. Never with finals: their last round decides."),
    ),
    "safe_draws": MeasureText(
        gettext_noop("Safe draws"),
        NUMBER,
        gettext_noop(
            "Tables of the last Swiss round where a draw puts both players in the cut for certain, so that "
            "they need not play. 0 where the rulebook has no draws."
        ),
    ),
    "upsets": MeasureText(
        gettext_noop("Upsets"),
        PERCENT,
        gettext_noop("The share of all matches that the weaker player wins."),
    ),
    "comebacks": MeasureText(
        gettext_noop("The champion had lost a match"),
        PERCENT,
        gettext_noop("In the Swiss rounds or the finals."),
    ),
    "rounds": MeasureText(
        gettext_noop("Rounds"),
        NUMBER,
        gettext_noop("Of Swiss and finals. A deciding match that isn’t needed is no round."),
    ),
    "matches": MeasureText(
        gettext_noop("Matches"), NUMBER, gettext_noop("Of Swiss and finals. A bye is no match.")
    ),
    "hours": MeasureText(
        gettext_noop("Hours"),
        NUMBER,
        gettext_noop("All rounds at their full length, without breaks. Needs the minutes of a round."),
    ),
}


def estimate_text(key: str, estimate: dict | None) -> str:
    """“46.1 % ± 0.9”, “7 ± 0.02”, or “–” for a measure that does not apply."""
    if estimate is None:
        return "–"
    mean, error = estimate["mean"], estimate["error"]
    if TEXTS[key].unit == PERCENT:
        text = gettext("{percent} %").format(percent=f"{mean * 100:z.1f}".replace("-", "−"))
        return f"{text} ± {error * 100:.1f}" if error else text
    return f"{number_text(mean)} ± {error:.2f}" if error and error >= 0.005 else number_text(mean)


def short_text(key: str, mean: float) -> str:
    """“46 %”, “46.2 %” or “7.25”: a number without its error."""
    if TEXTS[key].unit == PERCENT:
        percent = f"{mean * 100:z.1f}".removesuffix(".0")
        return gettext("{percent} %").format(percent=percent.replace("-", "−"))
    return number_text(mean)


def help_groups() -> list[tuple[str, list[tuple[str, MeasureText]]]]:
    """Return (title, [(key, text)]) of each group of measures."""
    return [(title, [(measure.key, TEXTS[measure.key]) for measure in group]) for title, group in GROUPS]


# Of the big picture, in units of its SVG, with margins for the labels of the axes.
WIDTH, HEIGHT = 640, 420
LEFT, RIGHT, TOP, BOTTOM = 72, 24, 40, 72
MIN_RADIUS, MAX_RADIUS = 10, 18
# Of a small plot.
PLOT_WIDTH, PLOT_PADDING = 240, 8
STEPS = (1, 2, 2.5, 5, 10)


@dataclass(frozen=True)
class Axis:
    """The range of an axis, from `low` to `high`, with the values at its ticks."""

    low: float
    high: float
    ticks: tuple[float, ...]

    def share(self, value: float) -> float:
        """Return where a value is: 0 at the low end, 1 at the high end."""
        return (value - self.low) / (self.high - self.low)


@dataclass(frozen=True)
class Tick:
    at: float
    text: str


@dataclass(frozen=True)
class Point:
    """A format in the big picture: its middle, radius, the ends of both error bars, its values in words.

    `label` is its number; of formats whose dots cover each other the last one has all numbers, “2+3”.
    """

    name: str
    label: str
    x: float
    y: float
    radius: float
    left: float
    right: float
    top: float
    bottom: float
    text: str


@dataclass(frozen=True)
class Picture:
    """Two measures against each other; `x_ticks` and `y_ticks` are at positions of the SVG."""

    points: tuple[Point, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


@dataclass(frozen=True)
class PlotLine:
    """A format in a small plot: its mean and its interval as positions, and in words."""

    name: str
    x: float
    left: float
    right: float
    text: str


def draw_picture(formats: list[dict], x_key: str, y_key: str) -> Picture:
    """Return the picture of the formats of a result, each with both measures; its size is its hours."""
    x_axis, y_axis = (axis_of(formats, key) for key in (x_key, y_key))
    hours = [entry["measures"]["hours"] for entry in formats]
    longest = max(of["mean"] for of in hours) if all(hours) else None

    def across(value):
        return round(LEFT + (WIDTH - LEFT - RIGHT) * x_axis.share(value), 1)

    def up(value):
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * y_axis.share(value), 1)

    points = []
    for entry, of in zip(formats, hours, strict=True):
        x, y = entry["measures"][x_key], entry["measures"][y_key]
        size = math.sqrt(of["mean"] / longest) if longest else 0.5
        points.append(
            Point(
                name=entry["name"],
                label="",
                x=across(x["mean"]),
                y=up(y["mean"]),
                radius=round(max(MIN_RADIUS, MAX_RADIUS * size), 1),
                left=across(x["mean"] - (x["error"] or 0)),
                right=across(x["mean"] + (x["error"] or 0)),
                top=up(y["mean"] + (y["error"] or 0)),
                bottom=up(y["mean"] - (y["error"] or 0)),
                text=f"{estimate_text(x_key, x)}, {estimate_text(y_key, y)}",
            )
        )
    return Picture(
        points=tuple(replace(point, label=label_of(points, number)) for number, point in enumerate(points)),
        x_ticks=tuple(Tick(across(value), short_text(x_key, value)) for value in x_axis.ticks),
        y_ticks=tuple(Tick(up(value), short_text(y_key, value)) for value in y_axis.ticks),
    )


def label_of(points: list[Point], number: int) -> str:
    """Return the numbers, from 1, of the dots at this place; empty if a later dot covers this one."""

    def is_at(other):
        x, y = points[number].x - other.x, points[number].y - other.y
        return math.hypot(x, y) < MIN_RADIUS

    same = [n for n, other in enumerate(points) if is_at(other)]
    return "+".join(str(n + 1) for n in same) if number == same[-1] else ""


def draw_plot(formats: list[dict], key: str) -> list[PlotLine]:
    """Return the small plot of a measure: all formats on one scale, without those it does not apply to."""
    formats = [entry for entry in formats if entry["measures"][key]]
    axis = axis_of(formats, key)

    def across(value):
        return round(PLOT_PADDING + (PLOT_WIDTH - 2 * PLOT_PADDING) * axis.share(value), 1)

    lines = []
    for entry in formats:
        of = entry["measures"][key]
        error = of["error"] or 0
        ends = across(of["mean"] - error), across(of["mean"] + error)
        lines.append(PlotLine(entry["name"], across(of["mean"]), *ends, estimate_text(key, of)))
    return lines


def axis_of(formats: list[dict], key: str) -> Axis:
    """Return an axis on which all formats fit with their errors, with three to eight round ticks."""
    estimates = [entry["measures"][key] for entry in formats]
    low = min(of["mean"] - (of["error"] or 0) for of in estimates)
    high = max(of["mean"] + (of["error"] or 0) for of in estimates)
    # One percent of a share can be seen, or a hundredth of the largest number.
    least = 0.02 if TEXTS[key].unit == PERCENT else max(abs(high), 1) / 50
    middle, span = (low + high) / 2, max(high - low, least) * 1.2
    step = round_step(span / 4)
    first = math.floor((middle - span / 2) / step)
    last = math.ceil((middle + span / 2) / step)
    ticks = tuple(round(n * step, 10) for n in range(first, last + 1))
    return Axis(ticks[0], ticks[-1], ticks)


def round_step(least: float) -> float:
    """Return the smallest of 1, 2, 2.5 and 5 times a power of ten that is not below `least`."""
    power = 10 ** math.floor(math.log10(least))
    return next(step * power for step in STEPS if step * power >= least * 0.999)
