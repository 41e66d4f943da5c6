"""A player's results in the rounds of a phase, as explanations of numbers print them."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...rules.history import EventPhase, MatchRecord
from ...rules.results import scoring
from .result_icons import SYMBOLS


@dataclass(frozen=True)
class ResultCell:
    """A player's result in a round: the symbol of the sprite, its word, the games, the opponents."""

    symbol: str
    word: str
    games: str
    opponent: str


def result_cells(phase: EventPhase, player: str) -> dict[int, ResultCell]:
    """Return {round: cell} for each result of a player in a phase."""
    cells = {}
    for round_ in phase.rounds:
        match = round_.find_match_of(player)
        outcomes = scoring.outcomes(match) if match else ()
        for seat, outcome in zip(match.seats if match else (), outcomes, strict=False):
            if seat.player == player:
                cells[round_.number] = build_cell(match, seat, outcome, phase.history.names)
    return cells


def build_cell(match: MatchRecord, seat, outcome: str, names: dict[str, str]) -> ResultCell:
    if match.is_bye:
        return ResultCell("bye", gettext("bye"), "", gettext("Bye"))
    texts = {"won": gettext("won"), "drawn": gettext("drew"), "lost": gettext("lost")}
    symbol = SYMBOLS[outcome]
    opponents = ", ".join(names[other.player] for other in match.seats if other is not seat)
    return ResultCell(symbol, texts[symbol], games_text(match, seat), opponents)


def games_text(match: MatchRecord, seat) -> str:
    """Return “2–1”, with drawn games “1–1–1”, seen from this seat; empty if no games are recorded."""
    seats = [seat, *(other for other in match.seats if other is not seat)]
    if all(one.games is None for one in seats):
        return ""
    drawn_games = [match.drawn_games] if match.drawn_games else []
    return "–".join(map(str, [*(one.games or 0 for one in seats), *drawn_games]))
