"""A result in words: read back as a sentence, or short in a cell of a table."""

from ..errors import _
from ..history import DRAW, LOSS, WIN, MatchRecord
from .scoring import outcomes

DASH = "–"
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


def words(match: MatchRecord, names: dict[str, str], translate=_) -> str:
    """The result read back: “corncrake 2–1 dovetail”, “dovetail did not show: corncrake wins”.

    `names`: {player id: name}. `translate` turns the marked words into the reader's language.
    """
    ends = outcomes(match)
    if not ends:
        return translate(_("no result yet"))
    if match.is_bye:
        return translate(BYES.get(match.seats[0].result, _("bye")))
    if match.is_pod:
        return _words_of_pod(match, ends, names, translate)
    first, second = (names[seat.player] for seat in match.seats)
    if WIN not in ends:
        return _words_without_winner(match, ends, first, second, translate)
    loss = match.seats[1 - ends.index(WIN)].result
    winner, loser = (first, second) if ends[0] == WIN else (second, first)
    if loss in LOST:
        return translate(LOST[loss]).format(winner=winner, loser=loser)
    if _numbers_tell(match, ends):
        return f"{first} {_numbers_of(match)} {second}"
    return translate(_("{winner} beats {loser}")).format(winner=winner, loser=loser)


def _words_of_pod(match, ends, names, translate):
    """“dovetail beats egret and corncrake (no-show)”, losers in the order of their places if known."""
    seats = sorted(zip(match.seats, ends, strict=True), key=lambda one: one[0].place or 0)

    def list_seats(wanted):
        loser_names = (_with_loss(seat, names, translate) for seat, end in seats if end == wanted)
        return listed(tuple(loser_names), translate)

    if WIN in ends:
        return translate(_("{winner} beats {loser}")).format(winner=list_seats(WIN), loser=list_seats(LOSS))
    if DRAW not in ends:
        return translate(_("everybody loses"))
    if LOSS not in ends:
        return translate(_("{names} draw")).format(names=list_seats(DRAW))
    return translate(_("{names} draw, {losers} lost before")).format(
        names=list_seats(DRAW), losers=list_seats(LOSS)
    )


def _with_loss(seat, names, translate):
    name = names[seat.player]
    return f"{name} ({translate(SHORT[seat.result])})" if seat.result in LOST else name


def listed(names: tuple[str, ...], translate=_) -> str:
    """“corncrake”, “corncrake and dovetail”, “corncrake, dovetail and egret”."""
    *others, last = names
    return translate(_("{names} and {last}")).format(names=", ".join(others), last=last) if others else last


def _words_without_winner(match, ends, first, second, translate):
    if DRAW not in ends:
        return translate(_("double loss"))
    numbers = f" {_numbers_of(match)}" if _numbers_tell(match, ends) else ""
    return translate(_("{first} and {second} draw")).format(first=first, second=second) + numbers


def score(match: MatchRecord, translate=_) -> str:
    """The result in a table cell: “2–1”, “2–1–1”, “draw”, “win–no-show”, of a pod “seat 3 won”; empty without
    one."""
    ends = outcomes(match)
    if not ends:
        return ""
    if match.is_bye:
        return translate(BYES.get(match.seats[0].result, _("bye")))
    if match.is_pod:
        return _score_of_pod(match, ends, translate)
    results = tuple(seat.result for seat in match.seats)
    if _numbers_tell(match, ends) and not set(results) & LOST.keys():
        return _numbers_of(match)
    if WIN not in ends:
        return translate(_("draw") if DRAW in ends else _("double loss"))
    return DASH.join(translate(SHORT[result or end]) for result, end in zip(results, ends, strict=True))


def _score_of_pod(match, ends, translate):
    places = [seat.place for seat in match.seats]
    if None not in places:
        return DASH.join(map(str, places))
    if WIN in ends:
        return translate(_("seat {seat} won")).format(seat=ends.index(WIN) + 1)
    return translate(_("draw") if DRAW in ends else _("all lost"))


def _numbers(match):
    """The games won, else the scores, else the points of both seats, else an empty list."""
    for name in ("games", "score", "points"):
        numbers = [getattr(seat, name) for seat in match.seats]
        if numbers != [None, None]:
            return [number or 0 for number in numbers]
    return []


def _numbers_tell(match, ends):
    """Whether the match has numbers that agree with the result."""
    if not (numbers := _numbers(match)):
        return False
    first, second = numbers
    if first == second:
        return ends == (DRAW, DRAW)
    return ends == ((WIN, LOSS) if first > second else (LOSS, WIN))


def _numbers_of(match):
    numbers = _numbers(match)
    if match.drawn_games:
        numbers.append(match.drawn_games)
    return DASH.join(f"{number:g}" if isinstance(number, float) else str(number) for number in numbers)
