"""The desk: the next step, the round's tables as results come in, and what is missing."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event
from ...rules.history import BRACKET, DRAFT, PUBLISHED, EventHistory, RoundRecord
from ...rules.results import player_reports
from ...rules.rounds import progress
from ..events.status import round_name
from ..history.cache import load_history
from ..results.player_reports import (
    DISPUTED,
    IN,
    STATES,
    Alerts,
    DeskMessage,
    PlayerReport,
    build_alerts,
    get_table_state,
    list_messages,
    list_player_reports,
)
from ..rounds.clock import CLOCK_STEPS, ClockFields, clock_of, extension_text, is_timed, time_text
from .next_step import Step, get_next_step

# Missing tables that the next step links to; the rest is counted.
MAX_CHIPS = 8


@dataclass(frozen=True)
class DeskTable:
    """A table of the round, or of finals opened early.

    `names` are in seat order; `state` is one of STATES; `query` links to its result; `extension` is its time
    extension; `settles_at`: when a single report is confirmed automatically.
    """

    phase: int
    round: int
    number: int
    names: tuple[str, ...]
    state: str
    query: str
    extension: str
    player_reports: tuple[PlayerReport, ...]
    settles_at: str | None
    settles_time: str

    @property
    def state_text(self):
        return gettext(STATES[self.state])

    @property
    def key(self):
        return f"t{self.phase}.{self.round}.{self.number}"


@dataclass(frozen=True)
class Dashboard:
    """The desk; without `tables` if no round is published.

    `missing` are the tables without a result, most urgent first, `chips` the first of these. `minutes` is the
    length of a round; `is_timed`: the round is played and has a timer or minutes; `in_finals`: a round of
    finals, often played without a timer.
    """

    step: Step
    version: int
    phase: int
    round: int
    round_text: str
    tables: tuple[DeskTable, ...]
    missing: tuple[DeskTable, ...]
    has_ended: bool
    clock: ClockFields | None
    minutes: int
    is_timed: bool
    in_finals: bool
    messages: tuple[DeskMessage, ...]
    alerts: Alerts
    clock_steps = CLOCK_STEPS

    @property
    def chips(self):
        return self.missing[:MAX_CHIPS]

    @property
    def more_missing(self):
        return len(self.missing) - len(self.chips)

    @property
    def reported(self):
        return len(self.tables) - len(self.missing)

    @property
    def suggests_clock(self):
        """Return whether starting the clock is the next thing to do."""
        return not self.reported and not self.in_finals


def get_dashboard(event: Event) -> Dashboard:
    """Return the desk of an event, with a fixed number of queries."""
    history = load_history(event)
    phase, round_ = history.current, history.phase(history.current).current_round
    is_published = round_ is not None and round_.state != DRAFT
    tables = list_tables(history, phase, round_) if is_published else ()
    order = list(STATES)
    missing = [table for table in tables if table.state != IN]
    missing.sort(key=lambda table: order.index(table.state))
    messages = list_messages(event, history)
    disputed = {table.key: table.number for table in missing if table.state == DISPUTED}
    return Dashboard(
        step=get_next_step(history),
        version=history.version,
        phase=phase,
        round=round_.number if round_ else 0,
        round_text=round_name(history, phase, round_.number) if is_published else gettext("No round yet"),
        tables=tables,
        missing=tuple(missing),
        has_ended=progress.has_ended(history),
        clock=clock_of(history),
        minutes=progress.settings_for(history, phase).minutes,
        is_timed=is_timed(history),
        in_finals=history.phase(phase).kind == BRACKET,
        messages=messages,
        alerts=build_alerts(disputed, messages),
    )


def list_tables(history: EventHistory, phase: int, round_: RoundRecord) -> tuple[DeskTable, ...]:
    """Return the tables of the round, then those of finals that opened before their round."""
    tables = tables_of_round(history, phase, round_)
    for later in history.phase(phase).rounds:
        if later.number > round_.number and later.state == PUBLISHED:
            tables += tables_of_round(history, phase, later, f"phase={phase}&round={later.number}&")
    return tables


def tables_of_round(
    history: EventHistory, phase: int, round_: RoundRecord, query: str = ""
) -> tuple[DeskTable, ...]:
    """Return the tables of one round; `query` begins the query of their links."""
    names, settings = history.names, progress.settings_for(history, phase)
    minutes = player_reports.confirm_after_minutes(settings)
    matches = [match for match in round_.matches if not match.is_bye]
    settle_times = [player_reports.confirmed_at(match, minutes) for match in matches]
    return tuple(
        DeskTable(
            phase=phase,
            round=round_.number,
            number=match.table,
            names=tuple(names[player] for player in match.players),
            state=get_table_state(match),
            query=f"{query}table={match.table}",
            extension=extension_text(history, round_, match),
            player_reports=list_player_reports(match, names, history.timezone),
            settles_at=settles_at,
            settles_time=time_text(history.timezone, settles_at),
        )
        for match, settles_at in zip(matches, settle_times, strict=True)
    )
