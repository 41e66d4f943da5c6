"""Expected records and the cut for a number of players and rounds, in words."""

from dataclasses import dataclass
from itertools import takewhile

from django.utils.translation import gettext, ngettext

from ...rules import forecast
from ...rules.forecast import NEARLY, ScoreLine
from ...rules.rulebooks.rulebook import THREE_ONE_NOUGHT
from ..wording.formats import number_text
from .record_chart import NOBODY, RecordChart, bars_of, count_text

WORTH = tuple(THREE_ONE_NOUGHT[outcome] for outcome in ("win", "loss", "draw"))
# Past so many nobody plays Swiss rounds, and what follows would be noughts.
MOST_ROUNDS = 20


@dataclass(frozen=True)
class RoundsOutlook:
    """`who` gets in, how that may `vary` (empty where nothing certain is known), and `choices`: (rounds, who
    gets in then, whether it is this one)."""

    who: str
    vary: str
    bars: RecordChart
    choices: tuple[tuple[int, str, bool], ...]


def get_rounds_outlook(
    players: int, rounds: int, places: int | None, draws: float = 0.0, around: int = 1
) -> RoundsOutlook | None:
    """Return the outlook for this number of rounds and `around` fewer or more; None above MOST_ROUNDS."""
    if rounds > MOST_ROUNDS:
        return None
    lines = lines_of(players, rounds, places, draws)
    labels = {line.points: label_of(line, draws) for line in lines}
    few, many = max(1, rounds - around), min(MOST_ROUNDS, rounds + around)
    return RoundsOutlook(
        who=sentence(who_is_in(lines, draws)) if places else "",
        vary=vary_text(players, rounds, places, lines) if places and not draws else "",
        bars=bars_of(lines, labels, gettext("Top {size} cut").format(size=places) if places else ""),
        choices=tuple(
            (number, who_is_in(lines_of(players, number, places, draws), draws), number == rounds)
            for number in range(few, many + 1)
        )
        if places
        else (),
    )


def lines_of(players, rounds, places, draws) -> tuple[ScoreLine, ...]:
    return forecast.lines(forecast.expected(players, rounds, draws), places or 0, WORTH)


def label_of(line: ScoreLine, draws: float) -> str:
    """“5–2”; with draws, by which several records come to the same, “15”."""
    if draws:
        return number_text(line.points)
    wins, losses, _drawn = line.records[0]
    return f"{wins}–{losses}"


def group_of(line: ScoreLine, draws: float) -> str:
    """“x–2”, “with 15 points”."""
    if draws:
        words = ngettext("with {points} point", "with {points} points", line.points)
        return words.format(points=number_text(line.points))
    return f"x–{line.records[0][1]}"


def wholly_in(lines) -> int:
    """Count the lines from the top that are expected to make the cut completely."""
    return sum(1 for _line in takewhile(lambda line: line.inside >= line.expected - NEARLY, lines))


def who_is_in(lines, draws: float) -> str:
    """“all x–1, about 2 of 14 x–2”: on average."""
    whole = wholly_in(lines)
    if whole == len(lines):
        return gettext("everybody")
    parts = []
    if whole and sum(line.expected for line in lines[:whole]) >= NOBODY:
        parts.append(gettext("all {group}").format(group=group_of(lines[whole - 1], draws)))
    bubble = lines[whole]
    inside, every, group = count_text(bubble.inside), count_text(bubble.expected), group_of(bubble, draws)
    if inside == every:
        parts.append(gettext("nearly all {group}").format(group=group))
    elif bubble.inside >= 0.5:
        words = gettext("about {inside} of {all} {group}")
        parts.append(words.format(inside=inside, all=every, group=group))
    return ", ".join(parts)


def sentence(words: str) -> str:
    text = gettext("On average: {who}.").format(who=words)
    return text if words else ""


def vary_text(players: int, rounds: int, places: int, lines) -> str:
    """Describe the range of the last places in the cut, for matches without draws."""
    whole = wholly_in(lines)
    if not 0 < whole < len(lines):
        return ""
    least, most = forecast.spread(players, rounds, whole - 1)
    bubble, better = group_of(lines[whole], 0), group_of(lines[whole - 1], 0)
    if whole > 1:
        better = gettext("{group} or better").format(group=better)
    text = gettext("As the matches fall, {between} finish {better}")
    text = text.format(between=between(least, most), better=better)
    if most > places:
        missing = ngettext("{count} can miss the cut", "up to {count} can miss the cut", most - places)
        return f"{text}: {missing.format(count=most - places)}."
    words = gettext("{told}: all of them are in, and {between} {bubble}.")
    return words.format(told=text, between=between(places - most, places - least), bubble=bubble)


def between(least: int, most: int) -> str:
    if not most:
        return gettext("no")
    return gettext("{least} to {most}").format(least=least, most=most) if least < most else str(most)
