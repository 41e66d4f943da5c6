"""What people type to report a result, and how a result reads."""

import re
from dataclasses import dataclass, replace

from .bounds import LARGEST
from .errors import RuleViolation, _
from .history import DRAW, LOSS, WIN, Match
from .scoring import outcomes

DASH = "–"
# 2-1, 2–1, 2:1, 2 1, and with drawn games 2-1-1.
_BETWEEN = r"\s*[-‐‑‒–—−:]\s*|\s+"
_GAMES = re.compile(rf"(\d{{1,6}})(?:{_BETWEEN})(\d{{1,6}})(?:(?:{_BETWEEN})(\d{{1,6}}))?")
_SEAT_WORDS = {
    "no-show": "no_show",
    "no show": "no_show",
    "noshow": "no_show",
    "concede": "conceded",
    "conceded": "conceded",
}
_LOSES = re.compile(rf"({'|'.join(_SEAT_WORDS)})(?:\s+(\S+))?")
_DRAWS = ("draw", "d")
_DOUBLE_LOSSES = ("double-loss", "double loss")
_CLEARS = ("clear",)
_LATER = re.compile(r"(points|vp|places|place)\b.*|\d")
EXAMPLES = "2-1, 2-1-1, draw, no-show 2, concede 2, double-loss, clear"


@dataclass(frozen=True, slots=True)
class Said:
    """A typed result for two seats: the games won by each, or the result of each; all None clears."""

    games: tuple[int | None, int | None] = (None, None)
    results: tuple[str | None, str | None] = (None, None)
    drawn_games: int = 0


def parse(words: str | list[str]) -> Said:
    """What was typed for a table of two (event file, command `report`).

    Raises RuleViolation with an example of what to type; what later rulebooks need is “not served yet”.
    """
    typed = words if isinstance(words, str) else " ".join(words)
    typed = " ".join(typed.split()).casefold()
    if found := _GAMES.fullmatch(typed):
        first, second, drawn = (_games(part) for part in found.groups("0"))
        return Said(games=(first, second), drawn_games=drawn)
    if found := _LOSES.fullmatch(typed):
        return _lost(*found.groups())
    if typed in _DRAWS:
        return Said(results=(DRAW, DRAW))
    if typed in _DOUBLE_LOSSES:
        return Said(results=(LOSS, LOSS))
    if typed in _CLEARS:
        return Said()
    raise _not_understood(typed)


def _games(digits):
    if (number := int(digits)) <= LARGEST:
        return number
    raise RuleViolation(_("{number} games are more than anybody plays: type 2-1."), number=number)


def _lost(word, seat):
    if seat not in ("1", "2"):
        raise RuleViolation(_("Say which seat: {word} 1 or {word} 2."), word=word)
    results = (_SEAT_WORDS[word], WIN)
    return Said(results=results if seat == "1" else results[::-1])


def _not_understood(typed):
    if not typed:
        return RuleViolation(_("Type a result: {examples}."), examples=EXAMPLES)
    if _LATER.fullmatch(typed):
        words = _("“{typed}” is for pods and wargames, which are not served yet. Type both numbers: 2-1.")
        return RuleViolation(words, typed=typed[:40])
    if typed.isdecimal():
        words = _("“{typed}” can be read in several ways. Put something between the numbers: 2-1 or 2 1.")
        return RuleViolation(words, typed=typed[:40])
    return RuleViolation(
        _("“{typed}” is no result. Type one of: {examples}."), typed=typed[:40], examples=EXAMPLES
    )


def reported(match: Match, text: str | list[str], *, bracket: bool = False) -> Match:
    """The match with the result that was typed, in place of the one it had; without any after `clear`.

    Raises RuleViolation: no result (see `parse`), a bye, or in a bracket a match that nobody wins.
    """
    if match.is_bye:
        raise RuleViolation(_("A bye has no result to report."))
    if len(match.seats) != 2:
        raise RuleViolation(_("Results of tables of more than two are not served yet."))
    said = parse(text)
    seats = tuple(
        replace(
            seat, games=games, result=result, points=None, place=None, score=None, secondary=None, bonus=None
        )
        for seat, games, result in zip(match.seats, said.games, said.results, strict=True)
    )
    done = replace(match, seats=seats, drawn_games=said.drawn_games)
    if bracket and done.reported and WIN not in outcomes(done):
        raise RuleViolation(_("In a bracket somebody must win: type 2-1, or no-show 2."))
    return done


def excessive(match: Match, best_of: int) -> bool:
    """Whether more games were won than a match of `best_of` has: worth asking once more."""
    games = [seat.games or 0 for seat in match.seats]
    return not match.is_bye and (max(games) > best_of // 2 + 1 or sum(games) > best_of)


LOST = {
    "no_show": _("{loser} did not show: {winner} wins"),
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


def words(match: Match, names: dict[str, str], translate=_) -> str:
    """The result read back: “corncrake 2–1 dovetail”, “dovetail did not show: corncrake wins”.

    `names`: {player id: name}. `translate` turns the marked words into the reader's language.
    """
    ends = outcomes(match)
    if not ends:
        return translate(_("no result yet"))
    if match.is_bye:
        return translate(BYES.get(match.seats[0].result, _("bye")))
    first, second = (names[seat.player] for seat in match.seats)
    if WIN not in ends:
        return _nobody_won(match, ends, first, second, translate)
    loss = match.seats[1 - ends.index(WIN)].result
    winner, loser = (first, second) if ends[0] == WIN else (second, first)
    if loss in LOST:
        return translate(LOST[loss]).format(winner=winner, loser=loser)
    if _games_tell(match, ends):
        return f"{first} {_games_of(match)} {second}"
    return translate(_("{winner} beats {loser}")).format(winner=winner, loser=loser)


def _nobody_won(match, ends, first, second, translate):
    if DRAW not in ends:
        return translate(_("double loss"))
    games = f" {_games_of(match)}" if _games_tell(match, ends) else ""
    return translate(_("{first} and {second} draw")).format(first=first, second=second) + games


def score(match: Match, translate=_) -> str:
    """The result in a table's cell: “2–1”, “2–1–1”, “draw”, “win–no-show”; empty while there is none."""
    ends = outcomes(match)
    if not ends:
        return ""
    if match.is_bye:
        return translate(BYES.get(match.seats[0].result, _("bye")))
    said = tuple(seat.result for seat in match.seats)
    if _games_tell(match, ends) and not set(said) & LOST.keys():
        return _games_of(match)
    if WIN not in ends:
        return translate(_("draw") if DRAW in ends else _("double loss"))
    return DASH.join(translate(SHORT[result or end]) for result, end in zip(said, ends, strict=True))


def _games_tell(match, ends):
    """Whether games were played and say the same as the result."""
    if all(seat.games is None for seat in match.seats):
        return False
    first, second = (seat.games or 0 for seat in match.seats)
    if first == second:
        return ends == (DRAW, DRAW)
    return ends == ((WIN, LOSS) if first > second else (LOSS, WIN))


def _games_of(match):
    games = [seat.games or 0 for seat in match.seats]
    if match.drawn_games:
        games.append(match.drawn_games)
    return DASH.join(str(number) for number in games)
