"""A bar chart of the players at each record, with the cut."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from ...rules.forecast.triangle import TOLERANCE, ScoreLine

WIDTH, ROW_HEIGHT, BAR_HEIGHT = 340, 24, 18
BAR_X, MAX_BAR_LENGTH = 60, 156
FLAG_HEIGHT = 20
# Room above the first bar for a flag.
TOP_MARGIN = 10
# The room that a number needs on a bar: for each digit, and around them.
DIGIT_WIDTH, TEXT_MARGIN = 8, 6
MAX_ROWS, NEGLIGIBLE = 12, 0.05


@dataclass(frozen=True)
class RecordBar:
    """The bar of a record: its top `y`, its length, the length inside the cut, and the numbers on it."""

    label: str
    y: int
    length: int
    inside: int
    count: str
    count_x: int
    inside_text: str


@dataclass(frozen=True)
class RecordChart:
    """A chart with the cut; without a cut `cut_path` and `flag` are empty."""

    bars: tuple[RecordBar, ...]
    height: int
    cut_path: str
    flag: str
    flag_y: int
    description: str


def build_chart(lines: Sequence[ScoreLine], labels: dict[float, str], flag: str = "") -> RecordChart:
    """Return the chart of these lines, best first; `labels` by points; `flag` is the label of the cut."""
    first = next((n for n, line in enumerate(lines) if line.expected >= NEGLIGIBLE), 0)
    visible = lines[first : first + MAX_ROWS]
    longest = max((line.expected for line in visible), default=0) or 1
    bars = tuple(build_bar(n, line, labels[line.points], longest) for n, line in enumerate(visible))
    cut_path, flag_y = find_cut(visible, bars) if flag else ("", 0)
    bars_height = ROW_HEIGHT * len(bars)
    has_flag_below = cut_path and flag_y > bars_height - TOP_MARGIN
    return RecordChart(
        bars=bars,
        height=TOP_MARGIN + bars_height + (ROW_HEIGHT if has_flag_below else 0),
        cut_path=cut_path,
        flag=flag if cut_path else "",
        flag_y=flag_y,
        description="; ".join(map(bar_text, bars)),
    )


def build_bar(index: int, line: ScoreLine, label: str, longest: float) -> RecordBar:
    length = max(round(MAX_BAR_LENGTH * line.expected / longest), 2)
    inside = round(length * line.inside / line.expected) if line.expected else 0
    text, is_part = count_text(line.inside), NEGLIGIBLE < line.inside < line.expected - NEGLIGIBLE
    return RecordBar(
        label=label,
        y=TOP_MARGIN + ROW_HEIGHT * index,
        length=length,
        inside=inside,
        count=count_text(line.expected),
        count_x=BAR_X + length + 7,
        inside_text=text if is_part and inside >= DIGIT_WIDTH * len(text) + TEXT_MARGIN else "",
    )


def bar_text(bar: RecordBar) -> str:
    """Return “5–2: 14” or “5–2: 14, 2 of them in the cut”."""
    text = f"{bar.label}: {bar.count}"
    if not bar.inside_text:
        return text
    return gettext("{words}, {inside} of them in the cut").format(words=text, inside=bar.inside_text)


def find_cut(lines: Sequence[ScoreLine], bars: Sequence[RecordBar]) -> tuple[str, int]:
    """Return (path of the cut, top of its flag); the path steps up where it goes through a bar."""
    last = max((n for n, line in enumerate(lines) if line.inside > NEGLIGIBLE), default=None)
    if last is None or all(line.inside >= line.expected - TOLERANCE for line in lines):
        return "", 0
    bar, line = bars[last], lines[last]
    below, above = bar.y + BAR_HEIGHT + 3, bar.y - 3
    if line.inside >= line.expected - TOLERANCE:
        return f"M0 {below}H{WIDTH}", below - FLAG_HEIGHT // 2
    return f"M0 {below}H{BAR_X + bar.inside}V{above}H{WIDTH}", above - FLAG_HEIGHT // 2


def count_text(number: float) -> str:
    """Return “14”, or “0.3” for a number that would round to 0."""
    return f"{number:.0f}" if number >= 0.5 else f"{number:.1f}"
