"""The invented event of the help pages as pods: the six and Gita, four rounds of threes and fours."""

from ...rules.history import BYE, MatchRecord, PlayerRecord, RoundRecord, SeatRecord

GITA = PlayerRecord("gita", "Gita", order=7)
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
        (("emre", BYE),),
        (("fay", BYE),),
    ),
)


def rounds() -> tuple[RoundRecord, ...]:
    return tuple(
        RoundRecord(
            number,
            seed=f"round {number}",
            matches=tuple(match_of(table, seats) for table, seats in enumerate(tables, 1)),
        )
        for number, tables in enumerate(POD_ROUNDS, 1)
    )


def match_of(table, seats) -> MatchRecord:
    if len(seats) == 1:
        return MatchRecord((SeatRecord(seats[0][0], result=BYE),))
    return MatchRecord(tuple(SeatRecord(player, place=place) for player, place in seats), table)
