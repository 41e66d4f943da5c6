"""The calculation behind a number, in words."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...rules.history import EventHistory
from ...rules.standings import working
from ...rules.standings.working import START
from ...rules.tiebreakers import MEAN, RATIO
from ..results.bets import bet_text
from ..results.result_cells import ResultCell, result_cells
from ..wording.formats import number_text
from .columns import value_text


@dataclass(frozen=True)
class CalculationLine:
    """A round of a calculation: opponent, result, contribution; `counts` is false for one left out."""

    round: str
    opponent: str
    cell: ResultCell | None
    term: str
    note: str
    counts: bool


@dataclass(frozen=True)
class Calculation:
    """A calculation in words.

    `aggregate` names the operation on the lines and `aggregated` its result; `note` says how that became
    `value` if the two differ. A random tiebreaker has no lines.
    """

    lines: tuple[CalculationLine, ...]
    aggregate: str
    aggregated: str
    note: str
    value: str


def describe_calculation(history: EventHistory, explanation: working.ValueExplanation) -> Calculation:
    """Describe the calculation of a number of an event's first phase."""
    names, lines = history.names, []
    cells = result_cells(history.phase(1), explanation.player)
    for line in explanation.lines:
        cell = cells.get(line.round)
        lines.append(
            CalculationLine(
                str(line.round or ""),
                opponent_text(line, names, cell),
                cell,
                term_text(explanation, line),
                floor_note(explanation, line) or bet_text(line, names),
                line.counted,
            )
        )
    return Calculation(
        tuple(lines),
        aggregate_text(explanation),
        aggregated_text(explanation),
        note_text(explanation),
        value_text(explanation.key, explanation.value),
    )


def opponent_text(line, names, cell) -> str:
    """Name the opponent of a term, or say what the term is about."""
    if line.round == 0:
        return gettext("At the start") if line.note == START else gettext("The whole event")
    return names.get(line.opponent) or (cell.opponent if cell else gettext("Absent"))


def term_text(explanation, line) -> str:
    """Format a term in its column's unit; of a ratio, as “part / whole”."""
    if line.term is None:
        return "–"
    if explanation.aggregate == RATIO:
        return f"{number_text(line.term)} / {number_text(line.denominator)}"
    return value_text(explanation.key, line.term)


def floor_note(explanation, line) -> str:
    """“25.00, raised to the floor”."""
    note = gettext(line.note) if line.note else ""
    if not note or line.raw_term in (None, line.term):
        return note
    return f"{value_text(explanation.key, line.raw_term)}, {note}"


def aggregate_text(explanation) -> str:
    """“Mean of 3”, “Sum”, “7 / 12”."""
    counted = [line for line in explanation.lines if line.counted]
    if explanation.aggregate == RATIO:
        part, whole = sum(line.term for line in counted), sum(line.denominator for line in counted)
        return f"{number_text(part)} / {number_text(whole)}"
    if explanation.aggregate == MEAN:
        return ngettext("Average of {count}", "Average of {count}", len(counted)).format(count=len(counted))
    return gettext("Sum")


def aggregated_text(explanation) -> str:
    """Format the result of the lines, with extra decimals before the rule rounds it."""
    if explanation.decimals is None or explanation.aggregated == explanation.value:
        return value_text(explanation.key, explanation.aggregated)
    return f"{explanation.aggregated:z.4f}".rstrip("0").rstrip(".").replace("-", "−")


def note_text(explanation) -> str:
    """Say how the result of the lines became the value; empty if the two are equal."""
    if explanation.aggregated == explanation.value:
        return ""
    if explanation.decimals is None:
        return gettext(explanation.note)
    text = ngettext("rounded to {count} decimal", "rounded to {count} decimals", explanation.decimals)
    return text.format(count=explanation.decimals)
