"""What separates people with the same number of points: one function for each rule, in a registry.

A function of the tied rows returns a value for each person; the higher value comes first. Values may be
tuples.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from ..errors import _
from ..history import LOSS, WIN
from ..pairing import Reason
from .rows import SeriesRow
from .series_rules import number_text

POINTS = "points"
# Below any result of an event: the person was not there.
NOT_THERE = -(10**12)


def total_points(rows: Sequence[SeriesRow]) -> dict[str, Any]:
    """Points = the total: all results that count, attendance and adjustments."""
    return {row.person: row.total for row in rows}


def best_result(rows: Sequence[SeriesRow]) -> dict[str, Any]:
    """Best result = the most points of one event, of the results that count."""
    return {row.person: max((cell.points for cell in row.counted), default=0) for row in rows}


def countback(rows: Sequence[SeriesRow]) -> dict[str, Any]:
    """Countback = the number of first places, then of second ones, and so on, of the results that count."""
    places = {row.person: Counter(cell.place for cell in row.counted if cell.place) for row in rows}
    last = max((place for counted in places.values() for place in counted), default=0)
    return {
        person: tuple(counted[place] for place in range(1, last + 1)) for person, counted in places.items()
    }


def matches_won(rows: Sequence[SeriesRow]) -> dict[str, Any]:
    """Wins = matches won in all events, without byes."""
    return {row.person: row.wins for row in rows}


def events_played(rows: Sequence[SeriesRow]) -> dict[str, Any]:
    """Events = the number of events with a result, whether it counts or not."""
    return {row.person: len(row.cells) for row in rows}


def head_to_head(rows: Sequence[SeriesRow]) -> dict[str, Any]:
    """Head-to-head = matches won minus matches lost against the tied people, in all events."""
    people = {row.person for row in rows}
    worth = {WIN: 1, LOSS: -1}
    return {
        row.person: sum(
            worth.get(result, 0)
            for cell in row.cells
            for opponent, result in cell.opponents
            if opponent in people and opponent != row.person
        )
        for row in rows
    }


def latest_result(rows: Sequence[SeriesRow]) -> dict[str, Any]:
    """Latest = the points of the last event, then of the one before it; who was absent comes after."""
    last = max((cell.position for row in rows for cell in row.cells), default=-1)
    values = {}
    for row in rows:
        points = {cell.position: cell.points for cell in row.cells}
        values[row.person] = tuple(points.get(n, NOT_THERE) for n in range(last, -1, -1))
    return values


def _describe_number(own: Any, other: Any) -> Reason:
    return Reason(_("{own} against {other}"), {"own": number_text(own), "other": number_text(other)})


def _describe_countback(own: tuple, other: tuple) -> Reason:
    place, mine, theirs = _first_difference(own, other)
    params = {"place": place + 1, "own": mine, "other": theirs}
    return Reason(_("number of places {place}: {own} against {other}"), params)


def _describe_latest(own: tuple, other: tuple) -> Reason:
    _position, mine, theirs = _first_difference(own, other)
    if NOT_THERE in (mine, theirs):
        return Reason(_("only one of them played in it"))
    return _describe_number(mine, theirs)


def _first_difference(own: tuple, other: tuple) -> tuple[int, Any, Any]:
    pairs = enumerate(zip_longest(own, other, fillvalue=0))
    return next((n, mine, theirs) for n, (mine, theirs) in pairs if mine != theirs)


@dataclass(frozen=True, slots=True)
class SeriesTie:
    """A rule that separates people with the same points.

    `function(rows)` returns a value for each person; `describe(own, other)` says in which way two values
    differ.
    """

    key: str
    label: str
    explanation: str
    function: Callable
    describe: Callable = _describe_number


TOTAL = SeriesTie(POINTS, _("Points"), _("All results that count, attendance and adjustments."), total_points)
TIES = {
    tie.key: tie
    for tie in (
        SeriesTie(
            "best_result",
            _("Best result"),
            _("The most points of a single event, of the results that count."),
            best_result,
        ),
        SeriesTie(
            "countback",
            _("Countback"),
            _("Most first places, then most second places, and so on, of the results that count."),
            countback,
            _describe_countback,
        ),
        SeriesTie("wins", _("Matches won"), _("Matches won in all events, without byes."), matches_won),
        SeriesTie("events", _("Events played"), _("Events with a result, struck out or not."), events_played),
        SeriesTie(
            "head_to_head",
            _("Head-to-head"),
            _("Matches won minus matches lost against those who are tied."),
            head_to_head,
        ),
        SeriesTie(
            "latest",
            _("Latest result"),
            _("The points of the latest event in which they differ; absence comes last."),
            latest_result,
            _describe_latest,
        ),
    )
}
