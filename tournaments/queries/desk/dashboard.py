"""The desk: the next step, the round's tables as they come in, what is missing."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from ...models import Event
from ...rules.history import BRACKET, DRAFT, DRAWN_KINDS, PUBLISHED, EventHistory, MatchRecord, RoundRecord
from ...rules.results import player_reports
from ...rules.rounds import progress, seating
from ..events.status import round_name
from ..history.cache import load_history
from ..players.search import words_of
from ..results.player_reports import (
    DISPUTED,
    IN,
    ORDER,
    STATES,
    Alerts,
    DeskMessage,
    PlayerReport,
    build_alerts,
    list_player_reports,
    messages_of,
    state_of,
)
from ..rounds.clock import PRESSES, ClockFields, clock_of, is_timed, more_text, time_text
from .next_step import Step, next_step

CHIPS = 8


@dataclass(frozen=True)
class DeskCell:
    """A table of the round, or of finals opened early.

    `names` in seat order; `state` is one of STATES; `query` links to its result; `more`: its time extension;
    `heard`: the players' reports; `settles_at`: when a single report is confirmed automatically.
    """

    phase: int
    round: int
    table: int
    names: tuple[str, ...]
    state: str
    query: str
    more: str = ""
    player_reports: tuple[PlayerReport, ...] = ()
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
    """The desk; without `cells` if no round is published.

    `more` counts missing tables beyond the chips, `minutes` is the length of a round; `is_timed`: the round
    is played and has a timer or minutes; `in_finals`: a round of finals, often played without a timer.
    """

    step: Step
    version: int
    phase: int
    round: int
    round_text: str
    cells: tuple[DeskCell, ...]
    missing: tuple[DeskCell, ...]
    chips: tuple[DeskCell, ...]
    more: int
    reported: int
    ended: bool
    clock: ClockFields | None
    minutes: int
    is_timed: bool
    in_finals: bool
    presses = PRESSES
    messages: tuple[DeskMessage, ...]
    alerts: Alerts

    @property
    def begins(self):
        """Whether to start the clock is what comes next."""
        return not self.reported and not self.in_finals

    @property
    def all(self):
        return len(self.cells)


def desk_of(event: Event) -> Desk:
    """The event as its desk shows it: a fixed number of queries."""
    history = load_history(event)
    version = history.version
    number, round_ = round_at_desk(history)
    is_published = round_ is not None and round_.state != DRAFT
    cells = (
        (*cells_of(history, number, round_), *early_cells(history, number, round_)) if is_published else ()
    )
    missing = sorted((cell for cell in cells if cell.state != IN), key=lambda cell: ORDER.index(cell.state))
    messages = messages_of(event, history)
    disputed = {cell.name: cell.table for cell in missing if cell.state == DISPUTED}
    return Desk(
        step=next_step(history),
        version=version,
        phase=number,
        round=round_.number if round_ else 0,
        round_text=round_name(history, number, round_.number) if is_published else gettext("No round yet"),
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
        alerts=build_alerts(disputed, messages),
    )


def round_at_desk(history: EventHistory) -> tuple[int, RoundRecord | None]:
    """(phase, its current round): the lowest that is not finished, else the last one drawn."""
    number = history.current
    rounds = history.phase(number).rounds
    return number, progress.open_round(history, number) or (rounds[-1] if rounds else None)


def cells_of(history: EventHistory, phase: int, round_: RoundRecord) -> tuple[DeskCell, ...]:
    names, minutes = (
        history.names,
        player_reports.confirm_after_minutes(progress.settings_for(history, phase)),
    )
    tables = (match for match in round_.matches if not match.is_bye)
    return tuple(cell_of(history, phase, round_, match, names, minutes) for match in tables)


def cell_of(history, phase, round_, match, names, minutes) -> DeskCell:
    at = player_reports.confirmed_at(match, minutes)
    return DeskCell(
        phase=phase,
        round=round_.number,
        table=match.table,
        names=names_at(match, names),
        state=state_of(match),
        query=f"table={match.table}",
        more=more_text(history, round_, match),
        player_reports=list_player_reports(history, match, names),
        settles_at=at,
        settles_time=time_text(history.timezone, at),
    )


def early_cells(history: EventHistory, phase: int, round_: RoundRecord) -> list[DeskCell]:
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
    """Return the players of a finished round whose table can be corrected, by name."""
    if history.phase(phase).kind not in DRAWN_KINDS or not round_.finished:
        return ()
    excused = seating.excused_players(history, phase, round_)
    sitters = [
        Sitter(key, names[key], match.table)
        for match in round_.matches
        for key in match.players
        if not (match.is_bye and key in excused)
    ]
    return tuple(sorted(sitters, key=lambda sitter: words_of(sitter.name)))
