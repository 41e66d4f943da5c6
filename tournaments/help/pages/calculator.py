"""The round calculator and its chart."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from django.utils.translation import gettext, ngettext

from ...rules import rulebooks
from ...rules.forecast.bounds import TOLERANCE, ScoreLine, expected_records, max_players, score_lines
from ...rules.forecast.chances import spread
from ...rules.rulebooks.rulebook import APPENDIX_E, THREE_ONE_NOUGHT
from ...web.charts import (
    BAR_HEIGHT,
    BAR_ROW_HEIGHT,
    FLAG_HEIGHT,
    BarRow,
    Chart,
    Path,
    Scale,
    cut_flag,
    draw_bars,
)
from ...web.wording import number_text
from .rulebooks import range_text, with_lower_bounds

WIDTH, BAR_LEFT, LONGEST_BAR = 340, 60, 156
# Room above the first bar for a flag.
TOP_MARGIN = 10
MAX_ROWS, NEGLIGIBLE = 12, 0.05


def build_chart(lines: Sequence[ScoreLine], labels: dict[float, str], flag: str = "") -> Chart:
    """Return the chart of these lines, best first; `labels` by points; `flag` is the label of the cut."""
    first = next((n for n, line in enumerate(lines) if line.expected >= NEGLIGIBLE), 0)
    visible = lines[first : first + MAX_ROWS]
    rows = [build_row(line, labels[line.points]) for line in visible]
    height = TOP_MARGIN + BAR_ROW_HEIGHT * len(rows)
    marks, words = [*draw_bars(rows, BAR_LEFT, LONGEST_BAR, TOP_MARGIN)], "; ".join(map(row_text, rows))
    if flag and (cut := find_cut(visible, rows)):
        path, y = cut
        marks += [Path(path, "cut"), *cut_flag(WIDTH, y, flag)]
        height = max(height, y + FLAG_HEIGHT)
        words = f"{words} ({flag})"
    return Chart(WIDTH, height, tuple(marks), words)


def build_row(line: ScoreLine, label: str) -> BarRow:
    is_part = NEGLIGIBLE < line.inside < line.expected - NEGLIGIBLE
    part_text = count_text(line.inside) if is_part else ""
    return BarRow(label, line.expected, count_text(line.expected), line.inside, part_text)


def row_text(row: BarRow) -> str:
    """Return “5–2: 14” or “5–2: 14, 2 of them in the cut”."""
    text = f"{row.label}: {row.text}"
    if not row.part_text:
        return text
    return gettext("{words}, {inside} of them in the cut").format(words=text, inside=row.part_text)


def find_cut(lines: Sequence[ScoreLine], rows: Sequence[BarRow]) -> tuple[str, int] | None:
    """Return (path of the cut, height of its end); the path steps up where it goes through a bar."""
    last = max((n for n, line in enumerate(lines) if line.inside > NEGLIGIBLE), default=None)
    if last is None or all(line.inside >= line.expected - TOLERANCE for line in lines):
        return None
    line, top = lines[last], TOP_MARGIN + BAR_ROW_HEIGHT * last
    below, above = top + BAR_HEIGHT + 3, top - 3
    if line.inside >= line.expected - TOLERANCE:
        return f"M0 {below}H{WIDTH}", below
    inside = Scale(0, max(row.value for row in rows), 0, LONGEST_BAR)(line.inside)
    return f"M0 {below}H{BAR_LEFT + inside}V{above}H{WIDTH}", above


def count_text(number: float) -> str:
    """Return “14”, or “0.3” for a number that would round to 0."""
    return f"{number:.0f}" if number >= 0.5 else f"{number:.1f}"


WORTH = tuple(THREE_ONE_NOUGHT[outcome] for outcome in ("win", "loss", "draw"))
# More Swiss rounds are not played, and the numbers would all be 0.
MAX_ROUNDS = 20


@dataclass(frozen=True)
class RoundsOutlook:
    """The records that make the cut.

    `sentence` gives the average, `variation` the range (empty if nothing certain is known), `options` are
    (rounds, records that make the cut, whether it is this number of rounds).
    """

    sentence: str
    variation: str
    chart: Chart
    options: tuple[tuple[int, str, bool], ...]


def get_rounds_outlook(
    players: int, rounds: int, places: int | None, draws: float = 0.0, around: int = 1
) -> RoundsOutlook | None:
    """Return the outlook for this number of rounds and `around` fewer or more; None above MAX_ROUNDS."""
    if rounds > MAX_ROUNDS:
        return None
    lines = lines_of(players, rounds, places, draws)
    labels = {line.points: record_label(line, draws) for line in lines}
    if not places:
        return RoundsOutlook("", "", build_chart(lines, labels), ())
    qualifiers = qualifiers_text(lines, draws)
    options = range(max(1, rounds - around), min(MAX_ROUNDS, rounds + around) + 1)
    return RoundsOutlook(
        sentence=gettext("On average: {who}.").format(who=qualifiers) if qualifiers else "",
        variation="" if draws else variation_text(players, rounds, places, lines),
        chart=build_chart(lines, labels, gettext("Top {size} cut").format(size=places)),
        options=tuple(
            (number, qualifiers_text(lines_of(players, number, places, draws), draws), number == rounds)
            for number in options
        ),
    )


def lines_of(players, rounds, places, draws) -> tuple[ScoreLine, ...]:
    return score_lines(expected_records(players, rounds, draws), places or 0, WORTH)


def record_label(line: ScoreLine, draws: float) -> str:
    """Return “5–2”; with draws, which make several records equal, the points."""
    if draws:
        return number_text(line.points)
    wins, losses, _drawn = line.records[0]
    return f"{wins}–{losses}"


def group_text(line: ScoreLine, draws: float) -> str:
    """Return “x–2” or “with 15 points”."""
    if draws:
        text = ngettext("with {points} point", "with {points} points", line.points)
        return text.format(points=number_text(line.points))
    return f"x–{line.records[0][1]}"


def count_certain_lines(lines) -> int:
    """Count the lines from the top that are expected to make the cut completely."""
    return sum(1 for _line in takewhile(lambda line: line.inside >= line.expected - TOLERANCE, lines))


def qualifiers_text(lines, draws: float) -> str:
    """Return “all x–1, about 2 of 14 x–2”: the records that make the cut on average."""
    certain = count_certain_lines(lines)
    if certain == len(lines):
        return gettext("everyone")
    parts = []
    if certain and sum(line.expected for line in lines[:certain]) >= NEGLIGIBLE:
        parts.append(gettext("all {group}").format(group=group_text(lines[certain - 1], draws)))
    bubble = lines[certain]
    inside, total, group = count_text(bubble.inside), count_text(bubble.expected), group_text(bubble, draws)
    if inside == total:
        parts.append(gettext("nearly all {group}").format(group=group))
    elif bubble.inside >= 0.5:
        text = gettext("about {inside} of {all} {group}")
        parts.append(text.format(inside=inside, all=total, group=group))
    return ", ".join(parts)


def variation_text(players: int, rounds: int, places: int, lines) -> str:
    """Describe the range of the last places in the cut, for matches without draws."""
    certain = count_certain_lines(lines)
    if not 0 < certain < len(lines):
        return ""
    fewest, most = spread(players, rounds, certain - 1)
    bubble, better = group_text(lines[certain], 0), group_text(lines[certain - 1], 0)
    if certain > 1:
        better = gettext("{group} or better").format(group=better)
    text = gettext("Depending on results, {between} players finish {better}")
    text = text.format(between=spread_text(fewest, most), better=better)
    if most > places:
        missing = ngettext("{count} can miss the cut", "up to {count} can miss the cut", most - places)
        return f"{text}: {missing.format(count=most - places)}."
    full_text = gettext("{qualifiers}: they all make the cut, plus {between} {bubble}.")
    return full_text.format(
        qualifiers=text, between=spread_text(places - most, places - fewest), bubble=bubble
    )


def spread_text(fewest: int, most: int) -> str:
    if not most:
        return gettext("no")
    return gettext("{least} to {most}").format(least=fewest, most=most) if fewest < most else str(most)


MAGIC = "magic"
# The share of the field from which a cell of the triangle has the next shade.
SHADES = (0.02, 0.06, 0.12, 0.2, 0.3)
# One loss, as in x–1.
BUBBLE = 1
# The largest field in which ten rounds bring every x–1 into a top eight.
MAX_PLAYERS_OF_TEN_ROUNDS = max_players(10, BUBBLE, 8)


@dataclass(frozen=True)
class TriangleCell:
    """The players at a record: their number, a shade from 0 to 5, and in the last round `in` or `part`."""

    text: str
    shade: int
    place: str


@dataclass(frozen=True)
class RoundsCalculation:
    """The result of the calculator.

    `heads` are the columns of the triangle: records, or with draws the points lost; `params` are the numbers
    for the address of a new event; `rows` are (round, cells).
    """

    title: str
    outlook: RoundsOutlook
    heads: tuple[str, ...]
    rows: tuple[tuple[int, tuple[TriangleCell, ...]], ...]
    has_draws: bool
    params: dict


def calculate_rounds(players: int, rounds: int | None, top: int, draws: float) -> RoundsCalculation:
    """Return the outlook for these numbers; the default number of rounds is the table's."""
    rounds = rounds or rulebooks.suggested_rounds(rulebooks.rulebook(MAGIC).rounds, players)
    heads, rows = build_triangle(players, rounds, top, draws)
    params = {"players": players, "rounds": rounds, "top": top}
    return RoundsCalculation(
        title=gettext("{players} players, {rounds} rounds, top {top}").format(**params),
        outlook=get_rounds_outlook(players, rounds, top, draws, around=2),
        heads=heads,
        rows=rows,
        has_draws=bool(draws),
        params=params,
    )


