"""Expected records and the cut for a number of players and rounds, in words."""

from dataclasses import dataclass
from itertools import takewhile

from django.utils.translation import gettext, ngettext

from ...rules.forecast.spread import spread
from ...rules.forecast.triangle import TOLERANCE, ScoreLine, expected_records, score_lines
from ...rules.rulebooks.rulebook import THREE_ONE_NOUGHT
from ..wording.formats import number_text
from .record_chart import NEGLIGIBLE, RecordChart, build_chart, count_text

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
    chart: RecordChart
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
