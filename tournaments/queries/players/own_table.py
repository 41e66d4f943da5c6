"""The player's table: opponents, reported results and possible actions."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...models import Event, Message
from ...rules.history import BRACKET, MatchRecord, PlayerRecord, RoundRecord
from ...rules.results import player_reports, text
from ...rules.settings.on_site import ANYONE
from ...rules.settings.settings import Settings
from ..results.entry_page import get_reporting_mode
from ..rounds.clock import extension_text, time_at, time_text
from ..rounds.neighbours import TableNeighbours
from .own_history import OwnEvent
from .own_report import ReportChoices, get_report_choices, own_result_text, parse_report


@dataclass(frozen=True)
class ReportVersion:
    """A reported result; `text` is from this player's side, `is_own` if they reported it."""

    result_text: str
    who: str
    text: str
    time: str
    is_own: bool


@dataclass(frozen=True)
class OwnTable:
    """The player's table in a round.

    `seat` (from 1) is set only in pods; `seats` are all players' ids, by which a report names the table.
    `result` is the stored result in words, `report_state` a state of rules.results.player_reports. `choices`
    is None if nothing can be reported; `reporting_note` says how results are reported if players cannot.
    `confirmed_at` is when the one report is confirmed automatically; `judge_note` the state of a judge call.
    `can_dispute`: picked names reported the result, and this player can withdraw it.
    """

    phase: int
    round: int
    number: int
    seat: int | None
    seats: tuple[str, ...]
    opponents: str
    extension: str
    neighbours: TableNeighbours | None
    result: str
    report_state: str
    versions: tuple[ReportVersion, ...]
    choices: ReportChoices | None
    reporting_note: str
    can_drop: bool
    confirmed_at: str | None
    confirmed_time: str
    judge_note: str
    can_call_judge: bool
    can_dispute: bool

    @property
    def other_versions(self):
        return tuple(version for version in self.versions if not version.is_own)

    @property
    def own_version(self):
        return next((version for version in self.versions if version.is_own), None)


def get_own_table(own: OwnEvent, player: PlayerRecord, round_: RoundRecord, match: MatchRecord) -> OwnTable:
    event, history = own.player.event, own.history
    phase, names, seat = history.current_phase, history.names, match.players.index(player.id)
    settings, reporting = phase.settings, get_reporting_mode(phase, round_)
    reporting_note = gettext(player_reports.REPORTING_NOTES.get(settings.reporting, ""))
    if own.pick and settings.reporting != ANYONE:
        reporting_note = gettext("This event needs your personal link to report. Ask at the desk.")
    versions = tuple(
        report_version(event, match, version, seat, names, reporting)
        for version in player_reports.reported_results(match)
    )
    own_report = next((version.result_text for version in versions if version.is_own), "")
    can_report = not (match.reported or reporting_note or round_.finished)
    confirmed_at = player_reports.confirmed_at(match, settings.report_minutes) if can_report else None
    here = (phase.number, round_.number, match.table)
    calls = (row for row in own.messages if row.kind == Message.JUDGE)
    call = next((row for row in calls if (row.phase, row.round, row.table) == here), None)
    is_last = phase.number == len(history.phases) and round_.number >= own.status.rounds
    return OwnTable(
        phase=phase.number,
        round=round_.number,
        number=match.table,
        seat=seat + 1 if match.is_pod else None,
        seats=match.players,
        opponents=text.join_names(tuple(names[key] for key in match.players if key != player.id), gettext),
        extension=extension_text(history, round_, match),
        neighbours=own.neighbours.get((phase.number, round_.number)),
        result=own_result_text(match, seat, names) if match.reported else "",
        report_state=player_reports.report_state(match),
        versions=versions,
        choices=get_report_choices(match, seat, names, reporting, own_report) if can_report else None,
        reporting_note="" if match.reported else reporting_note,
        can_drop=can_report and not (own.pick or is_last) and phase.kind != BRACKET,
        confirmed_at=confirmed_at,
        confirmed_time=time_text(history.timezone, confirmed_at),
        judge_note=judge_call_text(event, call) if call else "",
        can_call_judge=not round_.finished and (call is None or call.done_at is not None),
        can_dispute=can_dispute(own, settings, round_, match),
    )


def can_dispute(own: OwnEvent, settings: Settings, round_: RoundRecord, match: MatchRecord) -> bool:
    """Return whether the player can withdraw the result: actions.players.picks does it."""
    history = own.history
    if own.pick or not match.reported or round_.finished or settings.reporting != ANYONE:
        return False
    return history.current_phase.kind != BRACKET and player_reports.is_result_picked(match)


def report_version(
    event, match, version: player_reports.ReportedResult, seat: int, names, reporting
) -> ReportVersion:
    others = tuple(names[match.players[other]] for other in version.seats if other != seat)
    is_own = seat in version.seats
    reported = parse_report(match, version.result_text, reporting)
    return ReportVersion(
        result_text=version.result_text,
        who=text.join_names((gettext("You"), *others) if is_own else others, gettext),
        text=own_result_text(reported, seat, names) if reported else version.result_text,
        time=time_text(event.timezone, version.since),
        is_own=is_own,
    )


def judge_call_text(event: Event, call: Message) -> str:
    if call.done_at:
        message = gettext("The desk has seen your call at {time}.")
    else:
        message = gettext("A judge was called to table {table} at {time}.")
    return message.format(table=call.table, time=time_at(event.timezone, call.done_at or call.at))