def build_triangle(players: int, rounds: int, top: int, draws: float):
    """Return the heads and rows of the triangle, with a column for each number of lost points."""
    final_lines = lines_of(players, rounds, top, draws)
    columns = lost_points(final_lines)
    if draws:
        heads = tuple(f"−{number_text(lost)}" if lost else "0" for lost in columns)
    else:
        heads = tuple(f"x–{line.records[0][1]}" for line in final_lines)
    rows = []
    for number in range(1, rounds + 1):
        lines = lines_of(players, number, 0, draws)
        expected = dict(zip(lost_points(lines), (line.expected for line in lines), strict=True))
        places = map(place_of, final_lines) if number == rounds else [""] * len(columns)
        cells = (
            triangle_cell(expected.get(lost), players, place)
            for lost, place in zip(columns, places, strict=True)
        )
        rows.append((number, tuple(cells)))
    return heads, tuple(rows)


def lost_points(lines) -> list[float]:
    return [lines[0].points - line.points for line in lines]


def triangle_cell(expected: float | None, players: int, place: str) -> TriangleCell:
    if expected is None:
        return TriangleCell("", 0, "")
    shade = sum(expected / players >= share for share in SHADES)
    return TriangleCell(expected_text(expected), shade, place)


def place_of(line) -> str:
    """Return `in`, `part` or an empty string, as the cut takes all, some or none of a line."""
    if line.inside >= line.expected - TOLERANCE:
        return "in"
    return "part" if line.inside > 0.05 else ""


def expected_text(number: float) -> str:
    """Return “4.8”, “44” or “<0.1”."""
    if number < 0.05:
        return "<0.1"
    return number_text(round(number, 1)) if number < 10 else count_text(number)


def magic_table() -> dict:
    """Return the rows of MTR appendix E, and the largest safe field of ten rounds by the formula."""
    return {"table": table_rows(), "most": MAX_PLAYERS_OF_TEN_ROUNDS}


def table_rows() -> tuple[tuple[str, int, str, str], ...]:
    """Return (players, rounds, finals, safe) of the rows of MTR appendix E.

    `safe` is the largest field in which every x–1 is expected to make the finals, by the formula.
    """
    rows = []
    for least, most, rounds, top in with_lower_bounds(APPENDIX_E, 2):
        finals = gettext("top {size}").format(size=top) if top else gettext("single elimination")
        safe = str(max_players(rounds, BUBBLE, top)) if top else ""
        rows.append((range_text(least, most), rounds, finals, safe))
    return tuple(rows)
