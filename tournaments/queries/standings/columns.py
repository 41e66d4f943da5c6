"""The columns of the standings in words: those a phase ranks by, and those it could."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules.history import BRACKET, EventHistory
from ...rules.rounds import progress
from ...rules.settings.settings import Settings
from ...rules.standings.standings import POINTS, Row
from ...rules.tiebreakers import PERCENT, TIEBREAKERS
from ..history.cache import history_of
from ..history.load import published
from ..wording.formats import number_text, percent_text


@dataclass(frozen=True)
class ColumnShown:
    key: str
    label: str
    explanation: str


def phase_to_show(history: EventHistory) -> int:
    """The current phase; of finals, the phase whose standings made the cut."""
    number = history.current
    while number > 1 and history.phase(number).kind == BRACKET:
        number -= 1
    return number


def settings_to_show(event: Event, phase: int | None = None) -> tuple[int, Settings, dict] | None:
    """The phase whose standings are shown, its settings, and what it has in place of the rulebook's;
    None for finals, which have no columns."""
    history = history_of(event)
    number = phase or phase_to_show(published(history))
    if number > len(history.phases) or history.phase(number).kind == BRACKET:
        return None
    return number, progress.settings_for(history, number), history.phase(number).settings


def columns_of(keys) -> tuple[ColumnShown, ...]:
    """Tiebreakers of the registry by key, with their words."""
    return tuple(
        ColumnShown(key, gettext(TIEBREAKERS[key].label), gettext(TIEBREAKERS[key].explanation))
        for key in keys
    )


def option_name(name: str) -> str:
    """An option of a column, as its field and its help page call it."""
    return {"floor": gettext("Floor")}.get(name, name)


def value_text(key: str, value: float) -> str:
    return percent_text(value) if TIEBREAKERS[key].unit == PERCENT else number_text(value)


def row_text(row: Row, key: str) -> str:
    """A row's number in a column, as the standings print it; a dash where it has none."""
    value = row.points if key == POINTS else row.values.get(key)
    return "–" if value is None else value_text(key, value)
