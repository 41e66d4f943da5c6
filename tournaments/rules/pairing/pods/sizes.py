"""The sizes of the pods of a round, and how many players have a bye."""

from ...errors import RuleViolation, _
from ...terms import POD_SEATS

# The organiser's choices if the number of players is not a multiple of four: tables of three, tables of five
# where possible, or byes.
THREES, FIVES, BYES = "threes", "fives", "byes"
POD_SIZES = (THREES, FIVES, BYES)
USUAL_POD_SIZE = 4


def seats_per_pod(players: int, sizes: str = THREES) -> tuple[int, ...]:
    """Return the number of seats of each pod, fours first; players left over have a bye.

    Fours, and −n mod 4 threes for the rest (one five for five players); with FIVES n mod 4 fives if there
    are enough players, with BYES fours only (Topcut's own rule, modelled on the pods of cEDH events).
    Raises RuleViolation for fewer than three players.
    """
    least, most = min(POD_SEATS), max(POD_SEATS)
    if players < least:
        message = _("A pod needs at least {least} players; there are {count}.")
        raise RuleViolation(message, least=least, count=players)
    remainder = players % USUAL_POD_SIZE
    if sizes == BYES and players > least:
        return (USUAL_POD_SIZE,) * (players // USUAL_POD_SIZE)
    if (sizes == FIVES and players >= remainder * most) or players == most:
        return (USUAL_POD_SIZE,) * ((players - remainder * most) // USUAL_POD_SIZE) + (most,) * remainder
    threes = -players % USUAL_POD_SIZE
    return (USUAL_POD_SIZE,) * ((players - threes * least) // USUAL_POD_SIZE) + (least,) * threes
