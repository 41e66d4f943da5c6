"""The columns of the standings in words: those a phase ranks by, and those it could."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ..models import Event
from ..rules import history, progress
from ..rules.tiebreakers import PERCENT, TIEBREAKERS
from .histories import as_shown, history_of
from .wording import number_text, percent_text


@dataclass(frozen=True)
class ColumnShown:
    key: str
    label: str
    explanation: str


@dataclass(frozen=True)
class ColumnsChosen:
    """What the organiser orders: the phase's columns, and those of the registry that it leaves out."""

    phase: int
    chosen: tuple[ColumnShown, ...]
    left: tuple[ColumnShown, ...]


def phase_to_show(told: history.Event) -> int:
    """The current phase; of finals, the phase whose standings made the cut."""
    number = told.current
    while number > 1 and told.phase(number).kind == history.BRACKET:
        number -= 1
    return number


def columns_chosen(event: Event, phase: int | None = None) -> ColumnsChosen | None:
    """The tiebreakers a phase ranks by and those it could; None for finals, which have none."""
    told = history_of(event)
    number = phase or phase_to_show(as_shown(told))
    if told.phase(number).kind == history.BRACKET:
        return None
    settings = progress.settings_for(told, number)
    chosen = tuple(column.key for column in settings.columns)
    left = (key for key in TIEBREAKERS if key not in (*chosen, settings.first_column, "points"))
    return ColumnsChosen(number, columns_of(chosen), columns_of(left))


def columns_of(keys) -> tuple[ColumnShown, ...]:
    """Tiebreakers of the registry by key, with their words."""
    return tuple(
        ColumnShown(key, gettext(TIEBREAKERS[key].label), gettext(TIEBREAKERS[key].explanation))
        for key in keys
    )


def value_text(key: str, value: float) -> str:
    return percent_text(value) if TIEBREAKERS[key].unit == PERCENT else number_text(value)
