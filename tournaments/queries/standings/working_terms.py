"""The calculation behind a number, in words."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...rules.history import EventHistory
from ...rules.standings import working
from ...rules.standings.working import START
from ...rules.tiebreakers import MEAN, RATIO
from ..help.example_event import ExampleCell
from ..results.bets import bet_text
from ..wording.formats import number_text
from .columns import value_text


@dataclass(frozen=True)
class ExampleLine:
    """A round of the calculation: opponent, result, contribution; `counts` is false for one left out."""

    round: str
    opponent: str
    cell: ExampleCell | None
    term: str
    note: str
    counts: bool


@dataclass(frozen=True)
class Terms:
    """A calculation in words.

    `aggregate` names the operation on the lines and `aggregated` its result; `note` says how that became
    `value` if the two differ. A lot has no lines."""

    lines: tuple[ExampleLine, ...]
    aggregate: str
    aggregated: str
    note: str
    value: str


def terms_of(history: EventHistory, explanation: working.ValueExplanation, cells) -> Terms:
    """Return a number's calculation; `cells` as from `example_event.cells_of`."""
    names = history.names
    return Terms(
        tuple(
            line_told(explanation, line, names, cells.get((explanation.player, line.round)))
            for line in explanation.lines
        ),
        fold_text(explanation),
        folded_text(explanation),
        note_text(explanation),
        value_text(explanation.key, explanation.value),
    )


def line_told(explanation, line, names, cell) -> ExampleLine:
    return ExampleLine(
        str(line.round or ""),
        opponent_text(line, names, cell),
        cell,
        term_text(explanation, line),
        line_note(explanation, line) or bet_text(line, names),
        line.counted,
    )


def opponent_text(line, names, cell) -> str:
    if line.round == 0:
        return gettext("At the start") if line.note == START else gettext("The whole event")
    return names.get(line.opponent) or (cell.opponent if cell else gettext("Not there"))


def term_text(explanation, line) -> str:
    """Format a term in its column's unit; of a ratio, as “part / whole”."""
    if line.term is None:
        return "–"
    if explanation.aggregate == RATIO:
        return f"{number_text(line.term)} / {number_text(line.denominator)}"
    return value_text(explanation.key, line.term)


def line_note(explanation, line) -> str:
    """“25.00, raised to the floor”."""
    note = gettext(line.note) if line.note else ""
    if not note or line.raw_term in (None, line.term):
        return note
    return f"{value_text(explanation.key, line.raw_term)}, {note}"


def fold_text(explanation) -> str:
    """“Mean of 3”, “Sum”, “7 / 12”."""
    counted = [line for line in explanation.lines if line.counted]
    if explanation.aggregate == RATIO:
        part, whole = sum(line.term for line in counted), sum(line.denominator for line in counted)
        return f"{number_text(part)} / {number_text(whole)}"
    if explanation.aggregate == MEAN:
        words = ngettext("Mean of {count}", "Mean of {count}", len(counted))
        return words.format(count=len(counted))
    return gettext("Sum")


def folded_text(explanation) -> str:
    """Format the result of the lines, with extra decimals before the rule rounds it."""
    if explanation.decimals is None or explanation.aggregated == explanation.value:
        return value_text(explanation.key, explanation.aggregated)
    return f"{explanation.aggregated:z.4f}".rstrip("0").rstrip(".").replace("-", "−")


def note_text(explanation) -> str:
    if explanation.aggregated == explanation.value:
        return ""
    if explanation.decimals is None:
        return gettext(explanation.note)
    words = ngettext("rounded to {count} decimal", "rounded to {count} decimals", explanation.decimals)
    return words.format(count=explanation.decimals)
