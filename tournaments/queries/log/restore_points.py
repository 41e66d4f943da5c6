"""Restore points: the list, and two of them side by side."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from ...models import Event, Snapshot
from ...rules import event_file
from ...rules.errors import RuleViolation, _
from ...rules.history import EventHistory
from ..history.cache import history_of
from ..wording.formats import when_text
from .undo import event_of_file


@dataclass(frozen=True)
class Point:
    """A restore point; `who` is empty for one that was kept by itself."""

    id: int
    name: str
    when: str
    who: str


@dataclass(frozen=True)
class Pair:
    """Two moments: their names, and the event at each; `ids` are None for now."""

    names: tuple[str, str]
    ids: tuple[int | None, int | None]
    events: tuple[EventHistory, EventHistory]


def points_of(event: Event) -> tuple[Point, ...]:
    """The event's restore points, the newest first."""
    zone = ZoneInfo(event.timezone)
    rows = event.snapshots.order_by("-id").values_list("id", "reason", "at", "who")
    return tuple(Point(pk, reason, when_text(at, zone), who) for pk, reason, at, who in rows)


def compared(event: Event, a: int | None, b: int | None) -> Pair:
    """Two restore points by id, None for the event as it is now. RuleViolation where there is no such one."""
    sides = [side(event, one) for one in (a, b)]
    names, events = zip(*sides, strict=True)
    return Pair(names, (a, b), events)


def side(event: Event, point: int | None) -> tuple[str, EventHistory]:
    if point is None:
        return gettext("now"), history_of(event)
    kept = point_at(event, point)
    return kept.reason, event_of_file(event_file.read_text(kept.file))


def point_at(event: Event, pk: int) -> Snapshot:
    """The event's restore point with this id. RuleViolation where there is none."""
    kept = event.snapshots.filter(pk=pk).first()
    if kept is None:
        raise RuleViolation(_("There is no such restore point."))
    return kept
