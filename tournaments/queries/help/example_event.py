"""The invented event of the help pages: its players, its four rounds, its explanation."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...rules.history import (
    BYE,
    SWISS,
    EventHistory,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
)
from ...rules.results import scoring
from ...rules.rulebooks import RULEBOOKS
from ..results.result_icons import SYMBOLS
from ..wording.formats import gone_text
from .example_pods import GITA
from .example_pods import rounds as pod_rounds

# The player whose working is shown: a win over one who dropped, a draw, a loss, and a bye.
SHOWN = "fay"

PLAYERS = (
    PlayerRecord("ada", "Ada", order=1),
    PlayerRecord("bruno", "Bruno", order=2),
    PlayerRecord("chidi", "Chidi", order=3),
    PlayerRecord("dana", "Dana", dropped_after=2, order=4),
    PlayerRecord("emre", "Emre", order=5),
    PlayerRecord("fay", "Fay", order=6),
)
# A table of a round: (player, games won, victory points, secondaries, bonus) twice, and drawn games.
# Games decide where a rulebook asks for games; the rest is there for those that count it.
ROUNDS = (
    (
        (("ada", 2, 74, 30, 1), ("dana", 0, 41, 15, 0), 0),
        (("bruno", 2, 66, 25, 0), ("emre", 1, 58, 25, 1), 0),
        (("chidi", 1, 60, 20, 0), ("fay", 1, 60, 25, 0), 1),
    ),
    (
        (("ada", 2, 63, 30, 0), ("bruno", 1, 57, 20, 0), 0),
        (("chidi", 2, 80, 35, 1), ("emre", 0, 32, 10, 0), 0),
        (("dana", 1, 49, 15, 0), ("fay", 2, 71, 30, 1), 0),
    ),
    (
        (("ada", 1, 52, 20, 0), ("chidi", 2, 61, 25, 0), 0),
        (("bruno", 2, 77, 30, 1), ("fay", 0, 38, 15, 0), 0),
        ("emre", BYE),
    ),
    (
        (("chidi", 0, 44, 15, 0), ("bruno", 2, 68, 30, 0), 0),
        (("ada", 2, 70, 25, 1), ("emre", 1, 55, 20, 0), 0),
        ("fay", BYE),
    ),
)


@dataclass(frozen=True)
class ExampleCell:
    """A player's result in a round: the sprite's symbol, its word, the games, the opponent."""

    symbol: str
    word: str
    games: str
    opponent: str


@dataclass(frozen=True)
class ExamplePlayerRounds:
    """A player's name, their rounds in order (None: not there), and a remark."""

    name: str
    cells: tuple[ExampleCell | None, ...]
    remark: str


def example(rulebook: str, **settings) -> EventHistory:
    """The invented event as it would be under a rulebook, with these settings of its own; pods where the
    rulebook has them."""
    kind = RULEBOOKS[rulebook].kind
    players, rounds = (PLAYERS, games()) if kind == SWISS else ((*PLAYERS, GITA), pod_rounds())
    entrants = tuple(player.id for player in players)
    phase = PhaseRecord(kind, settings={"rounds": len(rounds), **settings}, entrants=entrants, rounds=rounds)
    return EventHistory(gettext("Invented players"), rulebook, players, (phase,))


def games() -> tuple[RoundRecord, ...]:
    return tuple(
        RoundRecord(
            number,
            seed=f"round {number}",
            matches=tuple(match_of(table, *row) for table, row in enumerate(rows, 1)),
        )
        for number, rows in enumerate(ROUNDS, 1)
    )


def match_of(table, one, other, drawn_games=0) -> MatchRecord:
    if other == BYE:
        return MatchRecord((SeatRecord(one, result=BYE),))
    return MatchRecord((seat_of(*one), seat_of(*other)), table, drawn_games)


def seat_of(player, games, score, secondary, bonus) -> SeatRecord:
    return SeatRecord(player, games=games, score=score, secondary=secondary, bonus=bonus)


def rounds_of(history: EventHistory, number: int = 1) -> tuple[ExamplePlayerRounds, ...]:
    """Every player's rounds of a phase, to look numbers up in."""
    cells = cells_of(history, number)
    rounds = [one.number for one in history.phase(number).rounds]
    return tuple(
        ExamplePlayerRounds(
            player.name,
            tuple(cells.get((player.id, round_)) for round_ in rounds),
            gone_text(history, player),
        )
        for player in history.players
    )


def cells_of(history: EventHistory, number: int) -> dict[tuple[str, int], ExampleCell]:
    """(player, round) → what happened there, for each result of a phase."""
    words = {"won": gettext("won"), "drawn": gettext("drew"), "lost": gettext("lost")}
    names = history.names
    cells = {}
    for one in history.phase(number).rounds:
        for match in one.matches:
            for seat, outcome in zip(match.seats, scoring.outcomes(match), strict=False):
                symbol = SYMBOLS[outcome]
                if match.is_bye:
                    cell = ExampleCell("bye", gettext("bye"), "", gettext("Bye"))
                else:
                    others = [names[other.player] for other in match.seats if other is not seat]
                    cell = ExampleCell(symbol, words[symbol], games_text(match, seat), ", ".join(others))
                cells[seat.player, one.number] = cell
    return cells


def games_text(match: MatchRecord, seat: SeatRecord) -> str:
    """“2–1”, with drawn games “1–1–1”, seen from this seat; nothing where no games are given."""
    others = [other for other in match.seats if other is not seat]
    if seat.games is None and all(other.games is None for other in others):
        return ""
    figures = [seat.games or 0, *(other.games or 0 for other in others)]
    return "–".join(str(one) for one in (*figures, *([match.drawn_games] if match.drawn_games else [])))
