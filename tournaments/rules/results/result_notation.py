"""Notation of results: the words to type, and formatting that `parsing.apply_result` reads back."""

from collections.abc import Sequence

from ..errors import RuleViolation, _
from ..history import DRAW, LOSS, WIN, MatchRecord
from .scoring import outcomes, reported_numbers

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
# By the field of a seat that has the number.
PREFIXES = {"games": "", "score": "vp ", "points": "points "}
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
        raise RuleViolation(_("Only one player can win. Choose one winner."))
    if WIN in ends and DRAW in ends:
        raise RuleViolation(_("If a player wins, no one can draw. Choose again."))
    return " ".join([_format_main_result(ends), *_format_losses(ends)])


def _format_main_result(ends):
    if WIN in ends:
        return str(ends.index(WIN) + 1)
    drawing = [str(seat) for seat, end in enumerate(ends, 1) if end == DRAW]
    if not drawing:
        return DOUBLE_LOSS
    return " ".join(["draw", *drawing]) if LOSS in ends or len(drawing) == 1 else "draw"


def format_places(places: Sequence[str | int]) -> str:
    return f"places {'-'.join(map(str, places))}"


def _format_losses(results):
    """Return “no-show 2” for each seat that lost in a special way."""
    return [f"{LOSS_WORDS[result]} {seat}" for seat, result in enumerate(results, 1) if result in LOSS_WORDS]


def _format_pod(match):
    places = [seat.place for seat in match.seats]
    results = [seat.result for seat in match.seats]
    if None not in places:
        return " ".join([format_places(places), *_format_losses(results)])
    ends = [result or end for result, end in zip(results, outcomes(match), strict=True)]
    return format_ends(ends) if set(ends) <= set(ENDS) else ""


def _format_pair(match):
    results = [seat.result for seat in match.seats]
    losses = _format_losses(results)
    if len(losses) == 2 or results == [LOSS, LOSS]:
        return DOUBLE_LOSS
    if losses:
        return losses[0]
    kind, numbers = reported_numbers(match)
    if not numbers:
        return "draw" if DRAW in results else ""
    if match.drawn_games:
        numbers.append(match.drawn_games)
    return PREFIXES[kind] + "-".join(map(str, numbers))
