"""Labels and explanations of the standings' columns."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules.history import BRACKET, EventHistory
from ...rules.settings.settings import Settings
from ...rules.standings.standings import POINTS, PlayerStanding
from ...rules.tiebreakers import PERCENT, TIEBREAKERS
from ..history.cache import load_history
from ..history.load import without_draft_rounds
from ..wording.formats import number_text, percent_text


@dataclass(frozen=True)
class ColumnInfo:
    key: str
    label: str
    explanation: str


def phase_to_show(history: EventHistory) -> int:
    """Return the current phase, or in a bracket the Swiss phase before it."""
    number = history.current
    while number > 1 and history.phase(number).kind == BRACKET:
        number -= 1
    return number


def settings_to_show(event: Event, phase: int | None = None) -> tuple[int, Settings, dict] | None:
    """Return (phase, its settings, its overrides of the rulebook); None for finals, which have no columns."""
    history = load_history(event)
    number = phase or phase_to_show(without_draft_rounds(history))
    if number > len(history.phases) or history.phase(number).kind == BRACKET:
        return None
    return number, history.phase(number).settings, history.phase(number).settings


def columns_of(keys) -> tuple[ColumnInfo, ...]:
    """Return the ColumnInfo of each tiebreaker key."""
    return tuple(
        ColumnInfo(key, gettext(TIEBREAKERS[key].label), gettext(TIEBREAKERS[key].explanation))
        for key in keys
    )


def option_name(name: str) -> str:
    """Return the label of a column's option."""
    return {"floor": gettext("Minimum")}.get(name, name)


def value_text(key: str, value: float) -> str:
    """Format a number in its column's unit."""
    return percent_text(value) if TIEBREAKERS[key].unit == PERCENT else number_text(value)


def row_text(row: PlayerStanding, key: str) -> str:
    """Format a row's value in a column as the standings print it; a dash if it has none."""
    value = row.points if key == POINTS else row.values.get(key)
    return "–" if value is None else value_text(key, value)
