"""Players at each record as bars, the cut drawn through them as in the standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from ...rules.forecast import NEARLY, ScoreLine

WIDTH, ROW, THICK = 340, 24, 18
FROM, LONGEST = 60, 156
FLAG_HEIGHT = 20
# Room above the first bar for a flag that stands there.
HEAD = 10
# How wide a piece of a bar has to be for a figure: for its digits, and for the rest.
DIGIT, AROUND = 8, 6
MOST_ROWS, NOBODY = 12, 0.05


@dataclass(frozen=True)
class RecordBar:
    """A record: its row's top `y`, how long its bar is and how much of it is in, the figures on it."""

    label: str
    y: int
    length: int
    inside: int
    count: str
    count_x: int
    inside_text: str


@dataclass(frozen=True)
class RecordChart:
    """`cut` is the path of the line, empty without one; `flag_y` the top of its flag; `words` says it all."""

    bars: tuple[RecordBar, ...]
    height: int
    cut: str
    flag: str
    flag_y: int
    words: str


def bars_of(lines: Sequence[ScoreLine], labels: dict[float, str], flag: str = "") -> RecordChart:
    """The chart of these lines, best first; `labels` by points; the cut is named by its `flag`."""
    first = next((place for place, line in enumerate(lines) if line.expected >= NOBODY), 0)
    visible = lines[first : first + MOST_ROWS]
    longest = max((line.expected for line in visible), default=0) or 1
    bars = tuple(bar_of(place, line, labels[line.points], longest) for place, line in enumerate(visible))
    cut, flag_y = cut_of(visible, bars) if flag else ("", 0)
    return RecordChart(
        bars=bars,
        height=HEAD + ROW * len(bars) + (ROW if cut and flag_y > ROW * len(bars) - HEAD else 0),
        cut=cut,
        flag=flag if cut else "",
        flag_y=flag_y,
        words="; ".join(bar_words(bar) for bar in bars),
    )


def bar_of(place: int, line: ScoreLine, label: str, longest: float) -> RecordBar:
    length = max(round(LONGEST * line.expected / longest), 2)
    inside = round(length * line.inside / line.expected) if line.expected else 0
    text, is_part = count_text(line.inside), NOBODY < line.inside < line.expected - NOBODY
    return RecordBar(
        label=label,
        y=HEAD + ROW * place,
        length=length,
        inside=inside,
        count=count_text(line.expected),
        count_x=FROM + length + 7,
        inside_text=text if is_part and inside >= DIGIT * len(text) + AROUND else "",
    )


def bar_words(bar: RecordBar) -> str:
    """“5–2: 14”, “5–2: 14, 2 of them in”."""
    words = f"{bar.label}: {bar.count}"
    if not bar.inside_text:
        return words
    return gettext("{words}, {inside} of them in").format(words=words, inside=bar.inside_text)


def cut_of(lines: Sequence[ScoreLine], bars: Sequence[RecordBar]) -> tuple[str, int]:
    """The cut's path below the last who are in, stepping up where it goes through a bar; its flag's top."""
    last = max((place for place, line in enumerate(lines) if line.inside > NOBODY), default=None)
    if last is None or all(line.inside >= line.expected - NEARLY for line in lines):
        return "", 0
    bar, line = bars[last], lines[last]
    below, above = bar.y + THICK + 3, bar.y - 3
    if line.inside >= line.expected - NEARLY:
        return f"M0 {below}H{WIDTH}", below - FLAG_HEIGHT // 2
    return f"M0 {below}H{FROM + bar.inside}V{above}H{WIDTH}", above - FLAG_HEIGHT // 2


def count_text(number: float) -> str:
    """“14”; “0.3” where it would round to none."""
    return f"{number:.0f}" if number >= 0.5 else f"{number:.1f}"
