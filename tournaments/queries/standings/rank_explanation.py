"""Why a player stands where they stand: the first column that parts them from their neighbours."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...rules.standings.standings import POINTS, Row, Standings
from ...rules.standings.working import parting
from ...rules.tiebreakers import PERCENT, TIEBREAKERS
from ..wording.formats import number_text
from .columns import value_text

RANK = "rank"
# Ranks compare by steps of 1e-9; a percentage is shown a hundredfold.
MOST_DECIMALS = 9


@dataclass(frozen=True)
class RankShown:
    """A player's rank with a sentence for the neighbour above and for the one below."""

    player: str
    name: str
    value: str
    sentences: tuple[str, ...]
    key: str = RANK


def rank_shown(found: Standings, place: int) -> RankShown:
    """The rank of the row at this place (from 0) explained."""
    row = found.rows[place]
    sentences = []
    if place:
        sentences.append(sentence(found, row, found.rows[place - 1], gettext("Behind {name}")))
    if place + 1 < len(found.rows):
        sentences.append(sentence(found, row, found.rows[place + 1], gettext("Ahead of {name}")))
    if not sentences:
        sentences.append(gettext("Nobody else stands here."))
    return RankShown(row.player, row.name, str(row.place or row.rank), tuple(sentences))


def sentence(found: Standings, row: Row, other: Row, lead: str) -> str:
    """“Ahead of Kofi_A: both 12 points; OMW % 67.00 against 66.60.”"""
    key = parting(found.columns, row, other)
    if key is None:
        words = gettext("Level with {name} in every column: they share rank {rank}, in alphabetical order.")
        return words.format(name=other.name, rank=row.place or row.rank)
    lead = lead.format(name=other.name)
    same = [valued(one, row) for one in found.columns[: found.columns.index(key)]]
    words = gettext("{lead}: {parted}.")
    if same:
        words = gettext("{lead}: both {same}; {parted}.")
    return words.format(lead=lead, same=", ".join(same), parted=parted(key, row, other))


def valued(key: str, row: Row) -> str:
    """“12 points”, “OMW % 67.00”."""
    if key == POINTS:
        return ngettext("{points} point", "{points} points", row.points).format(
            points=number_text(row.points)
        )
    return f"{gettext(TIEBREAKERS[key].label)} {value_text(key, row.values[key])}"


def parted(key: str, row: Row, other: Row) -> str:
    """“12 points against 9”, “OMW % 67.00 against 66.60”, with as many decimals as part them."""
    if key == POINTS:
        words = gettext("{points} against {others}")
        return words.format(points=valued(key, row), others=number_text(other.points))
    entry = TIEBREAKERS[key]
    words = gettext("{column} {value} against {others}")
    if entry.lower_is_better:
        words = gettext("{column} {value} against {others}, where less is better")
    value, others = apart(key, row.values[key], other.values[key])
    return words.format(column=gettext(entry.label), value=value, others=others)


def apart(key: str, one: float, other: float) -> tuple[str, str]:
    """Two numbers of a column with as many decimals as tell them apart."""
    pair = value_text(key, one), value_text(key, other)
    scale, decimals = (100 if TIEBREAKERS[key].unit == PERCENT else 1), 3
    while pair[0] == pair[1] and decimals <= MOST_DECIMALS:
        pair = tuple(f"{number * scale:z.{decimals}f}".replace("-", "−") for number in (one, other))
        decimals += 1
    return pair
