"""Restore points: the list, and a comparison of two."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from ...models import Event, RestorePoint
from ...rules import event_file, finals
from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET, EventHistory, EventPhase
from ...rules.rounds.progress import NextRound
from ..desk.next_step import round_in_sentence
from ..events.status import round_name
from ..history.cache import load_history
from ..wording.formats import phase_name, when_text
from .undo import without_log


@dataclass(frozen=True)
class RestorePointLine:
    """A restore point; `who` is empty for an automatic one."""

    id: int
    name: str
    when: str
    who: str


@dataclass(frozen=True)
class RestorePointComparison:
    """Two moments: their names, and the event at each; `ids` are None for now."""

    names: tuple[str, str]
    ids: tuple[int | None, int | None]
    events: tuple[EventHistory, EventHistory]


def get_restore_points(event: Event) -> tuple[RestorePointLine, ...]:
    """Return the event's restore points, newest first."""
    zone = ZoneInfo(event.timezone)
    rows = event.restore_points.order_by("-id").values_list("id", "reason", "at", "who")
    return tuple(RestorePointLine(pk, reason, when_text(at, zone), who) for pk, reason, at, who in rows)


def name_before_pairing(new_round: NextRound) -> str:
    """“before round 2”, “before Top 8, Quarter-finals”: names the point kept before a round is paired.

    Without a round it is kept before the pods of a draft. The phase is named if the event has several.
    """
    phase, number = new_round.phase, new_round.round.number if new_round.round else 0
    if len(phase.history.phases) == 1:
        text = round_in_sentence(phase, number) if number else gettext("the pods")
        return gettext("before {round}").format(round=text)
    if not number:
        text = gettext("pods")
    elif phase.kind == BRACKET:
        text = round_name(phase, number)
    else:
        text = gettext("round {number}").format(number=number)
    return gettext("before {phase}, {round}").format(phase=restore_point_phase(phase), round=text)


def restore_point_phase(phase: EventPhase) -> str:
    """Return the organiser's name of a phase; finals that are called after their system are “Top 8”."""
    if phase.kind == BRACKET:
        table = finals.bracket_of(phase).table
        if phase.name in ("", table.name):
            return gettext("Top {size}").format(size=table.size)
    return phase_name(phase)


def compare_restore_points(event: Event, a: int | None, b: int | None) -> RestorePointComparison:
    """Compare two restore points by id; None is the current event. Raises RuleViolation for an unknown id."""
    names, events = zip(*(load_state(event, point) for point in (a, b)), strict=True)
    return RestorePointComparison(names, (a, b), events)


def load_state(event: Event, point: int | None) -> tuple[str, EventHistory]:
    """Return (name, event) of a restore point, or of now."""
    if point is None:
        return gettext("now"), load_history(event)
    row = get_restore_point(event, point)
    return row.reason, without_log(event_file.read_text(row.file))


def get_restore_point(event: Event, pk: int) -> RestorePoint:
    """Return the event's restore point. Raises RuleViolation if it does not exist."""
    row = event.restore_points.filter(pk=pk).first()
    if row is None:
        raise RuleViolation(_("This restore point doesn’t exist."))
    return row
