"""The desk: the next step, the round's tables as they come in, what is missing."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from ...models import Event
from ...rules.history import BRACKET, DRAFT, DRAWN_KINDS, PUBLISHED, EventHistory, MatchRecord, RoundRecord
from ...rules.results import player_reports
from ...rules.rounds import progress, seating
from ..events.status import round_name
from ..history.cache import history_of
from ..players.search import words_of
from ..results.player_reports import (
    DISPUTED,
    IN,
    ORDER,
    STATES,
    Heard,
    Rings,
    Told,
    heard_of,
    messages_of,
    rings_of,
    state_of,
)
from ..rounds.clock import PRESSES, ClockShown, clock_of, is_timed, more_text, time_text
from .next_step import Step, next_step

CHIPS = 8


@dataclass(frozen=True)
class Cell:
    """A table of the round, or of finals opened early: `names` in the order of the seats; `state` is one of
    heard.STATES; `query` leads to it among the results; `more`: how much longer than the round it may play.
    `heard` is what its players report, `settles_at` when one report stands by itself."""

    phase: int
    round: int
    table: int
    names: tuple[str, ...]
    state: str
    query: str
    more: str = ""
    heard: tuple[Heard, ...] = ()
    settles_at: str | None = None
    settles_time: str = ""

    @property
    def words(self):
        return gettext(STATES[self.state])

    @property
    def name(self):
        return f"t{self.phase}.{self.round}.{self.table}"


@dataclass(frozen=True)
class Sitter:
    """A player of a round that is over, and their table (None: the bye)."""

    key: str
    name: str
    table: int | None


@dataclass(frozen=True)
class Desk:
    """What the desk shows: no `cells` without a published round; `more` counts the missing past the chips.

    `minutes` are those that a round lasts; `is_timed`: the round is played, and has a clock or minutes;
    `in_finals`: it is one of finals, which many play without a clock.
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
    in_finals: bool
    presses = PRESSES
    messages: tuple[Told, ...]
    rings: Rings

    @property
    def begins(self):
        """Whether to start the clock is what comes next."""
        return not self.reported and not self.in_finals

    @property
    def all(self):
        return len(self.cells)


def desk_of(event: Event) -> Desk:
    """The event as its desk shows it: a fixed number of queries."""
    history = history_of(event)
    version = history.version
    number, round_ = round_at_desk(history)
    shown = round_ is not None and round_.state != DRAFT
    cells = (*cells_of(history, number, round_), *early_cells(history, number, round_)) if shown else ()
    missing = sorted((cell for cell in cells if cell.state != IN), key=lambda cell: ORDER.index(cell.state))
    messages = messages_of(event, history)
    disputed = {cell.name: cell.table for cell in missing if cell.state == DISPUTED}
    return Desk(
        step=next_step(history),
        version=version,
        phase=number,
        round=round_.number if round_ else 0,
        round_text=round_name(history, number, round_.number) if shown else gettext("No round yet"),
        cells=cells,
        missing=tuple(missing),
        chips=tuple(missing[:CHIPS]),
        more=max(len(missing) - CHIPS, 0),
        reported=len(cells) - len(missing),
        ended=progress.has_ended(history),
        clock=clock_of(history),
        minutes=progress.settings_for(history, number).minutes,
        is_timed=is_timed(history),
        in_finals=history.phase(number).kind == BRACKET,
        messages=messages,
        rings=rings_of(disputed, messages),
    )


def round_at_desk(history: EventHistory) -> tuple[int, RoundRecord | None]:
    """(phase, its current round): the lowest that is not finished, else the last one drawn."""
    number = history.current
    rounds = history.phase(number).rounds
    return number, progress.open_round(history, number) or (rounds[-1] if rounds else None)


def cells_of(history: EventHistory, phase: int, round_: RoundRecord) -> tuple[Cell, ...]:
    names, minutes = history.names, player_reports.stands_after(progress.settings_for(history, phase))
    tables = (match for match in round_.matches if not match.is_bye)
    return tuple(cell_of(history, phase, round_, match, names, minutes) for match in tables)


def cell_of(told, phase, round_, match, names, minutes) -> Cell:
    at = player_reports.stands_at(match, minutes)
    return Cell(
        phase=phase,
        round=round_.number,
        table=match.table,
        names=names_at(match, names),
        state=state_of(match),
        query=f"table={match.table}",
        more=more_text(told, round_, match),
        heard=heard_of(told, match, names),
        settles_at=at,
        settles_time=time_text(told.timezone, at),
    )


def early_cells(history: EventHistory, phase: int, round_: RoundRecord) -> list[Cell]:
    """The tables of finals that opened before their round."""
    later = [r for r in history.phase(phase).rounds if r.number > round_.number and r.state == PUBLISHED]
    return [
        replace(cell, query=f"phase={phase}&round={r.number}&table={cell.table}")
        for r in later
        for cell in cells_of(history, phase, r)
    ]


def names_at(match: MatchRecord, names: dict) -> tuple[str, ...]:
    return tuple(names[player] for player in match.players)


def sitters_of(history: EventHistory, phase: int, round_: RoundRecord, names: dict) -> tuple[Sitter, ...]:
    """Those of a drawn round that is over who can be said to have sat elsewhere, by name."""
    if history.phase(phase).kind not in DRAWN_KINDS or not round_.finished:
        return ()
    excused = seating.asked_out(history, phase, round_)
    found = [
        Sitter(key, names[key], match.table)
        for match in round_.matches
        for key in match.players
        if not (match.is_bye and key in excused)
    ]
    return tuple(sorted(found, key=lambda sitter: words_of(sitter.name)))
