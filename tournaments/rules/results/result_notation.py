"""Notation of results: the typed words, and formatting that `parsing.apply_result` reads back."""

from collections.abc import Sequence

from ..errors import RuleViolation, _
from ..history import DRAW, LOSS, WIN, MatchRecord
from .scoring import outcomes

# Typed words; LOSING maps those of a losing seat to its result.
DRAWS, DOUBLE_LOSSES, CLEAR = ("draw", "d"), ("double-loss", "double loss"), "clear"
LOSING = {
    "no-show": "no_show",
    "no show": "no_show",
    "noshow": "no_show",
    "concede": "conceded",
    "conceded": "conceded",
}
# Written in formatted results.
DOUBLE_LOSS = DOUBLE_LOSSES[0]
LOSS_WORDS = {"no_show": "no-show", "conceded": "concede"}
# The outcomes of a pod's seat offered on the entry form.
ENDS = (WIN, DRAW, LOSS, *LOSS_WORDS)


def format_result(match: MatchRecord) -> str:
    """Format the result of a match; empty without a result, or for one that cannot be typed."""
    if not match.played:
        return ""
    return _format_pod(match) if match.is_pod else _format_pair(match)


def format_ends(ends: Sequence[str]) -> str:
    """Format the outcome of each seat of a pod, one of ENDS each.

    Raises RuleViolation for two winners, or a winner and a draw.
    """
    if ends.count(WIN) > 1:
        raise RuleViolation(_("Only one of them can win: choose one winner."))
    if WIN in ends and DRAW in ends:
        raise RuleViolation(_("Where somebody wins, nobody draws: choose again."))
    losses = [f"{LOSS_WORDS[end]} {seat}" for seat, end in enumerate(ends, 1) if end in LOSS_WORDS]
    return " ".join([_format_main_result(ends), *losses])


def _format_main_result(ends):
    if WIN in ends:
        return str(ends.index(WIN) + 1)
    drawing = [str(seat) for seat, end in enumerate(ends, 1) if end == DRAW]
    if not drawing:
        return DOUBLE_LOSS
    return " ".join(["draw", *drawing]) if LOSS in ends or len(drawing) == 1 else "draw"


def format_places(places: Sequence[str | int]) -> str:
    return f"places {'-'.join(map(str, places))}"


def _format_pod(match):
    places = [seat.place for seat in match.seats]
    results = [seat.result for seat in match.seats]
    if None not in places:
        losses = [
            f"{LOSS_WORDS[result]} {seat}" for seat, result in enumerate(results, 1) if result in LOSS_WORDS
        ]
        return " ".join([format_places(places), *losses])
    ends = [result or end for result, end in zip(results, outcomes(match), strict=True)]
    return format_ends(ends) if set(ends) <= set(ENDS) else ""


def _format_pair(match):
    results = [seat.result for seat in match.seats]
    losing_seats = [seat for seat, result in enumerate(results, 1) if result in LOSS_WORDS]
    if len(losing_seats) == 2 or results == [LOSS, LOSS]:
        return DOUBLE_LOSS
    if losing_seats:
        return f"{LOSS_WORDS[results[losing_seats[0] - 1]]} {losing_seats[0]}"
    for name, prefix in (("games", ""), ("score", "vp "), ("points", "points ")):
        numbers = [getattr(seat, name) for seat in match.seats]
        if numbers != [None, None]:
            drawn_games = [match.drawn_games] if match.drawn_games else []
            return prefix + "-".join(str(number or 0) for number in [*numbers, *drawn_games])
    return "draw" if DRAW in results else ""
