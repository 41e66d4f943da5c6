"""A player's rounds as discs: won, drawn, lost, a bye, still playing."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ..rules import history, scoring


@dataclass(frozen=True)
class Disc:
    """One round of a player: the symbol in the sprite and its word."""

    symbol: str
    word: str


# How a result went for one seat: the symbol in the sprite, and the class of what shows it.
SYMBOLS = {history.WIN: "won", history.DRAW: "drawn", history.LOSS: "lost"}


def discs_of(rounds) -> dict[str, tuple[Disc, ...]]:
    """Each player's rounds as discs, in order; a round without them is empty."""
    by_round = [dict(pair for match in r.matches for pair in discs_in(match)) for r in rounds]
    players = {player for one in by_round for player in one}
    absent = Disc("absent", gettext("absent"))
    return {player: tuple(one.get(player, absent) for one in by_round) for player in players}


def discs_in(match):
    words = {"won": gettext("won"), "drawn": gettext("drawn"), "lost": gettext("lost")}
    ends = scoring.outcomes(match)
    for place, seat in enumerate(match.seats):
        if not ends:
            yield seat.player, Disc("playing", gettext("still playing"))
        elif match.is_bye and ends[0] == history.WIN:
            yield seat.player, Disc("bye", gettext("bye"))
        else:
            yield seat.player, Disc(SYMBOLS[ends[place]], words[SYMBOLS[ends[place]]])
