"""Parsing of typed results: of two players, and of pods (tables of three to five)."""

import re
from dataclasses import replace

from ..errors import RuleViolation, _
from ..history import DRAW, LOSS, WIN, EventPhase, MatchRecord, SeatRecord
from ..rulebooks import GAMES, POINTS, VP, rulebook
from ..settings.fields import MAX_VALUE
from .notation import CLEAR, DOUBLE_LOSSES, DRAWS, LOSING
from .scoring import outcomes

POD_EXAMPLES = "3, draw, places 1-3-2-4, 3 no-show 2, double-loss, clear"
WON_AND_LOST = _("Seat {seat} can’t both win and lose. Enter the result again.")
_BETWEEN_PLACES = r"(?:\s*[-‐‑‒–—−:,]\s*|\s+)"
_POD_LOSS = re.compile(rf"({'|'.join(LOSING)})\s+(\d{{1,6}})(?!\d)")
_WON = re.compile(r"\d{1,6}")
_DRAW = re.compile(rf"(?:{'|'.join(DRAWS)})((?:{_BETWEEN_PLACES}\d)*)")
_PLACES = re.compile(rf"(?:places?\s+)?(\d(?:{_BETWEEN_PLACES}\d)+)")


def parse(typed: str, count: int) -> tuple[tuple[str | None, int | None], ...]:
    """Return (result, place) of each of the `count` seats from text in lower case; all None after `clear`.

    `3`: seat 3 won. `draw`, or for some seats `draw 1 2 4`: the others were out before. `places 1-3-2-4`: of
    the seats in order, equal places draw. `no-show 2` and `concede 2` may follow. RuleViolation with examples
    for an unreadable result.
    """
    losing_seats = {_parse_seat(seat, count): LOSING[word] for word, seat in _POD_LOSS.findall(typed)}
    rest = " ".join(_POD_LOSS.sub(" ", typed).split())
    if rest == CLEAR and not losing_seats:
        return ((None, None),) * count
    if rest in DOUBLE_LOSSES:
        return tuple((losing_seats.get(seat, LOSS), None) for seat in range(1, count + 1))
    if _WON.fullmatch(rest):
        return _parse_win(_parse_seat(rest, count), losing_seats, count)
    if draw_match := _DRAW.fullmatch(rest):
        seats = [_parse_seat(seat, count) for seat in re.findall(r"\d", draw_match[1])]
        return _parse_draw(seats, losing_seats, count)
    if places_match := _PLACES.fullmatch(rest):
        places = [int(place) for place in re.findall(r"\d", places_match[1])]
        return _parse_places(places, losing_seats, count)
    raise _unreadable_pod_error(typed, rest, losing_seats, count)


def _unreadable_pod_error(typed, rest, losing_seats, count):
    others = [seat for seat in range(1, count + 1) if seat not in losing_seats]
    if losing_seats and not rest and others:
        words = _("Add the result of the other seats: {seat} {typed}, or draw {typed}.")
        return RuleViolation(words, seat=3 if 3 in others else others[0], typed=typed[:40])
    if not typed:
        return RuleViolation(_("Type a result: {examples}."), examples=POD_EXAMPLES)
    words = _("“{typed}” isn’t a pod result. Type one of: {examples}.")
    return RuleViolation(words, typed=typed[:40], examples=POD_EXAMPLES)


def _parse_seat(digits, count):
    seat = int(digits)
    if 1 <= seat <= count:
        return seat
    words = _("There is no seat {seat}. This pod has seats 1 to {count}.")
    raise RuleViolation(words, seat=seat, count=count)


def _parse_win(winner, losing_seats, count):
    if winner in losing_seats:
        raise RuleViolation(WON_AND_LOST, seat=winner)
    return tuple(
        (WIN if seat == winner else losing_seats.get(seat, LOSS), None) for seat in range(1, count + 1)
    )


