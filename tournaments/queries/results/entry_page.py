"""The desk's result entry of a round: its tables, warnings and confirmations."""

from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext, ngettext

from ...models import Event
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, DRAFT, DRAWN_KINDS, EventHistory, EventPhase, MatchRecord, RoundRecord
from ...rules.results import corrections, parsing, player_reports, text
from ...rules.rounds import permissions_by_state, seating
from ..events.status import round_name
from ..history.cache import load_history
from ..players.search import name_words
from ..rounds.clock import extension_text, time_text
from .entry_buttons import ReportingMode, ResultEntryTable, build_entry_table
from .player_reports import DISPUTED, Alerts, build_alerts, get_table_state, list_player_reports


@dataclass(frozen=True)
class RoundOption:
    """A round in the round picker."""

    phase: int
    number: int
    name: str
    is_current: bool


@dataclass(frozen=True)
class SeatedPlayer:
    """A player of a round, and their table (None: the bye)."""

    key: str
    name: str
    table: int | None


@dataclass(frozen=True)
class ResultEntry:
    """The result entry of one round; its tables are built on demand.

    `warning` explains what a change means now; drafts take no results. `correctable_players` are offered for
    seat corrections, if those are possible.
    """

    history: EventHistory
    phase: int
    round: int
    name: str
    is_draft: bool
    warning: str
    matches: tuple[MatchRecord, ...]
    reporting: ReportingMode
    rounds: tuple[RoundOption, ...]
    correctable_players: tuple[SeatedPlayer, ...]

    @property
    def version(self):
        return self.history.version

    @cached_property
    def names(self):
        return self.history.names

    @cached_property
    def tables(self):
        return tuple(map(self.build_table, self.matches))

    @cached_property
    def disputed(self):
        """Return the tables with contradicting player reports."""
        return tuple(self.build_table(m) for m in self.matches if get_table_state(m) == DISPUTED)

    @property
    def alerts(self) -> Alerts:
        tables = [table.number for table in self.disputed]
        return build_alerts({f"t{self.phase}.{self.round}.{table}": table for table in tables}, ())

    @property
    def reported(self):
        return sum(match.reported for match in self.matches)

    @cached_property
    def confirm_after_minutes(self):
        return player_reports.confirm_after_minutes(self.history.phase(self.phase).settings)

    def build_table(self, match: MatchRecord) -> ResultEntryTable:
        round_ = self.history.round(self.phase, self.round)
        settles_at = player_reports.confirmed_at(match, self.confirm_after_minutes)
        return replace(
            build_entry_table(match, self.names, self.reporting),
            phase=self.phase,
            round=self.round,
            state=get_table_state(match),
            player_reports=list_player_reports(match, self.names, self.history.timezone),
            extension=extension_text(self.history, round_, match),
            drops=self.drops_text(match),
            settles_at=settles_at,
            settles_time=time_text(self.history.timezone, settles_at),
        )

    @cached_property
    def leaving(self) -> set[str]:
        """Return the ids of the players who drop after this round."""
        number = self.history.phase(self.phase).rounds_before + self.round
        return {player.id for player in self.history.players if player.dropped_after == number}

    def drops_text(self, match: MatchRecord) -> str:
        """Return “Ada drops after this round”; empty if everybody plays on."""
        names = [self.names[player] for player in match.players if player in self.leaving]
        text = ngettext("{names} drops after this round", "{names} drop after this round", len(names))
        return text.format(names=", ".join(names)) if names else ""

    def find_table(self, number: int) -> ResultEntryTable | None:
        match = next((match for match in self.matches if match.table == number), None)
        return match and self.build_table(match)

    def neighbouring_tables(self, number: int) -> tuple[int | None, int | None]:
        """Return the numbers of the tables before and after this one."""
        numbers = [None, *(match.table for match in self.matches), None]
        position = numbers.index(number)
        return numbers[position - 1], numbers[position + 1]


