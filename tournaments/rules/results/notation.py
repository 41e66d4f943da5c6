"""Results as text: how they are typed and read."""

from collections.abc import Sequence

from ..errors import RuleViolation, _
from ..history import DRAW, LOSS, WIN, MatchRecord
from .scoring import compare_numbers, outcomes, reported_numbers

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


DASH = "–"
BEATS = _("{winner} beats {loser}")
LOST = {
    "no_show": _("{loser} didn’t show up: {winner} wins"),
    "forfeit": _("{loser} forfeits: {winner} wins"),
    "conceded": _("{loser} concedes: {winner} wins"),
    "disqualified": _("{loser} is disqualified: {winner} wins"),
}
BYES = {LOSS: _("unpaired loss"), DRAW: _("half-point bye")}
SHORT = {
    WIN: _("win"),
    LOSS: _("loss"),
    "no_show": _("no-show"),
    "forfeit": _("forfeit"),
    "conceded": _("conceded"),
    "disqualified": _("disqualified"),
}


def describe_result(match: MatchRecord, names: dict[str, str], translate=_) -> str:
    """Return the result as a sentence: “corncrake 2–1 dovetail”, “dovetail did not show: corncrake wins”.

    `names`: {player id: name}. `translate` translates the marked texts.
    """
    ends = outcomes(match)
    if not ends:
        return translate(_("no result yet"))
    if match.is_bye:
        return _describe_bye(match, translate)
    if match.is_pod:
        return _describe_pod(match, ends, names, translate)
    return _describe_pair(match, ends, names, translate)


def abbreviate_result(match: MatchRecord, translate=_) -> str:
    """Return the result for a table cell: “2–1”, “draw”, “win–no-show”, “seat 3 won”; empty without one."""
    ends = outcomes(match)
    if not ends:
        return ""
    if match.is_bye:
        return _describe_bye(match, translate)
    if match.is_pod:
        return _abbreviate_pod(match, ends, translate)
    results = [seat.result for seat in match.seats]
    numbers = _format_numbers(match, ends)
    if numbers and not LOST.keys() & set(results):
        return numbers
    if WIN not in ends:
        return translate(_("draw") if DRAW in ends else _("double loss"))
    return DASH.join(translate(SHORT[result or end]) for result, end in zip(results, ends, strict=True))


def join_names(names: tuple[str, ...], translate=_) -> str:
    """Return “corncrake”, “corncrake and dovetail” or “corncrake, dovetail and egret”."""
    *others, last = names
    return translate(_("{names} and {last}")).format(names=", ".join(others), last=last) if others else last


def _describe_bye(match, translate):
    return translate(BYES.get(match.seats[0].result, _("bye")))


def _describe_pair(match, ends, names, translate):
    first, second = (names[player] for player in match.players)
    numbers = _format_numbers(match, ends)
    if WIN not in ends:
        if DRAW not in ends:
            return translate(_("double loss"))
        draw = translate(_("{first} and {second} draw")).format(first=first, second=second)
        return f"{draw} {numbers}" if numbers else draw
    winner, loser = (first, second) if ends[0] == WIN else (second, first)
    losing_result = match.seats[1 - ends.index(WIN)].result
    if numbers and losing_result not in LOST:
        return f"{first} {numbers} {second}"
    return translate(LOST.get(losing_result, BEATS)).format(winner=winner, loser=loser)


def _describe_pod(match, ends, names, translate):
    """Return “dovetail beats egret and corncrake (no-show)”, losers in the order of their places."""
    seats = sorted(zip(match.seats, ends, strict=True), key=lambda seat_end: seat_end[0].place or 0)
    won, drew, lost = (
        [_name_with_loss(seat, names, translate) for seat, end in seats if end == outcome]
        for outcome in (WIN, DRAW, LOSS)
    )
    if won:
        winner, loser = join_names(won, translate), join_names(lost, translate)
        return translate(BEATS).format(winner=winner, loser=loser)
    if not drew:
        return translate(_("everyone loses"))
    if not lost:
        return translate(_("{names} draw")).format(names=join_names(drew, translate))
    words = translate(_("{names} draw, {losers} lost"))
    return words.format(names=join_names(drew, translate), losers=join_names(lost, translate))


def _name_with_loss(seat, names, translate):
    name = names[seat.player]
    return f"{name} ({translate(SHORT[seat.result])})" if seat.result in LOST else name


def _abbreviate_pod(match, ends, translate):
    places = [seat.place for seat in match.seats]
    if None not in places:
        return DASH.join(map(str, places))
    if WIN in ends:
        return translate(_("seat {seat} won")).format(seat=ends.index(WIN) + 1)
    return translate(_("draw") if DRAW in ends else _("all lost"))


def _format_numbers(match, ends):
    """Return “2–1” or, with drawn games, “2–1–1”; empty if no numbers agree with the result."""
    _kind, numbers = reported_numbers(match)
    if not numbers or ends != compare_numbers(*numbers):
        return ""
    if match.drawn_games:
        numbers.append(match.drawn_games)
    return DASH.join(f"{number:g}" if isinstance(number, float) else str(number) for number in numbers)