def _parse_draw(seats, losing_seats, count):
    drawing = set(seats or range(1, count + 1)) - losing_seats.keys()
    if len(drawing) < 2:
        raise RuleViolation(
            _("A draw needs at least two players. Type draw, or the seats that drew, such as draw 1 2.")
        )
    return tuple(
        (DRAW if seat in drawing else losing_seats.get(seat, LOSS), None) for seat in range(1, count + 1)
    )


def _parse_places(places, losing_seats, count):
    if len(places) != count:
        words = _("This pod has {count} seats. Type {count} places, such as {example}.")
        raise RuleViolation(words, count=count, example="-".join(map(str, range(1, count + 1))))
    if 1 not in places or not all(1 <= place <= count for place in places):
        words = _("Places go from 1 to {count} and someone must be first. Enter them again.")
        raise RuleViolation(words, count=count)
    if winner := next((seat for seat in sorted(losing_seats) if places[seat - 1] == 1), None):
        raise RuleViolation(WON_AND_LOST, seat=winner)
    return tuple((losing_seats.get(seat), place) for seat, place in enumerate(places, 1))


# 2-1, 2–1, 2:1, 2 1, and with drawn games 2-1-1.
_BETWEEN = r"(?:\s*[-‐‑‒–—−:]\s*|\s+)"
_WHOLE, _DECIMAL = r"(\d{1,6})", r"(\d{1,6}(?:\.\d{1,3})?)"
# By the rulebook's way of reporting: the pattern, and the field of a seat that holds its number.
_NUMBERS = {
    GAMES: (re.compile(f"{_WHOLE}{_BETWEEN}{_WHOLE}(?:{_BETWEEN}{_WHOLE})?"), "games"),
    POINTS: (re.compile(rf"points\s+{_DECIMAL}{_BETWEEN}{_DECIMAL}"), "points"),
    VP: (re.compile(rf"vp\s+{_WHOLE}{_BETWEEN}{_WHOLE}"), "score"),
}
_LOSS = re.compile(rf"({'|'.join(LOSING)})(?:\s+(\S+))?")
_POD_NOTATION = re.compile(r"places?\b.*|\d")
_WITHOUT_NUMBERS = "draw, no-show 2, concede 2, double-loss, clear"
EXAMPLES = {
    GAMES: f"2-1, 2-1-1, {_WITHOUT_NUMBERS}",
    POINTS: f"points 6-0, {_WITHOUT_NUMBERS}",
    VP: f"vp 75-40, {_WITHOUT_NUMBERS}",
}
_OTHER_NUMBERS = {
    GAMES: _("This event reports games. Type 2-1 instead of “{typed}”."),
    POINTS: _("This event reports points. Type points 6-0 instead of “{typed}”."),
    VP: _("This event reports victory points. Type vp 75-40 instead of “{typed}”."),
}
_PAIR_WITHOUT_WINNER = _(
    "A bracket match needs a winner. If seat 2 didn’t show up, type no-show 2. Both can lose "
    "only if both have dropped."
)
_POD_WITHOUT_WINNER = _(
    "A bracket table needs a winner. Type the winning seat, such as 3, or draw: then the "
    "highest seed among the players who drew advances."
)


def parse_result(phase: EventPhase, match: MatchRecord, result_text: str) -> MatchRecord:
    """Apply a typed result in the notation of the event's rulebook; see `apply_result`."""
    left = {player.id for player in phase.history.players if player.has_left}
    return apply_result(
        match,
        result_text,
        mode=rulebook(phase.history.rulebook).report,
        must_be_won=phase.must_be_won,
        all_left=left.issuperset(match.players),
    )


def apply_result(
    match: MatchRecord,
    result_text: str | list[str],
    *,
    mode: str = GAMES,
    must_be_won: bool = False,
    all_left: bool = False,
) -> MatchRecord:
    """Return the match with the typed result instead of its old one; without a result after `clear`.

    Plain numbers are read as `mode` says: GAMES, POINTS or VP; pods have a notation of their own
    (`parse`). Raises RuleViolation for an unreadable result, a bye, or a match that `must_be_won`
    without a winner, except a double loss of players who have all left.
    """
    if match.is_bye:
        raise RuleViolation(_("A bye has no result."))
    typed = normalise(result_text)
    reported = _apply_to_pod(match, typed) if match.is_pod else _apply_to_pair(match, typed, mode)
    ends = outcomes(reported)
    if not must_be_won or not ends or WIN in ends or (match.is_pod and DRAW in ends):
        return reported
    if all_left and DRAW not in ends:
        return replace(
            reported, seats=tuple(SeatRecord(player, result="no_show") for player in match.players)
        )
    raise RuleViolation(_POD_WITHOUT_WINNER if match.is_pod else _PAIR_WITHOUT_WINNER)


