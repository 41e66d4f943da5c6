"""Explains a rank: the first column that separates the player from each neighbour."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...rules.standings.standings import POINTS, PlayerStanding, Standings
from ...rules.standings.working import deciding_column
from ...rules.tiebreakers import PERCENT, TIEBREAKERS
from ..wording.formats import number_text
from .columns import value_text

RANK = "rank"
# Ranks compare in steps of 1e-9.
MAX_DECIMALS = 9


@dataclass(frozen=True)
class RankExplanation:
    """A player's rank with a sentence about the player above and the player below."""

    player: str
    name: str
    value: str
    sentences: tuple[str, ...]
    key: str = RANK


def explain_rank(standings: Standings, place: int) -> RankExplanation:
    """Explain the rank of the row at this index."""
    row = standings.rows[place]
    sentences = []
    if place:
        sentences.append(compare_rows(standings, row, standings.rows[place - 1], gettext("Behind {name}")))
    if place + 1 < len(standings.rows):
        sentences.append(compare_rows(standings, row, standings.rows[place + 1], gettext("Ahead of {name}")))
    if not sentences:
        sentences.append(gettext("There are no other players to compare with."))
    return RankExplanation(row.player, row.name, str(row.place or row.rank), tuple(sentences))


def compare_rows(standings: Standings, row: PlayerStanding, other: PlayerStanding, lead: str) -> str:
    """“Ahead of Kofi_A: both on 12 points; OMW % 67.00 v 66.60.”"""
    key = deciding_column(standings.columns, row, other)
    if key is None:
        text = gettext(
            "Tied with {name} on every tiebreaker. They share rank {rank} and are listed alphabetically."
        )
        return text.format(name=other.name, rank=row.place or row.rank)
    if key == POINTS and key == standings.columns[0]:
        return points_gap_text(row, other)
    equal = [column_text(column, row) for column in standings.columns[: standings.columns.index(key)]]
    text = gettext("{lead}: both on {equal}; {difference}.") if equal else gettext("{lead}: {difference}.")
    return text.format(
        lead=lead.format(name=other.name),
        equal=", ".join(equal),
        difference=difference_text(key, row, other),
    )


def points_gap_text(row: PlayerStanding, other: PlayerStanding) -> str:
    """“2 points behind Kofi_A (10 v 12).”"""
    gap = abs(row.points - other.points)
    if row.points < other.points:
        text = ngettext(
            "{gap} point behind {name} ({a} v {b}).", "{gap} points behind {name} ({a} v {b}).", gap
        )
    else:
        text = ngettext(
            "{gap} point ahead of {name} ({a} v {b}).", "{gap} points ahead of {name} ({a} v {b}).", gap
        )
    return text.format(
        gap=number_text(gap), name=other.name, a=number_text(row.points), b=number_text(other.points)
    )


def column_text(key: str, row: PlayerStanding) -> str:
    """“12 points”, “OMW % 67.00”."""
    if key == POINTS:
        text = ngettext("{points} point", "{points} points", row.points)
        return text.format(points=number_text(row.points))
    return f"{gettext(TIEBREAKERS[key].label)} {value_text(key, row.values[key])}"


def difference_text(key: str, row: PlayerStanding, other: PlayerStanding) -> str:
    """Return “12 points v 9” or “OMW % 67.00 v 66.60”, with enough decimals to differ."""
    if key == POINTS:
        text = gettext("{points} v {others}")
        return text.format(points=column_text(key, row), others=number_text(other.points))
    entry = TIEBREAKERS[key]
    text = gettext("{column} {value} v {others}")
    if entry.lower_is_better:
        text = gettext("{column} {value} v {others} (less is better)")
    value, others = distinct_texts(key, row.values[key], other.values[key])
    return text.format(column=gettext(entry.label), value=value, others=others)


def distinct_texts(key: str, a: float, b: float) -> tuple[str, str]:
    """Format two numbers of a column with as many decimals as it takes to tell them apart."""
    texts = value_text(key, a), value_text(key, b)
    scale, decimals = (100 if TIEBREAKERS[key].unit == PERCENT else 1), 3
    while texts[0] == texts[1] and decimals <= MAX_DECIMALS:
        texts = tuple(f"{number * scale:z.{decimals}f}".replace("-", "−") for number in (a, b))
        decimals += 1
    return texts
