"""Which results of a person count for the total, and the points for attendance."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

from ..errors import _
from ..pairing import Reason
from .events import SeriesEvent
from .series_rules import (
    ALL_EVENTS,
    EVERY,
    IN_A_ROW,
    AttendanceBonus,
    Number,
    SeriesCounting,
    number_text,
    whole_if_possible,
)


class KindResult(Protocol):
    """A result as the limits see it: its points, and the kind of its event."""

    kind: str
    points: Number


def struck_out(results: Sequence[KindResult], counting: SeriesCounting) -> dict[int, Reason]:
    """Return why results do not count, by their position; all others count.

    Results are in the order of the events; of equal ones the earlier counts. Kinds are limited first, then
    the best of all that remain are taken.
    """
    order = sorted(range(len(results)), key=lambda n: -results[n].points)
    reasons, of_kind, remaining = {}, {}, []
    for n in order:
        kind = results[n].kind
        of_kind[kind] = of_kind.get(kind, 0) + 1
        limit = counting.best_of_kind.get(kind)
        if limit is not None and of_kind[kind] > limit:
            reasons[n] = _kind_reason(kind, limit)
        else:
            remaining.append(n)
    if counting.best is not None:
        reasons |= dict.fromkeys(remaining[counting.best :], _best_reason(counting.best))
    return reasons


def total_without(results: Sequence[KindResult], counting: SeriesCounting, position: int) -> Number:
    """Return the points of the results that would count if the one at this position did not exist."""
    others = [result for n, result in enumerate(results) if n != position]
    struck = struck_out(others, counting)
    return whole_if_possible(sum(result.points for n, result in enumerate(others) if n not in struck))


def attendance_points(attended: Sequence[bool], bonus: AttendanceBonus | None) -> Number:
    """Return the points for attendance; `attended` has a value for each event that counts, in order."""
    if bonus is None:
        return 0
    return whole_if_possible(ATTENDANCES[bonus.rule].count(attended, bonus.number) * bonus.points)


def attendance_reason(attended: Sequence[bool], bonus: AttendanceBonus) -> Reason:
    """Return how the points for attendance were calculated."""
    rule = ATTENDANCES[bonus.rule]
    params = {
        "attended": sum(attended),
        "events": len(attended),
        "number": bonus.number,
        "count": rule.count(attended, bonus.number),
        "points": number_text(bonus.points),
    }
    return Reason(rule.text, params)


@dataclass(frozen=True, slots=True)
class AttendanceRule:
    """How attendance is counted: `count(attended, number)` says how often the bonus is given."""

    label: str
    text: str
    count: Callable


def _count_every(attended: Iterable[bool], number: int) -> int:
    return sum(attended) // number


def _count_in_a_row(attended: Iterable[bool], number: int) -> int:
    """Count full runs: six in a row are two of three."""
    return sum(len(list(run)) // number for was_there, run in groupby(attended) if was_there)


def _count_all(attended: Sequence[bool], number: int) -> int:
    return int(bool(attended) and all(attended))


ATTENDANCES: Mapping[str, AttendanceRule] = {
    EVERY: AttendanceRule(
        _("For each number of events attended"),
        _("{attended} events attended: {count} × {points} points, for each {number} events"),
        _count_every,
    ),
    IN_A_ROW: AttendanceRule(
        _("For each number of events attended in a row"),
        _("{attended} events attended: {count} × {points} points, for each {number} events in a row"),
        _count_in_a_row,
    ),
    ALL_EVENTS: AttendanceRule(
        _("For all events"),
        _("{attended} of {events} events attended: {count} × {points} points for all of them"),
        _count_all,
    ),
}


def left_out_reason(event: SeriesEvent, least_players: int) -> Reason | None:
    """Return why an event does not count: it has too few players. None if it counts.

    Points that were entered as they are count with any number of people.
    """
    if event.is_given or event.players >= least_players:
        return None
    params = {"players": event.players, "least": least_players}
    return Reason(_("Left out: {players} players, and events count with {least} or more"), params)


def _kind_reason(kind: str, limit: int) -> Reason:
    if limit == 1:
        return Reason(_("Only the best result of the kind “{kind}” counts"), {"kind": kind})
    return Reason(
        _("Only the {limit} best results of the kind “{kind}” count"), {"limit": limit, "kind": kind}
    )


def _best_reason(best: int) -> Reason:
    if best == 1:
        return Reason(_("Only the best result counts"))
    return Reason(_("Only the {best} best results count"), {"best": best})
