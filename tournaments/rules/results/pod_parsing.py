"""Parsing of typed results of a pod (a table of three to five): a winner, a draw, or places."""

import re

from ..errors import RuleViolation, _
from ..history import DRAW, LOSS, WIN
from .result_notation import CLEAR, DOUBLE_LOSSES, DRAWS, LOSING

EXAMPLES = "3, draw, places 1-3-2-4, 3 no-show 2, double-loss, clear"
WON_AND_LOST = _("Seat {seat} can’t both win and lose. Enter the result again.")
_BETWEEN = r"(?:\s*[-‐‑‒–—−:,]\s*|\s+)"
_LOSS = re.compile(rf"({'|'.join(LOSING)})\s+(\d{{1,6}})(?!\d)")
_WON = re.compile(r"\d{1,6}")
_DRAW = re.compile(rf"(?:{'|'.join(DRAWS)})((?:{_BETWEEN}\d)*)")
_PLACES = re.compile(rf"(?:places?\s+)?(\d(?:{_BETWEEN}\d)+)")


def parse(typed: str, count: int) -> tuple[tuple[str | None, int | None], ...]:
    """Return (result, place) of each of the `count` seats from text in lower case; all None after `clear`.

    `3`: seat 3 won. `draw`, or for some seats `draw 1 2 4`: the others were out before. `places 1-3-2-4`: of
    the seats in order, equal places draw. `no-show 2` and `concede 2` may follow. RuleViolation with examples
    for an unreadable result.
    """
    losing_seats = {_parse_seat(seat, count): LOSING[word] for word, seat in _LOSS.findall(typed)}
    rest = " ".join(_LOSS.sub(" ", typed).split())
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
    raise _unreadable_error(typed, rest, losing_seats, count)


def _unreadable_error(typed, rest, losing_seats, count):
    others = [seat for seat in range(1, count + 1) if seat not in losing_seats]
    if losing_seats and not rest and others:
        words = _("Add the result of the other seats: {seat} {typed}, or draw {typed}.")
        return RuleViolation(words, seat=3 if 3 in others else others[0], typed=typed[:40])
    if not typed:
        return RuleViolation(_("Type a result: {examples}."), examples=EXAMPLES)
    words = _("“{typed}” isn’t a pod result. Type one of: {examples}.")
    return RuleViolation(words, typed=typed[:40], examples=EXAMPLES)


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
