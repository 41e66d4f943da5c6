"""The phases of an event as its desk plans them."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules.history import BRACKET, EventPhase, PhaseRecord
from ...rules.rounds import progress
from ..brackets.cut_preview import AvailableCut, find_available_cut
from ..history.cache import load_history
from ..wording.formats import KINDS, phase_name
from .overview import get_phase_overview


@dataclass(frozen=True)
class PhaseLine:
    """A phase of the plan; `facts` are (label, text) pairs.

    `is_coming`: it can be edited; `has_rounds`: it is ranked by points.
    """

    number: int
    name: str
    kind: str
    state: str
    facts: tuple[tuple[str, str], ...]
    is_coming: bool
    can_move_up: bool
    can_move_down: bool
    has_rounds: bool


@dataclass(frozen=True)
class PhasePlan:
    version: int
    rulebook: str
    lines: tuple[PhaseLine, ...]
    available_cut: AvailableCut | None
    phases: tuple[PhaseRecord, ...]

    @property
    def begun(self):
        return sum(not line.is_coming for line in self.lines)

    @property
    def last_rounds(self):
        """Return the number of the phase after which a new one is added: before finals that are to come."""
        return max([self.begun, *(line.number for line in self.lines if line.has_rounds)])

    @property
    def can_remove(self):
        return len(self.lines) > 1

    @property
    def kinds(self):
        """Return (kind, label) of the kinds of phases."""
        return tuple((kind, gettext(label)) for kind, label in KINDS.items())


def get_phase_plan(event: Event) -> PhasePlan:
    history = load_history(event)
    current = history.current_phase
    begun = current.number if current.begun else 0
    lines = tuple(phase_line(phase, begun) for phase in history.all_phases)
    return PhasePlan(history.version, history.rulebook, lines, find_available_cut(history), history.phases)


def phase_line(phase: EventPhase, begun: int) -> PhaseLine:
    return PhaseLine(
        number=phase.number,
        name=phase_name(phase),
        kind=gettext(KINDS.get(phase.kind, phase.kind)),
        state=state_text(phase, begun),
        facts=get_phase_overview(phase).facts,
        is_coming=phase.number > begun,
        can_move_up=phase.number > begun + 1,
        can_move_down=phase.number > begun and phase.next is not None,
        has_rounds=phase.kind != BRACKET,
    )


def state_text(phase: EventPhase, begun: int) -> str:
    if phase.number > begun:
        return gettext("upcoming")
    return gettext("finished") if phase.number < begun or progress.is_over(phase) else gettext("in progress")
