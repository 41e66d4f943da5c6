"""Results from one player's side: what they can report, and what was reported."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from ...results.pages.cells import (
    ReportingMode,
    ResultEntryTable,
    SeatFields,
    build_entry_table,
    build_seat_fields,
)
from ...results.pages.scores import has_numbers, score_text
from ...rules.errors import RuleViolation
from ...rules.history import DRAW, LOSS, PODS, WIN, MatchRecord
from ...rules.results import scoring
from ...rules.results.notation import CLEAR, DASH, DOUBLE_LOSS, describe_result
from ...rules.results.parsing import apply_result
from ...rules.rulebooks import GAMES, POINTS, VP


@dataclass(frozen=True)
class ReportChoice:
    """A result to choose; `figures` are the score from this player's side, or who won a pod.

    `score` is what the page shows once it is reported: a score, or words.
    """

    result_text: str
    figures: str
    label: str
    is_chosen: bool
    score: str


@dataclass(frozen=True)
class ReportChoices:
    """The results that a player can report.

    Either `likely` ones and `more`, or two numbers of a `unit` in the fields of `seats`, this player's first.
    In a pod `seats` take places, in seat order.
    """

    question: str
    likely: tuple[ReportChoice, ...]
    more: tuple[ReportChoice, ...]
    more_label: str
    unit: str
    is_pod: bool
    seats: tuple[SeatFields, ...]
    note: str


QUESTIONS = {
    GAMES: gettext_noop("Report the result"),
    POINTS: gettext_noop("Enter the points"),
    VP: gettext_noop("Enter the victory points"),
    PODS: gettext_noop("Who won?"),
}


# Results that only the desk enters.
DESK_RESULTS = (DOUBLE_LOSS, CLEAR)
OWN_RESULTS = {
    WIN: gettext_noop("you won {score}"),
    LOSS: gettext_noop("you lost {score}"),
    DRAW: gettext_noop("you drew {score}"),
}


def get_report_choices(
    match: MatchRecord, place: int, names: dict, reporting: ReportingMode, reported: str = ""
) -> ReportChoices:
    """Return the choices for the player on this seat (from 0); `reported` is their own earlier report."""
    table = build_entry_table(match, names, reporting)
    build_choices = pod_choices if table.is_pod else pair_choices
    likely, more = build_choices(table, place, reporting, reported)
    seats = build_seat_fields(parse_report(match, reported, reporting) or match, names, table.mode)
    has_scores = likely and not table.is_pod
    return ReportChoices(
        question=gettext(QUESTIONS[table.mode]),
        likely=likely,
        more=more,
        more_label=gettext("Draw or unfinished match") if has_scores else gettext("Other results"),
        unit=table.unit,
        is_pod=table.is_pod,
        seats=seats[::-1] if place and not table.is_pod else seats,
        note=table.note,
    )


def pair_choices(table: ResultEntryTable, place: int, reporting: ReportingMode, reported: str):
    """Return (likely, more) choices of a match of two: wins of this player before those of the opponent."""
    results = {button.notation for group in table.button_groups for button in group.buttons}
    won = [result for result in results if has_winner(result)]
    likely = sorted(won, key=lambda result: (-margin(result, place), result))
    more = sorted(results.difference(won), reverse=True)
    if table.mode == GAMES:
        more += unfinished_scores(reporting, place)
    excluded = (*DESK_RESULTS, f"no-show {place + 1}")
    more += [button.notation for button in table.other_buttons if button.notation not in excluded]
    likely_choices, more_choices = (
        tuple(pair_choice(result, table, place, reported) for result in group) for group in (likely, more)
    )
    return likely_choices, more_choices


def has_winner(result: str) -> bool:
    """Return whether a notation is a score with a leader, such as “2-1”."""
    games = result.split("-")
    return result[:1].isdigit() and len(games) > 1 and games[0] != games[1]


def margin(result: str, place: int) -> int:
    """Return by how many games the player on this seat leads."""
    first, second = (int(games) for games in result.split("-")[:2])
    return second - first if place else first - second


def unfinished_scores(reporting: ReportingMode, place: int) -> list[str]:
    """Return scores with a leader when time runs out, this player's best first."""
    needed = reporting.best_of // 2 + 1
    scores = [f"{a}-{b}" for a in range(needed) for b in range(needed) if a != b]
    return sorted(scores, key=lambda score: -margin(score, place))


def pair_choice(result: str, table: ResultEntryTable, place: int, reported: str) -> ReportChoice:
    games = result.split("-") if result[:1].isdigit() else []
    if len(games) > 1:
        if place:
            games[0], games[1] = games[1], games[0]
        figures = DASH.join(games)
    else:
        figures = gettext("Draw") if result == "draw" else ""
    label = choice_label(result, table, place)
    return ReportChoice(result, figures, label, result == reported, figures or label)


def choice_label(result: str, table: ResultEntryTable, place: int) -> str:
    """“You win”, “Ada wins”, “Draw”, “You concede”."""
    if has_winner(result):
        if margin(result, place) > 0:
            return gettext("You win")
        return gettext("{name} wins").format(name=table.seats[1 - place].name)
    if result == "draw":
        return gettext("no games counted") if table.mode == GAMES else ""
    if result[:1].isdigit():
        return gettext("Draw")
    if result == f"concede {place + 1}":
        return gettext("You concede")
    return next((button.label for button in table.other_buttons if button.notation == result), result)


def pod_choices(table: ResultEntryTable, place: int, reporting: ReportingMode, reported: str):
    """Return (likely, more) choices of a pod: who won, or all drew."""
    likely = [
        ReportChoice(
            str(seat.seat),
            gettext("You") if seat.seat == place + 1 else seat.name,
            gettext("seat {seat}").format(seat=seat.seat),
            reported == str(seat.seat),
            gettext("you won") if seat.seat == place + 1 else gettext("{name} won").format(name=seat.name),
        )
        for seat in table.seats
    ]
    if reporting.draws:
        draw = gettext("Draw")
        likely.append(ReportChoice("draw", draw, gettext("all of you"), reported == "draw", draw))
    more = tuple(
        ReportChoice(button.notation, "", button.label, reported == button.notation, button.label)
        for button in table.other_buttons
        if button.notation != CLEAR
    )
    return tuple(likely), more


def parse_report(match: MatchRecord, result_text: str, reporting: ReportingMode) -> MatchRecord | None:
    """Return the match with this result; None if the text is no result."""
    try:
        done = apply_result(match, result_text, mode=reporting.mode) if result_text else None
    except RuleViolation:
        return None
    return done if done and done.reported else None


def own_result_text(match: MatchRecord, place: int, names: dict) -> str:
    """Describe a result from the side of the player on this seat: “you won 2–1”; in pods the same for all."""
    outcomes = scoring.outcomes(match)
    if match.is_pod and WIN in outcomes and match.seats[0].place is None:
        winner = match.seats[outcomes.index(WIN)].player
        is_own = winner == match.players[place]
        return gettext("you won") if is_own else gettext("{name} won").format(name=names[winner])
    score = "" if match.is_pod else score_text(match, place)
    if not has_numbers(score):
        return describe_result(match, names, gettext)
    return gettext(OWN_RESULTS[outcomes[place]]).format(score=score)


def own_score_text(match: MatchRecord, place: int, names: dict) -> str:
    """Return “2–1” from the side of the player on this seat; without a score, the result in words."""
    score = "" if match.is_pod else score_text(match, place)
    return score if has_numbers(score) else own_result_text(match, place, names)
