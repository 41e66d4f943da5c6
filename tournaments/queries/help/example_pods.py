"""The invented event of the help pages as pods: the six and Gita, four rounds of threes and fours."""

from ...rules import history

GITA = history.Player("gita", "Gita", order=7)
# The tables of each round: who sat where, and their places (1 alone has won, several 1 have drawn).
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
        (("emre", history.BYE),),
        (("fay", history.BYE),),
    ),
)


def rounds() -> tuple[history.Round, ...]:
    return tuple(
        history.Round(
            number,
            seed=f"round {number}",
            matches=tuple(match_of(table, seats) for table, seats in enumerate(tables, 1)),
        )
        for number, tables in enumerate(POD_ROUNDS, 1)
    )


def match_of(table, seats) -> history.Match:
    if len(seats) == 1:
        return history.Match((history.Seat(seats[0][0], result=history.BYE),))
    return history.Match(tuple(history.Seat(player, place=place) for player, place in seats), table)
