"""The phases of an event as its desk plans them."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules import history
from ...rules.rounds import progress
from ..brackets.cut_preview import CutDoor, cut_door
from ..history.cache import history_of
from ..wording.formats import KINDS, phase_name
from .overview import phase_told


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
    door: CutDoor | None
    phases: tuple[history.Phase, ...]

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
    """The event's phases, those that can still be changed marked."""
    told = history_of(event)
    version = told.version
    begun = told.current if told.phase(told.current).begun else 0
    lines = tuple(line_of(told, number, begun) for number in range(1, len(told.phases) + 1))
    return Plan(version, told.rulebook, lines, cut_door(told), told.phases)


def line_of(told: history.Event, number: int, begun: int) -> PhaseLine:
    phase = told.phase(number)
    return PhaseLine(
        number,
        phase_name(told, number),
        gettext(KINDS.get(phase.kind, phase.kind)),
        state_text(told, number, begun),
        phase_told(told, number).facts,
        coming=number > begun,
        up=number > begun + 1,
        down=begun < number < len(told.phases),
        has_rounds=phase.kind != history.BRACKET,
    )


def state_text(told: history.Event, number: int, begun: int) -> str:
    if number > begun:
        return gettext("to come")
    return gettext("over") if number < begun or progress.is_over(told, number) else gettext("running")
