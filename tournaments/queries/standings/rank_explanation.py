"""Why a player has their rank: the first column that separates them from each neighbour."""

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
        sentences.append(sentence(standings, row, standings.rows[place - 1], gettext("Behind {name}")))
    if place + 1 < len(standings.rows):
        sentences.append(sentence(standings, row, standings.rows[place + 1], gettext("Ahead of {name}")))
    if not sentences:
        sentences.append(gettext("Nobody else stands here."))
    return RankExplanation(row.player, row.name, str(row.place or row.rank), tuple(sentences))


def sentence(standings: Standings, row: PlayerStanding, other: PlayerStanding, lead: str) -> str:
    """“Ahead of Kofi_A: both 12 points; OMW % 67.00 against 66.60.”"""
    key = deciding_column(standings.columns, row, other)
    if key is None:
        words = gettext("Level with {name} in every column: they share rank {rank}, in alphabetical order.")
        return words.format(name=other.name, rank=row.place or row.rank)
    lead = lead.format(name=other.name)
    same = [valued(one, row) for one in standings.columns[: standings.columns.index(key)]]
    words = gettext("{lead}: {parted}.")
    if same:
        words = gettext("{lead}: both {same}; {parted}.")
    return words.format(lead=lead, same=", ".join(same), parted=parted(key, row, other))


def valued(key: str, row: PlayerStanding) -> str:
    """“12 points”, “OMW % 67.00”."""
    if key == POINTS:
        return ngettext("{points} point", "{points} points", row.points).format(
            points=number_text(row.points)
        )
    return f"{gettext(TIEBREAKERS[key].label)} {value_text(key, row.values[key])}"


def parted(key: str, row: PlayerStanding, other: PlayerStanding) -> str:
    """Return “12 points against 9” or “OMW % 67.00 against 66.60”, with enough decimals to differ."""
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
    """Format two numbers of a column with as many decimals as it takes to tell them apart."""
    pair = value_text(key, one), value_text(key, other)
    scale, decimals = (100 if TIEBREAKERS[key].unit == PERCENT else 1), 3
    while pair[0] == pair[1] and decimals <= MAX_DECIMALS:
        pair = tuple(f"{number * scale:z.{decimals}f}".replace("-", "−") for number in (one, other))
        decimals += 1
    return pair