def normalise(result_text: str | list[str]) -> str:
    """Return typed text in lower case, with one space between words."""
    words = result_text.split() if isinstance(result_text, str) else " ".join(result_text).split()
    return " ".join(words).casefold()


def _apply_to_pod(match, typed):
    parsed = zip(match.players, parse(typed, len(match.seats)), strict=True)
    seats = tuple(SeatRecord(player, result=result, place=place) for player, (result, place) in parsed)
    return replace(match, seats=seats)


def _apply_to_pair(match, typed, mode):
    first, second, drawn_games = _parse_pair(typed, mode)
    parsed = zip(match.players, (first, second), strict=True)
    seats = tuple(SeatRecord(player, **fields) for player, fields in parsed)
    return replace(match, seats=seats, drawn_games=drawn_games)


def _parse_pair(typed, mode):
    """Return (fields of the first seat, fields of the second seat, drawn games)."""
    if typed == CLEAR:
        return {}, {}, 0
    if typed in DRAWS:
        return {"result": DRAW}, {"result": DRAW}, 0
    if typed in DOUBLE_LOSSES:
        return {"result": LOSS}, {"result": LOSS}, 0
    if loss := _LOSS.fullmatch(typed):
        return *_parse_loss(*loss.groups()), 0
    return _parse_numbers(typed, mode)


def _parse_loss(word, seat):
    if seat not in ("1", "2"):
        raise RuleViolation(_("Add the seat: {word} 1 or {word} 2."), word=word)
    loser, winner = {"result": LOSING[word]}, {"result": WIN}
    return (loser, winner) if seat == "1" else (winner, loser)


def _parse_numbers(typed, mode):
    pattern, field = _NUMBERS[mode]
    # "75-40" is short for "vp 75-40".
    numbers = pattern.fullmatch(typed) or pattern.fullmatch(f"{mode} {typed}")
    if numbers:
        first, second, *drawn_games = map(_parse_number, numbers.groups("0"))
        return {field: first}, {field: second}, sum(drawn_games)
    if any(other_pattern.fullmatch(typed) for other_pattern, _field in _NUMBERS.values()):
        raise RuleViolation(_OTHER_NUMBERS[mode], typed=typed[:40])
    raise _unreadable_error(typed, mode)


def _parse_number(digits):
    number = float(digits)
    if number > MAX_VALUE:
        raise RuleViolation(_("{number} is too large. Check the number."), number=digits)
    # 6.0 is 6, as the event file writes it.
    return int(number) if number.is_integer() else number


def _unreadable_error(typed, mode):
    if not typed:
        return RuleViolation(_("Type a result: {examples}."), examples=EXAMPLES[mode])
    if typed.isdecimal() and len(typed) > 1:
        words = _("“{typed}” is ambiguous. Separate the numbers: 2-1 or 2 1.")
        return RuleViolation(words, typed=typed[:40])
    words = _("“{typed}” isn’t a result. Type one of: {examples}.")
    if _POD_NOTATION.fullmatch(typed):
        words = _("“{typed}” is only for tables of three or more. Type one of: {examples}.")
    return RuleViolation(words, typed=typed[:40], examples=EXAMPLES[mode])


def has_too_many_games(match: MatchRecord, best_of: int) -> bool:
    """Return whether more games were won than a match of `best_of` has, so that the form asks again."""
    games = [seat.games or 0 for seat in match.seats]
    return len(match.seats) == 2 and (max(games) > best_of // 2 + 1 or sum(games) > best_of)
