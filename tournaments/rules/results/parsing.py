"""Parsing of typed results."""

import re
from dataclasses import dataclass, replace

from ..errors import RuleViolation, _
from ..history import DRAW, LOSS, WIN, EventHistory, MatchRecord, SeatRecord
from ..rulebooks import GAMES, POINTS, VP, rulebook
from ..settings.validators import LARGEST
from . import pod_parsing
from .result_notation import CLEAR, DOUBLE_LOSSES, DRAWS, LOSING
from .scoring import outcomes

# 2-1, 2–1, 2:1, 2 1, and with drawn games 2-1-1.
_BETWEEN = r"\s*[-‐‑‒–—−:]\s*|\s+"
_GAMES = re.compile(rf"(\d{{1,6}})(?:{_BETWEEN})(\d{{1,6}})(?:(?:{_BETWEEN})(\d{{1,6}}))?")
_LOSES = re.compile(rf"({'|'.join(LOSING)})(?:\s+(\S+))?")
_POINTS = re.compile(rf"points\s+(\d{{1,6}}(?:\.\d{{1,3}})?)(?:{_BETWEEN})(\d{{1,6}}(?:\.\d{{1,3}})?)")
_SCORES = re.compile(rf"vp\s+(\d{{1,6}})(?:{_BETWEEN})(\d{{1,6}})")
_OF_A_POD = re.compile(r"places?\b.*|\d")
_ENDINGS = "draw, no-show 2, concede 2, double-loss, clear"
EXAMPLES = {
    GAMES: f"2-1, 2-1-1, {_ENDINGS}",
    POINTS: f"points 6-0, {_ENDINGS}",
    VP: f"vp 75-40, {_ENDINGS}",
}


@dataclass(frozen=True, slots=True)
class ParsedResult:
    """A typed result for two seats: the games won, scores, points or results of both.

    All None clears the result.
    """

    games: tuple[int | None, int | None] = (None, None)
    results: tuple[str | None, str | None] = (None, None)
    drawn_games: int = 0
    scores: tuple[int | None, int | None] = (None, None)
    points: tuple[float | None, float | None] = (None, None)


def parse(words: str | list[str], way: str = GAMES) -> ParsedResult:
    """Parse the typed result of a table of two (event file, command `report`).

    `way` is the rulebook's notation, in which plain numbers are read: `games`, `points` or `vp`. Raises
    RuleViolation with examples.
    """
    typed = plain(words)
    if way != GAMES and _ALONE[way].fullmatch(alone := f"{way} {typed}"):
        typed = alone
    for notation, pattern, read in _FORMS:
        if matched := pattern.fullmatch(typed):
            if notation != way:
                raise RuleViolation(_WAYS[way], typed=typed[:40])
            return read(*matched.groups("0"))
    if matched := _LOSES.fullmatch(typed):
        return _parse_loss(*matched.groups())
    if typed in DRAWS:
        return ParsedResult(results=(DRAW, DRAW))
    if typed in DOUBLE_LOSSES:
        return ParsedResult(results=(LOSS, LOSS))
    if typed == CLEAR:
        return ParsedResult()
    raise _not_understood(typed, way)


def plain(words: str | list[str]) -> str:
    """Normalise typed text: one space between words, lower case."""
    return " ".join((words if isinstance(words, str) else " ".join(words)).split()).casefold()


def _parse_games(first, second, drawn_games):
    games = (_parse_int(first), _parse_int(second))
    return ParsedResult(games=games, drawn_games=_parse_int(drawn_games))


def _parse_points(first, second):
    # 6.0 is 6, as the event file writes it.
    points = (float(_check_bound(number)) for number in (first, second))
    return ParsedResult(points=tuple(int(one) if one.is_integer() else one for one in points))


def _parse_scores(first, second):
    return ParsedResult(scores=(_parse_int(first), _parse_int(second)))


_FORMS = ((GAMES, _GAMES, _parse_games), (POINTS, _POINTS, _parse_points), (VP, _SCORES, _parse_scores))
_ALONE = {way: form for way, form, _read in _FORMS}


def _parse_int(digits):
    return int(_check_bound(digits))


