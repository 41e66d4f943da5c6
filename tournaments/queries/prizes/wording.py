"""Texts of sums, prizes and recipients."""

from fractions import Fraction

from django.utils.translation import gettext

from ...rules.prizes.table import PLACES, RECORD, Prize
from ..wording.formats import number_text


def money_text(exact: Fraction, currency: str, cents: bool = False) -> str:
    """“€500”, “€28.57”, “3 packs”: a sign is put before the sum, a word after it; `cents` forces decimals."""
    whole, rest = divmod(int(exact * 100), 100)
    number = f"{whole:,}.{rest:02}" if rest or cents else f"{whole:,}"
    if len(currency) == 1 and not currency.isalpha():
        return currency + number
    return f"{number} {currency}".rstrip()


def reach_text(by: str, reach) -> str:
    """“1”, “3–4”, “5–2 or better”, “15 points or more”."""
    if by == PLACES:
        first, last = reach
        return str(first) if first == last else f"{first}–{last}"
    if by == RECORD:
        wins, losses, draws = reach
        figures = ["x" if wins is None else wins, losses, *([draws] if draws else [])]
        return gettext("{record} or better").format(record="–".join(map(str, figures)))
    return gettext("{points} points or more").format(points=number_text(reach))


def worth_text(prize: Prize, currency: str) -> str:
    """“€100 each + a playmat”, “€200 shared”, “40 % of the pot”."""
    sum_ = money_text(prize.sum, currency)
    if prize.percent:
        sum_ = gettext("{percent} % of the pot").format(percent=money_text(prize.sum, ""))
    if prize.shared:
        sum_text = gettext("{sum} shared").format(sum=sum_)
    else:
        sum_text = gettext("{sum} each").format(sum=sum_)
    is_one_place = prize.criterion == PLACES and prize.places == 1
    parts = [sum_ if is_one_place else sum_text] if prize.sum else []
    parts += [prize.thing] if prize.thing else []
    return " + ".join(parts) or money_text(Fraction(0), currency)


def things_text(things: tuple[tuple[str, int], ...], players: int) -> list[str]:
    """List things, with their count unless each of the players who share them gets one."""
    text = gettext("{thing} ({count} for {players})")
    return [
        thing if count == players else text.format(thing=thing, count=count, players=players)
        for thing, count in things
    ]
