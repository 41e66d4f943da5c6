"""The invented event of the help pages: six players in four rounds, and the same with Gita in pods."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...results.pages.cells import ResultCell, result_cells
from ...rules.history import (
    BYE,
    SWISS,
    EventHistory,
    EventPhase,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
)
from ...rules.rulebooks import RULEBOOKS
from ...web.wording import departure_text

# The player whose numbers are explained: a win over somebody who dropped, a draw, a loss, and a bye.
EXPLAINED_PLAYER = "fay"

PLAYERS = (
    PlayerRecord("ada", "Ada", order=1),
    PlayerRecord("bruno", "Bruno", order=2),
    PlayerRecord("chidi", "Chidi", order=3),
    PlayerRecord("dana", "Dana", dropped_after=2, order=4),
    PlayerRecord("emre", "Emre", order=5),
    PlayerRecord("fay", "Fay", order=6),
)
# A table of a round: (player, games won, victory points, secondaries, bonus) twice, and drawn games.
# Rulebooks that count no games use the other numbers.
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

# In pods: the seats of each table, as (player, place). Place 1 alone has won; several have drawn.
POD_ROUNDS = (
    (
        (("bruno", 2), ("fay", 1), ("ada", 3), ("chidi", 4)),
        (("dana", 3), ("emre", 2), ("gita", 1)),
    ),
    (
        (("fay", 1), ("dana", 1), ("gita", 1)),
        (("ada", 1), ("bruno", 2), ("emre", 3), ("chidi", 4)),
    ),
    (
        (("gita", 2), ("ada", 1), ("chidi", 3)),
        (("emre", 3), ("bruno", 1), ("fay", 2)),
    ),
    (
        (("chidi", 1), ("gita", 1), ("bruno", 3), ("ada", 1)),
        (("emre", BYE),),
        (("fay", BYE),),
    ),
)
GITA = PlayerRecord("gita", "Gita", order=7)


@dataclass(frozen=True)
class ExamplePlayerRounds:
    """A player's name, their rounds in order (None: absent), and a remark."""

    name: str
    cells: tuple[ResultCell | None, ...]
    remark: str


def example(rulebook: str, **settings) -> EventHistory:
    """Return the invented event under a rulebook with these settings; in pods if the rulebook is for pods."""
    kind = RULEBOOKS[rulebook].kind
    if kind == SWISS:
        players, rounds = PLAYERS, build_rounds(ROUNDS, build_match)
    else:
        players, rounds = (*PLAYERS, GITA), build_rounds(POD_ROUNDS, build_pod)
    entrants = tuple(player.id for player in players)
    phase = PhaseRecord(kind, overrides={"rounds": len(rounds), **settings}, entrants=entrants, rounds=rounds)
    return EventHistory(gettext("Example players"), rulebook, players, (phase,))


def build_rounds(rounds, build_table) -> tuple[RoundRecord, ...]:
    return tuple(
        RoundRecord(
            number,
            seed=f"round {number}",
            matches=tuple(build_table(table, *row) for table, row in enumerate(rows, 1)),
        )
        for number, rows in enumerate(rounds, 1)
    )


def build_match(table, first, second, drawn_games=0) -> MatchRecord:
    if second == BYE:
        return MatchRecord((SeatRecord(first, result=BYE),))
    seats = tuple(
        SeatRecord(player, games=games, score=score, secondary=secondary, bonus=bonus)
        for player, games, score, secondary, bonus in (first, second)
    )
    return MatchRecord(seats, table, drawn_games)


def build_pod(table, *seats) -> MatchRecord:
    if len(seats) == 1:
        return MatchRecord((SeatRecord(seats[0][0], result=BYE),))
    return MatchRecord(tuple(SeatRecord(player, place=place) for player, place in seats), table)


def rounds_of(phase: EventPhase) -> tuple[ExamplePlayerRounds, ...]:
    """Return every player's rounds of a phase, as the reference for calculated numbers."""
    rounds, lines = [round_.number for round_ in phase.rounds], []
    for player in phase.history.players:
        cells = result_cells(phase, player.id)
        row = tuple(cells.get(round_) for round_ in rounds)
        lines.append(ExamplePlayerRounds(player.name, row, departure_text(phase.history, player)))
    return tuple(lines)
