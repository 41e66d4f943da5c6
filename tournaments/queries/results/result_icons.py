"""A player's rounds as icons: won, drawn, lost, bye, still playing."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from ...rules.history import DRAW, LOSS, WIN, MatchRecord
from ...rules.results import scoring


@dataclass(frozen=True)
class ResultIcon:
    """A round of a player: the symbol in the sprite and its label."""

    symbol: str
    word: str


# Outcome of a seat → symbol in the sprite and CSS class.
SYMBOLS = {WIN: "won", DRAW: "drawn", LOSS: "lost"}
WORDS = {
    "won": gettext_noop("won"),
    "drawn": gettext_noop("drawn"),
    "lost": gettext_noop("lost"),
    "bye": gettext_noop("bye"),
    "playing": gettext_noop("still playing"),
    "absent": gettext_noop("absent"),
}


def result_icons(rounds) -> dict[str, tuple[ResultIcon, ...]]:
    """Return each player's rounds as icons in order; “absent” for a round without the player."""
    discs = {symbol: ResultIcon(symbol, gettext(word)) for symbol, word in WORDS.items()}
    by_round = [symbols_of(one.matches) for one in rounds]
    return {
        player: tuple(discs[one.get(player, "absent")] for one in by_round)
        for player in set().union(*by_round)
    }


def symbols_of(matches: tuple[MatchRecord, ...]) -> dict[str, str]:
    """Return {player: symbol} of the matches."""
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
