"""The player's table: opponents, reported results and possible actions."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event, Message
from ...rules.history import BRACKET, MatchRecord, PlayerRecord, RoundRecord
from ...rules.results import player_reports, text
from ...rules.rounds import progress
from ..results.entry_page import reporting_mode
from ..rounds.clock import more_text, time_at, time_text
from ..rounds.neighbours import TableNeighbours
from .own_history import OwnEvent
from .own_report import Choices, choices_of, own_words, read


@dataclass(frozen=True)
class ReportVersion:
    """A reported result: who reported it, in this player's words, when; `mine` if this player did."""

    result_text: str
    who: str
    words: str
    time: str
    mine: bool


@dataclass(frozen=True)
class Table:
    """The player's table in a round, `seat` (from 1) in a pod alone; `seats` are all players' ids, by which
    a report names it. `asks` is where it stands (rules.claims), `result` in words what stands. `choices` is
    None where nothing can be reported, `told_by` who tells results where it is not the players.

    `settles_at`: when the one report stands by itself; `judge` says what became of the call for one.
    """

    phase: int
    round: int
    number: int
    seat: int | None
    seats: tuple[str, ...]
    opponents: tuple[str, ...]
    against: str
    more: str
    beside: TableNeighbours | None
    result: str
    asks: str
    versions: tuple[ReportVersion, ...]
    choices: Choices | None
    told_by: str
    may_drop: bool
    settles_at: str | None
    settles_time: str
    judge: str
    may_call: bool

    @property
    def others(self):
        """The versions that are not this player's."""
        return tuple(version for version in self.versions if not version.mine)

    @property
    def mine(self):
        return next((version for version in self.versions if version.mine), None)


def table_in(own: OwnEvent, player: PlayerRecord, current) -> Table:
    event, history = own.player.event, own.history
    phase, round_, match = current
    names, seat = history.names, match.players.index(player.id)
    settings, way = progress.settings_for(history, phase), reporting_mode(history, phase, round_)
    told_by = gettext(player_reports.REPORTING_NOTES.get(settings.reporting, ""))
    versions = tuple(
        report_version(event, match, version, seat, names, way)
        for version in player_reports.reported_results(match)
    )
    own_result = next((version.result_text for version in versions if version.mine), "")
    opened = not (match.reported or told_by or round_.finished)
    settles_at = player_reports.confirmed_at(match, settings.report_minutes) if opened else None
    others = tuple(names[one] for one in match.players if one != player.id)
    call = next((row for row in own.messages if is_call_for(row, phase, round_, match)), None)
    last = phase == len(history.phases) and round_.number >= own.facts.rounds
    return Table(
        phase=phase,
        round=round_.number,
        number=match.table,
        seat=seat + 1 if match.is_pod else None,
        seats=match.players,
        opponents=others,
        against=text.listed(others, gettext),
        more=more_text(history, round_, match),
        beside=own.neighbours.get((phase, round_.number)),
        result=own_words(match, seat, names) if match.reported else "",
        asks=player_reports.state(match),
        versions=versions,
        choices=choices_of(match, seat, names, way, own_result) if opened else None,
        told_by="" if match.reported else told_by,
        may_drop=opened and not last and history.phase(phase).kind != BRACKET,
        settles_at=settles_at,
        settles_time=time_text(history.timezone, settles_at),
        judge=judge_words(event, call),
        may_call=not round_.finished and (call is None or call.done_at is not None),
    )


def report_version(
    event, match, version: player_reports.ReportedResult, seat: int, names, way
) -> ReportVersion:
    is_own = seat in version.seats
    others = tuple(names[match.players[one]] for one in version.seats if one != seat)
    read_as = read(match, version.result_text, way)
    who = (gettext("You"), *others) if is_own else others
    return ReportVersion(
        result_text=version.result_text,
        who=text.listed(who, gettext),
        words=own_words(read_as, seat, names) if read_as else version.result_text,
        time=time_text(event.timezone, version.since),
        mine=is_own,
    )


def is_call_for(row: Message, phase: int, round_: RoundRecord, match: MatchRecord) -> bool:
    here = (phase, round_.number, match.table)
    return row.kind == Message.JUDGE and (row.phase, row.round, row.table) == here


def judge_words(event: Event, call: Message | None) -> str:
    if call is None:
        return ""
    at = time_at(event.timezone, call.done_at or call.at)
    words = gettext("A judge was called to table {table} at {time}.")
    if call.done_at:
        words = gettext("The desk has seen your call at {time}.")
    return words.format(table=call.table, time=at)
