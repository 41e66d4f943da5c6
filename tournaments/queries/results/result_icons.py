"""A player's rounds as icons: won, drawn, lost, bye, still playing."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from ...rules.history import DRAW, LOSS, WIN, MatchRecord
from ...rules.results import scoring


@dataclass(frozen=True)
class ResultIcon:
    """A round of a player: the symbol in the sprite and its label."""

    symbol: str
    label: str


# Outcome of a seat → symbol in the sprite and CSS class.
SYMBOLS = {WIN: "won", DRAW: "drawn", LOSS: "lost"}
LABELS = {
    "won": gettext_noop("won"),
    "drawn": gettext_noop("drawn"),
    "lost": gettext_noop("lost"),
    "bye": gettext_noop("bye"),
    "playing": gettext_noop("still playing"),
    "absent": gettext_noop("absent"),
}


def result_icons(rounds) -> dict[str, tuple[ResultIcon, ...]]:
    """Return each player's rounds as icons in order; “absent” for a round without the player."""
    icons = {symbol: ResultIcon(symbol, gettext(label)) for symbol, label in LABELS.items()}
    symbols_by_round = [
        {
            player: symbol
            for match in round_.matches
            for player, symbol in zip(match.players, symbols_in(match), strict=True)
        }
        for round_ in rounds
    ]
    return {
        player: tuple(icons[symbols.get(player, "absent")] for symbols in symbols_by_round)
        for player in set().union(*symbols_by_round)
    }


def symbols_in(match: MatchRecord) -> list[str]:
    """Return the symbol of each seat."""
    outcomes = scoring.outcomes(match)
    if not outcomes:
        return ["playing"] * len(match.seats)
    if match.is_bye and outcomes[0] == WIN:
        return ["bye"]
    return [SYMBOLS[outcome] for outcome in outcomes]
