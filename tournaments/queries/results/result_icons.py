"""A player's rounds as discs: won, drawn, lost, a bye, still playing."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from ...rules.history import DRAW, LOSS, WIN, MatchRecord
from ...rules.results import scoring


@dataclass(frozen=True)
class Disc:
    """One round of a player: the symbol in the sprite and its word."""

    symbol: str
    word: str


# How a result went for one seat: the symbol in the sprite, and the class of what shows it.
SYMBOLS = {WIN: "won", DRAW: "drawn", LOSS: "lost"}
WORDS = {
    "won": gettext_noop("won"),
    "drawn": gettext_noop("drawn"),
    "lost": gettext_noop("lost"),
    "bye": gettext_noop("bye"),
    "playing": gettext_noop("still playing"),
    "absent": gettext_noop("absent"),
}


def discs_of(rounds) -> dict[str, tuple[Disc, ...]]:
    """Each player's rounds as discs, in order; a round without them is empty."""
    discs = {symbol: Disc(symbol, gettext(word)) for symbol, word in WORDS.items()}
    by_round = [symbols_of(one.matches) for one in rounds]
    return {
        player: tuple(discs[one.get(player, "absent")] for one in by_round)
        for player in set().union(*by_round)
    }


def symbols_of(matches: tuple[MatchRecord, ...]) -> dict[str, str]:
    """Player → symbol."""
    return {player: symbol for match in matches for player, symbol in symbols_in(match)}


def symbols_in(match):
    """(player, symbol) of each seat."""
    ends = scoring.outcomes(match)
    if not ends:
        symbols = ("playing",) * len(match.seats)
    elif match.is_bye and ends[0] == WIN:
        symbols = ("bye",)
    else:
        symbols = (SYMBOLS[end] for end in ends)
    return zip(match.players, symbols, strict=True)