def _check_bound(digits):
    if float(digits) <= LARGEST:
        return digits
    raise RuleViolation(_("{number} is more than anybody scores: type it again."), number=digits)


def _parse_loss(word, seat):
    if seat not in ("1", "2"):
        raise RuleViolation(_("Say which seat: {word} 1 or {word} 2."), word=word)
    results = (LOSING[word], WIN)
    return ParsedResult(results=results if seat == "1" else results[::-1])


_WAYS = {
    GAMES: _("Results are told in games here: type 2-1, not “{typed}”."),
    POINTS: _("Results are told in points here: type points 6-0, not “{typed}”."),
    VP: _("Results are told in victory points here: type vp 75-40, not “{typed}”."),
}


def _not_understood(typed, way):
    if not typed:
        return RuleViolation(_("Type a result: {examples}."), examples=EXAMPLES[way])
    if _OF_A_POD.fullmatch(typed):
        words = _("“{typed}” is for a table of three and more. Type one of: {examples}.")
        return RuleViolation(words, typed=typed[:40], examples=EXAMPLES[way])
    if typed.isdecimal():
        words = _("“{typed}” can be read in several ways. Put something between the numbers: 2-1 or 2 1.")
        return RuleViolation(words, typed=typed[:40])
    return RuleViolation(
        _("“{typed}” is no result. Type one of: {examples}."), typed=typed[:40], examples=EXAMPLES[way]
    )


def parse_result(history: EventHistory, phase: int, match: MatchRecord, result_text: str) -> MatchRecord:
    """Apply a typed result in the notation of the event's rulebook; see `apply_result`."""
    must_be_won = history.phase(phase).must_be_won
    players = set(match.players)
    left = [player.id for player in history.players if player.id in players and player.has_left]
    way = rulebook(history.rulebook).report
    return apply_result(match, result_text, bracket=must_be_won, left=left, way=way)


_NOBODY_GOES_ON = {
    False: _(
        "In a bracket somebody must win: play on, or type no-show 2 if seat 2 is not there. Both can lose "
        "only if both have left."
    ),
    True: _(
        "In a bracket somebody must go on: type the seat that won, such as 3, or draw: then the highest seed "
        "of those who drew goes on."
    ),
}


def apply_result(
    match: MatchRecord, text: str | list[str], *, bracket: bool = False, left=(), way: str = GAMES
) -> MatchRecord:
    """Return the match with the typed result instead of its old one; without a result after `clear`.

    `way` is the rulebook's notation (see `parse`); pods have their own (`pod_parsing.parse`). Raises
    RuleViolation for an unreadable result, a bye, or a match of two in a bracket without a winner, except a
    double loss of two players who have `left` (ids).
    """
    if match.is_bye:
        raise RuleViolation(_("A bye has no result to report."))
    done = _apply_to_pod(match, text) if match.is_pod else _apply_to_pair(match, text, way)
    if not bracket or not done.reported or WIN in outcomes(done):
        return done
    if DRAW in outcomes(done) and done.is_pod:
        return done
    if DRAW not in outcomes(done) and set(match.players) <= set(left):
        return replace(done, seats=tuple(SeatRecord(player, result="no_show") for player in match.players))
    raise RuleViolation(_NOBODY_GOES_ON[done.is_pod])


def _apply_to_pod(match, text):
    parsed = pod_parsing.parse(plain(text), len(match.seats))
    seats = zip(match.players, parsed, strict=True)
    return replace(
        match,
        seats=tuple(SeatRecord(player, result=result, place=place) for player, (result, place) in seats),
    )


def _apply_to_pair(match, text, way):
    parsed = parse(text, way)
    seats = tuple(
        SeatRecord(seat.player, games=games, result=result, score=score, points=points)
        for seat, games, result, score, points in zip(
            match.seats, parsed.games, parsed.results, parsed.scores, parsed.points, strict=True
        )
    )
    return replace(match, seats=seats, drawn_games=parsed.drawn_games)


def has_too_many_games(match: MatchRecord, best_of: int) -> bool:
    """Whether more games were won than a match of `best_of` has, so that the form asks for confirmation."""
    games = [seat.games or 0 for seat in match.seats]
    return len(match.seats) == 2 and (max(games) > best_of // 2 + 1 or sum(games) > best_of)
