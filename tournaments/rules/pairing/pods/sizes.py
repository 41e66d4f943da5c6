"""How many sit at each table of a round of pods, and how many sit out."""

from ...errors import RuleViolation, _
from ...history import POD_SEATS

# What an organiser may choose where the players make no whole fours: tables of three, tables of five where
# those do, or byes.
THREES, FIVES, BYES = "threes", "fives", "byes"
POD_SIZES = (THREES, FIVES, BYES)
USUAL = 4


def sizes_of(players: int, how: str = THREES) -> tuple[int, ...]:
    """The seats of each pod, the usual ones first; who is left over has a bye.

    Fours first and threes for the rest (−n mod 4), one five only of five players; with FIVES n mod 4 fives
    where there are enough players, with BYES fours alone (Topcut's own rule, after the pods of cEDH events).
    Raises RuleViolation for fewer than three players.
    """
    least, most = min(POD_SEATS), max(POD_SEATS)
    if players < least:
        raise RuleViolation(
            _("A pod takes at least {least} players; there are {count}."), least=least, count=players
        )
    over = players % USUAL
    if how == BYES and players > least:
        return (USUAL,) * (players // USUAL)
    if (how == FIVES and players >= over * most) or players == most:
        return (USUAL,) * ((players - over * most) // USUAL) + (most,) * over
    threes = -players % USUAL
    return (USUAL,) * ((players - threes * least) // USUAL) + (least,) * threes
