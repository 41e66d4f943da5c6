"""Labels and explanations of the standings' columns."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules.history import BRACKET, EventHistory, EventPhase
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


def phase_to_show(history: EventHistory) -> EventPhase:
    """Return the current phase, or in a bracket the Swiss phase before it."""
    phase = history.current_phase
    while phase.previous and phase.kind == BRACKET:
        phase = phase.previous
    return phase


def find_phase_with_columns(event: Event, number: int | None = None) -> EventPhase | None:
    """Return the phase of this number, by default the one to show; None for finals, which have no columns."""
    history = load_history(event)
    phase = history.find_phase(number or phase_to_show(without_draft_rounds(history)).number)
    return phase if phase and phase.kind != BRACKET else None


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
