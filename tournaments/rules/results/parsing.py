"""What people type to report a result, and how a result reads."""

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
class Said:
    """A typed result for two seats: the games won, scores or points of each, or the result of each.

    All None clears.
    """

    games: tuple[int | None, int | None] = (None, None)
    results: tuple[str | None, str | None] = (None, None)
    drawn_games: int = 0
    scores: tuple[int | None, int | None] = (None, None)
    points: tuple[float | None, float | None] = (None, None)


def parse(words: str | list[str], way: str = GAMES) -> Said:
    """What was typed for a table of two (event file, command `report`).

    `way` is the rulebook's way of telling a result, which numbers alone are read in: `games`, `points`,
    `vp`. Raises RuleViolation with an example of what to type.
    """
    typed = plain(words)
    if way != GAMES and _ALONE[way].fullmatch(alone := f"{way} {typed}"):
        typed = alone
    for told, form, read in _FORMS:
        if found := form.fullmatch(typed):
            if told != way:
                raise RuleViolation(_WAYS[way], typed=typed[:40])
            return read(*found.groups("0"))
    if found := _LOSES.fullmatch(typed):
        return _lost(*found.groups())
    if typed in DRAWS:
        return Said(results=(DRAW, DRAW))
    if typed in DOUBLE_LOSSES:
        return Said(results=(LOSS, LOSS))
    if typed == CLEAR:
        return Said()
    raise _not_understood(typed, way)


def plain(words: str | list[str]) -> str:
    """What was typed with one space between words, in lower case."""
    return " ".join((words if isinstance(words, str) else " ".join(words)).split()).casefold()


def _games_said(first, second, drawn):
    games = (_whole(first), _whole(second))
    return Said(games=games, drawn_games=_whole(drawn))


def _points_said(first, second):
    # 6.0 is 6, as the event file writes it.
    points = (float(_bounded(number)) for number in (first, second))
    return Said(points=tuple(int(one) if one.is_integer() else one for one in points))


def _scores_said(first, second):
    return Said(scores=(_whole(first), _whole(second)))


_FORMS = ((GAMES, _GAMES, _games_said), (POINTS, _POINTS, _points_said), (VP, _SCORES, _scores_said))
_ALONE = {way: form for way, form, _read in _FORMS}


def _whole(digits):
    return int(_bounded(digits))


def _bounded(digits):
    if float(digits) <= LARGEST:
        return digits
    raise RuleViolation(_("{number} is more than anybody scores: type it again."), number=digits)


def _lost(word, seat):
    if seat not in ("1", "2"):
        raise RuleViolation(_("Say which seat: {word} 1 or {word} 2."), word=word)
    results = (LOSING[word], WIN)
    return Said(results=results if seat == "1" else results[::-1])


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


def reported_in(history: EventHistory, phase: int, match: MatchRecord, said: str) -> MatchRecord:
    """The match of the event with what was typed for it, told in the way of its rulebook; as `reported`."""
    in_bracket = history.phase(phase).must_be_won
    here = set(match.players)
    left = [player.id for player in history.players if player.id in here and player.has_left]
    way = rulebook(history.rulebook).report
    return reported(match, said, bracket=in_bracket, left=left, way=way)


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


def reported(
    match: MatchRecord, text: str | list[str], *, bracket: bool = False, left=(), way: str = GAMES
) -> MatchRecord:
    """The match with the result that was typed, in place of the one it had; without any after `clear`.

    `way` is that of the rulebook (see `parse`); a pod has its own (pod_results.parse). Raises RuleViolation:
    no result, a bye, or in a bracket a match of two that nobody wins, but for a double loss of two who have
    `left` (player ids).
    """
    if match.is_bye:
        raise RuleViolation(_("A bye has no result to report."))
    done = _of_pod(match, text) if match.is_pod else _of_two(match, text, way)
    if not bracket or not done.reported or WIN in outcomes(done):
        return done
    if DRAW in outcomes(done) and done.is_pod:
        return done
    if DRAW not in outcomes(done) and set(match.players) <= set(left):
        return replace(done, seats=tuple(SeatRecord(player, result="no_show") for player in match.players))
    raise RuleViolation(_NOBODY_GOES_ON[done.is_pod])


def _of_pod(match, text):
    said = pod_parsing.parse(plain(text), len(match.seats))
    seats = zip(match.players, said, strict=True)
    return replace(
        match,
        seats=tuple(SeatRecord(player, result=result, place=place) for player, (result, place) in seats),
    )


def _of_two(match, text, way):
    said = parse(text, way)
    seats = tuple(
        SeatRecord(seat.player, games=games, result=result, score=score, points=points)
        for seat, games, result, score, points in zip(
            match.seats, said.games, said.results, said.scores, said.points, strict=True
        )
    )
    return replace(match, seats=seats, drawn_games=said.drawn_games)


def excessive(match: MatchRecord, best_of: int) -> bool:
    """Whether more games were won than a match of `best_of` has: worth asking once more."""
    games = [seat.games or 0 for seat in match.seats]
    return len(match.seats) == 2 and (max(games) > best_of // 2 + 1 or sum(games) > best_of)
