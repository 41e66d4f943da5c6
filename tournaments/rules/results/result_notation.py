"""The words of a result as people type them, and a result spelt so that `results.reported` reads it back."""

from collections.abc import Sequence

from ..errors import RuleViolation, _
from ..history import DRAW, LOSS, WIN, MatchRecord
from .scoring import outcomes

# The words that people type; those of a seat that loses, with its result.
DRAWS, DOUBLE_LOSSES, CLEAR = ("draw", "d"), ("double-loss", "double loss"), "clear"
LOSING = {
    "no-show": "no_show",
    "no show": "no_show",
    "noshow": "no_show",
    "concede": "conceded",
    "conceded": "conceded",
}
# Of several the one that a result is spelt with.
DOUBLE_LOSS = DOUBLE_LOSSES[0]
GONE = {"no_show": "no-show", "conceded": "concede"}
# How a seat of a pod can end, as it is chosen seat by seat.
ENDS = (WIN, DRAW, LOSS, *GONE)


def spelt(match: MatchRecord) -> str:
    """The words of what was reported; empty without a result, and where a file says what nobody types."""
    if not match.played:
        return ""
    return _of_pod(match) if match.is_pod else _of_two(match)


def of_ends(ends: Sequence[str]) -> str:
    """The words for how each seat of a pod ended, one of ENDS each.

    Raises RuleViolation for two winners, and a winner beside a draw.
    """
    if ends.count(WIN) > 1:
        raise RuleViolation(_("Only one of them can win: choose one winner."))
    if WIN in ends and DRAW in ends:
        raise RuleViolation(_("Where somebody wins, nobody draws: choose again."))
    gone = [f"{GONE[end]} {seat}" for seat, end in enumerate(ends, 1) if end in GONE]
    return " ".join([_of_those_there(ends), *gone])


def _of_those_there(ends):
    if WIN in ends:
        return str(ends.index(WIN) + 1)
    drawn = [str(seat) for seat, end in enumerate(ends, 1) if end == DRAW]
    if not drawn:
        return DOUBLE_LOSS
    return " ".join(["draw", *drawn]) if LOSS in ends or len(drawn) == 1 else "draw"


def of_places(places: Sequence[str | int]) -> str:
    return f"places {'-'.join(map(str, places))}"


def _of_pod(match):
    places = [seat.place for seat in match.seats]
    said = [seat.result for seat in match.seats]
    if None not in places:
        gone = [f"{GONE[result]} {seat}" for seat, result in enumerate(said, 1) if result in GONE]
        return " ".join([of_places(places), *gone])
    ends = [result or end for result, end in zip(said, outcomes(match), strict=True)]
    return of_ends(ends) if set(ends) <= set(ENDS) else ""


def _of_two(match):
    said = [seat.result for seat in match.seats]
    gone = [seat for seat, result in enumerate(said, 1) if result in GONE]
    if len(gone) == 2 or said == [LOSS, LOSS]:
        return DOUBLE_LOSS
    if gone:
        return f"{GONE[said[gone[0] - 1]]} {gone[0]}"
    for name, way in (("games", ""), ("score", "vp "), ("points", "points ")):
        numbers = [getattr(seat, name) for seat in match.seats]
        if numbers != [None, None]:
            drawn = [match.drawn_games] if match.drawn_games else []
            return way + "-".join(str(number or 0) for number in [*numbers, *drawn])
    return "draw" if DRAW in said else ""
