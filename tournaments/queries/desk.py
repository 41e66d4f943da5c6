"""The desk: the next step, the round's tables as they come in, what is missing."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from ..models import Event
from ..rules import history, progress, seating
from .clocks import PRESSES, ClockShown, clock_of, is_timed, more_text
from .frames import round_name
from .histories import history_of
from .steps import Step, next_step

CHIPS = 8


@dataclass(frozen=True)
class Cell:
    """A table of the round, or of finals opened early: `names` in the order of the seats; `state` is `in` or
    `waiting`; `query` leads to it among the results; `more`: how much longer than the round it may play."""

    table: int
    names: tuple[str, ...]
    state: str
    query: str
    more: str = ""


@dataclass(frozen=True)
class Sitter:
    """A player of a round that is over, and their table (None: the bye)."""

    key: str
    name: str
    table: int | None


@dataclass(frozen=True)
class Desk:
    """What the desk shows: no `cells` without a published round; `more` counts the missing past the chips.

    `minutes` are those that a round lasts; `is_timed`: the round is played, and has a clock or minutes.
    """

    step: Step
    version: int
    phase: int
    round: int
    round_text: str
    cells: tuple[Cell, ...]
    missing: tuple[Cell, ...]
    chips: tuple[Cell, ...]
    more: int
    reported: int
    ended: bool
    clock: ClockShown | None
    minutes: int
    is_timed: bool
    presses = PRESSES

    @property
    def all(self):
        return len(self.cells)


def desk_of(event: Event) -> Desk:
    """The event as its desk shows it: a fixed number of queries."""
    version = event.version
    told = history_of(event)
    number, round_ = round_at_desk(told)
    shown = round_ is not None and round_.state != history.DRAFT
    cells = (*cells_of(told, round_), *early_cells(told, number, round_)) if shown else ()
    missing = tuple(cell for cell in cells if cell.state == "waiting")
    return Desk(
        step=next_step(told),
        version=version,
        phase=number,
        round=round_.number if round_ else 0,
        round_text=round_name(told, number, round_.number) if shown else gettext("No round yet"),
        cells=cells,
        missing=missing,
        chips=missing[:CHIPS],
        more=max(len(missing) - CHIPS, 0),
        reported=len(cells) - len(missing),
        ended=progress.has_ended(told),
        clock=clock_of(told),
        minutes=progress.settings_for(told, number).minutes,
        is_timed=is_timed(told),
    )


def round_at_desk(told: history.Event) -> tuple[int, history.Round | None]:
    """(phase, its current round): the lowest that is not finished, else the last one drawn."""
    number = told.current
    rounds = told.phase(number).rounds
    return number, progress.open_round(told, number) or (rounds[-1] if rounds else None)


def cells_of(told: history.Event, round_: history.Round) -> tuple[Cell, ...]:
    names = told.names
    return tuple(
        Cell(
            match.table,
            names_at(match, names),
            state_of(match),
            f"table={match.table}",
            more_text(told, round_, match),
        )
        for match in round_.matches
        if not match.is_bye
    )


def state_of(match: history.Match) -> str:
    return "in" if match.reported else "waiting"


def early_cells(told: history.Event, phase: int, round_: history.Round) -> list[Cell]:
    """The tables of finals that opened before their round."""
    later = [r for r in told.phase(phase).rounds if r.number > round_.number and r.state == history.PUBLISHED]
    return [
        replace(cell, query=f"phase={phase}&round={r.number}&table={cell.table}")
        for r in later
        for cell in cells_of(told, r)
    ]


def names_at(match: history.Match, names: dict) -> tuple[str, ...]:
    return tuple(names[player] for player in match.players)


def sitters_of(told: history.Event, phase: int, round_: history.Round, names: dict) -> tuple[Sitter, ...]:
    """Those of a drawn round that is over who can be said to have sat elsewhere, by name."""
    if told.phase(phase).kind not in history.DRAWN_KINDS or not round_.finished:
        return ()
    excused = seating.asked_out(told, phase, round_)
    found = [
        Sitter(key, names[key], match.table)
        for match in round_.matches
        for key in match.players
        if not (match.is_bye and key in excused)
    ]
    return tuple(sorted(found, key=lambda sitter: sitter.name.casefold()))
