"""The working behind a number in words: what each round gave, and what it comes to."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...rules.history import EventHistory
from ...rules.standings import working
from ...rules.standings.working import START
from ...rules.tiebreakers import MEAN, RATIO
from ..help.example_event import Cell
from ..results.bets import bet_text
from ..wording.formats import number_text
from .columns import value_text


@dataclass(frozen=True)
class LineTold:
    """A round: against whom, what happened, what it gave; `counts` not where it is left out."""

    round: str
    opponent: str
    cell: Cell | None
    term: str
    note: str
    counts: bool


@dataclass(frozen=True)
class Terms:
    """`fold` names what is done with the lines and `folded` what that gives; `note` says what made it
    `value`, the number of the standings, where the two differ. A lot has no lines."""

    lines: tuple[LineTold, ...]
    fold: str
    folded: str
    note: str
    value: str


def terms_of(history: EventHistory, shown: working.Shown, cells) -> Terms:
    """A number's working; `cells` as examples.cells_of gives them."""
    names = history.names
    return Terms(
        tuple(line_told(shown, line, names, cells.get((shown.player, line.round))) for line in shown.lines),
        fold_text(shown),
        folded_text(shown),
        note_text(shown),
        value_text(shown.key, shown.value),
    )


def line_told(shown, line, names, cell) -> LineTold:
    return LineTold(
        str(line.round or ""),
        opponent_text(line, names, cell),
        cell,
        term_text(shown, line),
        line_note(shown, line) or bet_text(line, names),
        line.counted,
    )


def opponent_text(line, names, cell) -> str:
    if line.round == 0:
        return gettext("At the start") if line.note == START else gettext("The whole event")
    return names.get(line.opponent) or (cell.opponent if cell else gettext("Not there"))


def term_text(shown, line) -> str:
    """A term as the column's numbers are written; of a ratio, a part and its whole."""
    if line.term is None:
        return "–"
    if shown.fold == RATIO:
        return f"{number_text(line.term)} / {number_text(line.whole)}"
    return value_text(shown.key, line.term)


def line_note(shown, line) -> str:
    """“25.00, raised to the floor”."""
    note = gettext(line.note) if line.note else ""
    if not note or line.unbound in (None, line.term):
        return note
    return f"{value_text(shown.key, line.unbound)}, {note}"


def fold_text(shown) -> str:
    """“Mean of 3”, “Sum”, “7 / 12”."""
    counted = [line for line in shown.lines if line.counted]
    if shown.fold == RATIO:
        part, whole = sum(line.term for line in counted), sum(line.whole for line in counted)
        return f"{number_text(part)} / {number_text(whole)}"
    if shown.fold == MEAN:
        words = ngettext("Mean of {count}", "Mean of {count}", len(counted))
        return words.format(count=len(counted))
    return gettext("Sum")


def folded_text(shown) -> str:
    """What the lines come to; before the rule rounds it, with more decimals than the standings have."""
    if shown.decimals is None or shown.folded == shown.value:
        return value_text(shown.key, shown.folded)
    return f"{shown.folded:z.4f}".rstrip("0").rstrip(".").replace("-", "−")


def note_text(shown) -> str:
    if shown.folded == shown.value:
        return ""
    if shown.decimals is None:
        return gettext(shown.note)
    words = ngettext("rounded to {count} decimal", "rounded to {count} decimals", shown.decimals)
    return words.format(count=shown.decimals)
