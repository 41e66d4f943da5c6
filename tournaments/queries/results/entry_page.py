"""The desk's result entry of a round: its tables, warnings and confirmations."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext

from ...models import Event
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, DRAFT, EventHistory, MatchRecord, RoundRecord
from ...rules.results import corrections, parsing, text
from ...rules.rounds import permissions_by_state, progress
from ..desk.dashboard import Sitter, round_at_desk, sitters_of
from ..events.status import round_name
from ..history.cache import load_history
from .entry_buttons import ReportingMode, ResultEntryTable, table_of
from .player_reports import DISPUTED, build_alerts, list_player_reports, state_of


@dataclass(frozen=True)
class RoundOption:
    """A round in the round picker."""

    phase: int
    number: int
    name: str
    current: bool


@dataclass(frozen=True)
class RoundReport:
    """The result entry of one round; tables are built from `matches` by `made` on demand.

    `warning` explains what a change means now; drafts take no results. `sitters` are offered for seat
    corrections, if those are possible."""

    version: int
    phase: int
    round: int
    name: str
    draft: bool
    warning: str
    matches: tuple[MatchRecord, ...]
    made: Callable[[MatchRecord], ResultEntryTable]
    rounds: tuple[RoundOption, ...]
    sitters: tuple[Sitter, ...] = ()

    @cached_property
    def tables(self):
        return tuple(map(self.made, self.matches))

    @cached_property
    def disputed(self):
        """Return the tables with contradicting player reports."""
        return tuple(self.made(match) for match in self.matches if state_of(match) == DISPUTED)

    @property
    def alerts(self):
        return build_alerts(
            {f"t{self.phase}.{self.round}.{one.number}": one.number for one in self.disputed}, ()
        )

    @property
    def reported(self):
        return sum(match.reported for match in self.matches)

    def table(self, number: int) -> ResultEntryTable | None:
        match = match_at_table(self, number)
        return match and self.made(match)

    def neighbouring_tables(self, number: int) -> tuple[int | None, int | None]:
        """Return the numbers of the tables before and after this one."""
        numbers = [match.table for match in self.matches]
        place = numbers.index(number)
        before = numbers[place - 1] if place else None
        return before, numbers[place + 1] if place + 1 < len(numbers) else None


def get_round_report(event: Event, phase: int | None = None, number: int | None = None) -> RoundReport | None:
    """Return the result entry of a round, by default the current one; None if it does not exist."""
    history = load_history(event)
    version = history.version
    current = round_at_desk(history)
    phase_and_round = find_round(history, phase, number) if number else current
    if phase_and_round is None or phase_and_round[1] is None:
        return None
    phase, round_ = phase_and_round
    names, mode = history.names, reporting_mode(history, phase, round_)
    return RoundReport(
        version=version,
        phase=phase,
        round=round_.number,
        name=round_name(history, phase, round_.number),
        draft=round_.state == DRAFT,
        warning=warning(history, phase, round_),
        matches=tuple(match for match in round_.matches if not match.is_bye),
        made=lambda match: table_with_reports(history, match, names, mode),
        rounds=tuple(
            RoundOption(
                n, r.number, round_name(history, n, r.number), (n, r.number) == (phase, round_.number)
            )
            for n, one in enumerate(history.phases, 1)
            for r in one.rounds
            if r.state != DRAFT
        ),
        sitters=sitters_of(history, phase, round_, names),
    )


def table_with_reports(
    history: EventHistory, match: MatchRecord, names: dict, mode: ReportingMode
) -> ResultEntryTable:
    """Return the table with its players' reports."""
    return replace(
        table_of(match, names, mode),
        state=state_of(match),
        player_reports=list_player_reports(history, match, names),
    )


def reporting_mode(history: EventHistory, phase: int, round_: RoundRecord) -> ReportingMode:
    """Return how the matches of a round are reported."""
    here, settings = history.phase(phase), progress.settings_for(history, phase)
    return ReportingMode(
        settings.rulebook.report,
        settings.best_of_in(round_.number),
        draws=settings.rulebook.draws,
        must_be_won=here.must_be_won,
        can_clear=here.kind == BRACKET or not round_.finished,
    )


def find_round(history: EventHistory, phase: int | None, number: int):
    """Return (phase, round); None if the phase or round does not exist."""
    phase = phase or history.current
    if not 1 <= phase <= len(history.phases):
        return None
    return next(((phase, r) for r in history.phase(phase).rounds if r.number == number), None)


def match_at_table(round_: RoundRecord | RoundReport, table: int) -> MatchRecord | None:
    return next((match for match in round_.matches if match.table == table), None)


def find_match(history: EventHistory, phase: int, number: int, table: int) -> MatchRecord | None:
    """Return the match at a table of a round; None if there is no match."""
    phase_and_round = find_round(history, phase, number)
    return match_at_table(phase_and_round[1], table) if phase_and_round else None


def warning(history: EventHistory, phase: int, round_: RoundRecord) -> str:
    """Return the warning for changing results of this round; empty while the round runs."""
    if corrections.round_drawn_after(history, phase, round_.number):
        words = permissions_by_state.verdict("correct_result", permissions_by_state.FOLLOWED)[1]
        return gettext(words).format(round=round_.number)
    followed = phase < history.current or round_.number < len(history.phase(phase).rounds)
    in_bracket = history.phase(phase).kind == BRACKET
    level, words = permissions_by_state.verdict(
        "report_result", permissions_by_state.when(round_.state, followed, in_bracket)
    )
    return gettext(words).format(round=round_.number) if level != permissions_by_state.FINE else ""


def excess_games_warning(event: Event, phase: int, number: int, table: int, notation: str) -> str:
    """Return a confirmation text if the result has more games than the match allows, else empty."""
    history = load_history(event)
    match = find_match(history, phase, number, table)
    if match is None:
        return ""
    try:
        reported = parsing.parse_result(history, phase, match, notation)
    except RuleViolation:
        return ""
    best_of = progress.settings_for(history, phase).best_of_in(number)
    if not parsing.has_too_many_games(reported, best_of):
        return ""
    return gettext("{said} is more than a best of {best_of} has. Save once more if it is so.").format(
        said=notation.replace("-", text.DASH), best_of=best_of
    )


def result_text(event: Event, phase: int, number: int, table: int) -> str:
    """Return “Table 12: corncrake 2–1 dovetail” for the current result."""
    history = load_history(event)
    match = find_match(history, phase, number, table)
    if match is None:
        return ""
    names = history.names
    return gettext("Table {table}: {said}").format(table=table, said=text.words(match, names, gettext))
