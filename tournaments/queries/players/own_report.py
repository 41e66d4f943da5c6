"""Results from one player's side: what they can report, and what was reported."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_noop

from ...rules.errors import RuleViolation
from ...rules.history import DRAW, LOSS, PODS, WIN, MatchRecord
from ...rules.results import parsing, result_notation, scoring, text
from ...rules.rulebooks import GAMES, POINTS, VP
from ..results.entry_buttons import ReportingMode, ResultEntryTable, SeatFields, seat_fields, table_of


@dataclass(frozen=True)
class Choice:
    """A result to choose: what is sent, the figures from this player's side (or who won a pod), its words."""

    result_text: str
    figures: str
    words: str
    chosen: bool


@dataclass(frozen=True)
class Choices:
    """The results that a player can report.

    Either `likely` ones and `more`, or two numbers of a `unit` in `chairs`, this player's first. In a pod
    `chairs` take places, in seat order.
    """

    question: str
    likely: tuple[Choice, ...]
    more: tuple[Choice, ...]
    more_words: str
    unit: str
    is_pod: bool
    chairs: tuple[SeatFields, ...]
    note: str


QUESTIONS = {
    GAMES: gettext_noop("Who won how many games?"),
    POINTS: gettext_noop("How many points?"),
    VP: gettext_noop("How many victory points?"),
    PODS: gettext_noop("Who won?"),
}


def choices_of(
    match: MatchRecord, place: int, names: dict, way: ReportingMode, reported: str = ""
) -> Choices:
    """Return the choices for the player on this seat (from 0); `reported` is their own earlier report."""
    # A result stands nowhere yet: what they said themselves is chosen.
    table = table_of(match, names, way)
    likely, more = (of_pod if table.is_pod else of_two)(table, place, way, reported)
    # The fields as this player has filled them before.
    chairs = seat_fields(read(match, reported, way) or match, names, table.mode)
    if not table.is_pod and place:
        chairs = chairs[::-1]
    return Choices(
        question=gettext(QUESTIONS[table.mode]),
        likely=likely,
        more=more,
        more_words=gettext("A draw, or games not finished") if likely and not table.is_pod else other_words(),
        unit=table.unit,
        is_pod=table.is_pod,
        chairs=chairs,
        note=table.note,
    )


def other_words() -> str:
    return gettext("Something else")


def of_two(table: ResultEntryTable, place: int, way: ReportingMode, now: str):
    """(likely, more) of a match of two: who wins first, this player before the other."""
    results = {button.notation for side in table.sides for button in side.buttons}
    decided = [result for result in results if is_won(result)]
    likely = sorted(decided, key=lambda result: (-margin(result, place), result))
    undecided = sorted((result for result in results if not is_won(result)), reverse=True)
    # Of the bigger sides first, like the likely ones.
    rest = [*undecided, *(unfinished(way, place) if table.mode == GAMES else ())]
    unsaid = (*NOT_ONES_OWN, f"no-show {place + 1}")
    rest += [button.notation for button in table.other_buttons if button.notation not in unsaid]
    return (
        tuple(choice(result, table, place, now) for result in likely),
        tuple(choice(result, table, place, now) for result in rest),
    )


NOT_ONES_OWN = (result_notation.DOUBLE_LOSS, result_notation.CLEAR)


def is_won(result: str) -> bool:
    games = result.split("-")
    return len(games) > 1 and games[0] != games[1]


def margin(result: str, place: int) -> int:
    first, second = (int(games) for games in result.split("-")[:2])
    return second - first if place else first - second


def unfinished(way: ReportingMode, place: int) -> list[str]:
    """Return scores with a leader when time runs out."""
    needed = way.best_of // 2 + 1
    scores = [f"{a}-{b}" for a in range(needed) for b in range(needed) if a != b]
    return sorted(scores, key=lambda score: -margin(score, place))


def choice(result: str, table: ResultEntryTable, place: int, now: str) -> Choice:
    first, *_others = parts = result.split("-") if result[:1].isdigit() else [result]
    own = [parts[1], parts[0], *parts[2:]] if place and len(parts) > 1 else parts
    figures = text.DASH.join(own) if first != result else FIGURES.get(result, "")
    return Choice(result, gettext(figures) if figures else "", words_of(result, table, place), result == now)


FIGURES = {"draw": gettext_noop("Draw")}


def words_of(result: str, table: ResultEntryTable, place: int) -> str:
    other = table.seats[1 - place].name
    if is_won(result) and result[:1].isdigit():
        wins = margin(result, place) > 0
        return gettext("You win") if wins else gettext("{name} wins").format(name=other)
    if result == "draw":
        return gettext("no games counted") if table.mode == GAMES else ""
    if result[:1].isdigit():
        return gettext("Draw")
    if result == f"concede {place + 1}":
        return gettext("You concede")
    return next((button.label for button in table.other_buttons if button.notation == result), result)


def of_pod(table: ResultEntryTable, place: int, way: ReportingMode, now: str):
    """(likely, more) of a pod: who won, or all drew."""
    won = tuple(
        Choice(
            str(seat.seat),
            gettext("You") if seat.seat == place + 1 else seat.name,
            gettext("seat {seat}").format(seat=seat.seat),
            now == str(seat.seat),
        )
        for seat in table.seats
    )
    draw = (Choice("draw", gettext("Draw"), gettext("all of you"), now == "draw"),) if way.draws else ()
    more = tuple(
        Choice(button.notation, "", button.label, now == button.notation)
        for button in table.other_buttons
        if button.notation != result_notation.CLEAR
    )
    return won + draw, more


def read(match: MatchRecord, result_text: str, way: ReportingMode) -> MatchRecord | None:
    """Return the match with this result; None if the text is no result."""
    try:
        done = parsing.apply_result(match, result_text, way=way.mode) if result_text else None
    except RuleViolation:
        return None
    return done if done and done.reported else None


def own_words(match: MatchRecord, place: int, names: dict) -> str:
    """“you won 2–1”, of a result, from the side of the player on this seat; of a pod the sentence for all."""
    ends = scoring.outcomes(match)
    if match.is_pod and WIN in ends and match.seats[0].place is None:
        winner = match.seats[ends.index(WIN)].player
        is_own = winner == match.players[place]
        return gettext("you won") if is_own else gettext("{name} won").format(name=names[winner])
    score = text.score(turned(match, place), gettext)
    if match.is_pod or not score[:1].isdigit():
        return text.words(match, names, gettext)
    return gettext(OWN[ends[place]]).format(score=score)


OWN = {
    WIN: gettext_noop("you won {score}"),
    LOSS: gettext_noop("you lost {score}"),
    DRAW: gettext_noop("you drew {score}"),
}


def turned(match: MatchRecord, place: int) -> MatchRecord:
    """Return the match with this player's seat first; pods are unchanged."""
    return replace(match, seats=match.seats[::-1]) if place and not match.is_pod else match
