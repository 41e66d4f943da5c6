"""The phases of an event as its desk plans them."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules.history import BRACKET, EventHistory, PhaseRecord
from ...rules.rounds import progress
from ..brackets.cut_preview import AvailableCut, find_available_cut
from ..history.cache import load_history
from ..wording.formats import KINDS, phase_name
from .overview import get_phase_overview


@dataclass(frozen=True)
class PhaseLine:
    """A phase of the plan. `facts` are (label, words); `coming` it can be changed, `up` and `down` moved;
    `has_rounds` it is ranked by points."""

    number: int
    name: str
    kind: str
    state: str
    facts: tuple[tuple[str, str], ...]
    coming: bool
    up: bool
    down: bool
    has_rounds: bool


@dataclass(frozen=True)
class Plan:
    version: int
    rulebook: str
    lines: tuple[PhaseLine, ...]
    door: AvailableCut | None
    phases: tuple[PhaseRecord, ...]

    @property
    def begun(self):
        return sum(not line.coming for line in self.lines)

    @property
    def last_rounds(self):
        """The number of the phase behind which one more is put: before finals that are to come."""
        return max([self.begun, *(line.number for line in self.lines if line.has_rounds)])

    @property
    def removable(self):
        return len(self.lines) > 1

    @property
    def kinds(self):
        """(kind, its words) of what a phase can be."""
        return tuple((kind, gettext(words)) for kind, words in KINDS.items())


def plan_of(event: Event) -> Plan:
    """Return the event's phases, with a mark for the editable ones."""
    history = load_history(event)
    version = history.version
    begun = history.current if history.phase(history.current).begun else 0
    lines = tuple(line_of(history, number, begun) for number in range(1, len(history.phases) + 1))
    return Plan(version, history.rulebook, lines, find_available_cut(history), history.phases)


def line_of(history: EventHistory, number: int, begun: int) -> PhaseLine:
    phase = history.phase(number)
    return PhaseLine(
        number,
        phase_name(history, number),
        gettext(KINDS.get(phase.kind, phase.kind)),
        state_text(history, number, begun),
        get_phase_overview(history, number).facts,
        coming=number > begun,
        up=number > begun + 1,
        down=begun < number < len(history.phases),
        has_rounds=phase.kind != BRACKET,
    )


def state_text(history: EventHistory, number: int, begun: int) -> str:
    if number > begun:
        return gettext("to come")
    return gettext("over") if number < begun or progress.is_over(history, number) else gettext("running")
