"""The desk's list of picked names and of the results that they reported."""

from dataclasses import dataclass

from ...models import Event, Pick
from ...rules.history import PUBLISHED, EventHistory
from ...rules.results import player_reports, text
from ...rules.rounds.picks import may_anyone_report
from ..history.cache import load_history
from ..rounds.clock import time_at


@dataclass(frozen=True)
class PickedName:
    """A phone that picked a player's name; `contested_time` is set while another phone contests it."""

    pk: int
    player: str
    name: str
    time: str
    contested_time: str
    is_confirmed: bool


@dataclass(frozen=True)
class MarkedNames:
    """Names that one phone may have picked: so many come from one address and browser, hashed as `origin`."""

    origin: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class PickedResult:
    """A result of an open round that picked names reported."""

    phase: int
    round: int
    table: int
    result: str


@dataclass(frozen=True)
class Picks:
    """The picked names, contested ones first, the marked ones by origin, and their results."""

    names: tuple[PickedName, ...]
    marked: tuple[MarkedNames, ...]
    results: tuple[PickedResult, ...]

    @property
    def contested(self):
        return tuple(name for name in self.names if name.contested_time)


def can_contest(event: Event, key: str) -> bool:
    """Return whether a phone has picked the name of the player with this id and another can contest it."""
    pick = Pick.objects.filter(event=event, player__public_id=key).first()
    return pick is not None and pick.can_be_contested


def get_picks(event: Event) -> Picks | None:
    """Return the picks of an event, in at most one query; None if names are not picked."""
    history = load_history(event)
    if not may_anyone_report(history):
        return None
    rows = list(Pick.objects.filter(event=event, by_link=False).select_related("player").order_by("id"))
    names = [
        PickedName(
            row.pk,
            row.player.public_id,
            row.player.name,
            time_at(event.timezone, row.at),
            time_at(event.timezone, row.contested_at) if row.contested_at else "",
            row.is_confirmed,
        )
        for row in rows
    ]
    return Picks(
        tuple(sorted(names, key=lambda name: not name.contested_time)),
        group_marked(rows),
        get_picked_results(history),
    )


def group_marked(picks: list[Pick]) -> tuple[MarkedNames, ...]:
    """Return the names of the marked picks of each origin, in order of their first pick."""
    names = {}
    for pick in picks:
        if pick.is_marked:
            names.setdefault(pick.origin, []).append(pick.player.name)
    return tuple(MarkedNames(origin, tuple(of_origin)) for origin, of_origin in names.items())


def get_picked_results(history: EventHistory) -> tuple[PickedResult, ...]:
    """Return the results of open rounds that picked names reported, until the desk corrects them."""
    return tuple(
        PickedResult(number, round_.number, match.table, text.describe_result(match, history.names))
        for number, phase in enumerate(history.phases, 1)
        for round_ in phase.rounds
        if round_.state == PUBLISHED
        for match in round_.matches
        if player_reports.is_result_picked(match)
    )