def get_result_entry(event: Event, phase: int | None = None, number: int | None = None) -> ResultEntry | None:
    """Return the result entry of a round, by default the current one; None if it does not exist."""
    history = load_history(event)
    shown = history.find_phase(phase) if number and phase else history.current_phase
    round_ = shown and (shown.find_round(number) if number else shown.current_round)
    return round_ and build_result_entry(shown, round_)


def build_result_entry(phase: EventPhase, round_: RoundRecord) -> ResultEntry:
    history = phase.history
    return ResultEntry(
        history=history,
        phase=phase.number,
        round=round_.number,
        name=round_name(phase, round_.number),
        is_draft=round_.state == DRAFT,
        warning=change_warning(phase, round_),
        matches=tuple(match for match in round_.matches if not match.is_bye),
        reporting=get_reporting_mode(phase, round_),
        rounds=tuple(
            RoundOption(other.number, r.number, round_name(other, r.number), (other, r) == (phase, round_))
            for other in history.all_phases
            for r in other.rounds
            if r.state != DRAFT
        ),
        correctable_players=correctable_players(phase, round_),
    )


def correctable_players(phase: EventPhase, round_: RoundRecord) -> tuple[SeatedPlayer, ...]:
    """Return the players of a finished round whose table can be corrected, by name."""
    if phase.kind not in DRAWN_KINDS or not round_.finished:
        return ()
    excused = seating.excused_players(phase, round_)
    players = [
        SeatedPlayer(player, phase.history.names[player], match.table)
        for match in round_.matches
        for player in match.players
        if not (match.is_bye and player in excused)
    ]
    return tuple(sorted(players, key=lambda player: name_words(player.name)))


def get_reporting_mode(phase: EventPhase, round_: RoundRecord) -> ReportingMode:
    """Return how the matches of a round are reported."""
    settings = phase.settings
    return ReportingMode(
        settings.rulebook.report,
        settings.best_of_in(round_.number),
        draws=settings.rulebook.draws,
        must_be_won=phase.must_be_won,
        can_clear=phase.kind == BRACKET or not round_.finished,
    )


def get_situation(phase: EventPhase, round_: RoundRecord) -> str:
    """Return the round's situation, one of those in rules.rounds.permissions_by_state."""
    is_followed = phase.number < phase.history.current_phase.number or round_.number < len(phase.rounds)
    return permissions_by_state.situation_of(round_.state, is_followed, phase.kind == BRACKET)


def change_warning(phase: EventPhase, round_: RoundRecord) -> str:
    """Return the warning for changing results of this round; empty while the round runs."""
    rule, situation = permissions_by_state.ENTER_RESULT, get_situation(phase, round_)
    if corrections.round_drawn_after(phase, round_.number):
        rule, situation = permissions_by_state.CORRECT_RESULT, permissions_by_state.FOLLOWED
    level, warning = rule[situation]
    if level == permissions_by_state.ALLOWED:
        return ""
    return gettext(warning).format(round=round_.number, next=round_.number + 1)


def excess_games_warning(event: Event, phase: int, number: int, table: int, notation: str) -> str:
    """Return a confirmation text if the result has more games than the match allows, else empty."""
    history = load_history(event)
    match = history.find_match(phase, number, table)
    if match is None:
        return ""
    try:
        reported = parsing.parse_result(history.phase(phase), match, notation)
    except RuleViolation:
        return ""
    best_of = history.phase(phase).settings.best_of_in(number)
    if not parsing.has_too_many_games(reported, best_of):
        return ""
    warning = gettext("{result} isn’t possible in a best of {best_of}. Press Save again to enter it anyway.")
    return warning.format(result=notation.replace("-", text.DASH), best_of=best_of)


def describe_result(event: Event, phase: int, number: int, table: int) -> str:
    """Return “Table 12: corncrake 2–1 dovetail” for the current result; empty without a table."""
    history = load_history(event)
    match = history.find_match(phase, number, table)
    if match is None:
        return ""
    result_text = text.describe_result(match, history.names, gettext)
    return gettext("Table {table}: {result}").format(table=table, result=result_text)
