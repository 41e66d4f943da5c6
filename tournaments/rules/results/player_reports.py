"""Players' reports of their results, and when they are confirmed."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from ..errors import RuleViolation, _
from ..event_file.fields import format_utc
from ..history import DRAW, PUBLISHED, EventHistory, EventPhase, MatchRecord, SeatReport
from ..settings.fields import ANYONE, ORGANISERS, PLAYERS, SLIPS
from ..settings.settings import Settings
from . import scoring
from .notation import format_result
from .parsing import has_too_many_games, parse_result

# No report; one that nobody has answered; reports of different results; two reports of the same result.
NO_REPORT, WAITING, DISPUTED, AGREED = "nobody", "waiting", "disputed", "agreed"
# Instead of a result: this player says that the result reported before is wrong.
DISPUTE = "dispute"

# Shown to players who cannot report results themselves.
REPORTING_NOTES = {
    SLIPS: _("This event uses result slips. Fill in your slip and bring it to the desk."),
    ORGANISERS: _("Staff enter the results. Someone will come to your table."),
}


@dataclass(frozen=True, slots=True)
class ReportedResult:
    """A result reported by players, in the notation of result_notation.

    `seats` (from 0) are those of the players who report it, `since` is the ISO time of the first report.
    `is_picked`: at least one of the reports comes from a picked name.
    """

    result_text: str
    seats: tuple[int, ...]
    since: str
    is_picked: bool = False


def reported_results(match: MatchRecord) -> tuple[ReportedResult, ...]:
    """Return the results that players report of a match, oldest first; empty if the match has its result."""
    reports = {}
    for seat_index, seat in enumerate(match.seats):
        report = seat.player_report
        if report and report.result_text != DISPUTE and not match.reported:
            reports.setdefault(seat.player_report.result_text, []).append((seat_index, report))
    results = [
        ReportedResult(
            result_text,
            tuple(seat_index for seat_index, _report in reports_of_seats),
            min(report.at for _seat, report in reports_of_seats),
            any(report.is_picked for _seat, report in reports_of_seats),
        )
        for result_text, reports_of_seats in reports.items()
    ]
    return tuple(sorted(results, key=lambda result: (result.since, result.seats)))


def report_state(match: MatchRecord) -> str:
    """Return NO_REPORT, WAITING, DISPUTED or AGREED; in a pod, two seats with the same report agree.

    A player's dispute lasts until they report a result themselves.
    """
    results = reported_results(match)
    if len(results) > 1 or is_disputed(match):
        return DISPUTED
    if not results:
        return NO_REPORT
    return AGREED if len(results[0].seats) > 1 else WAITING


def is_disputed(match: MatchRecord) -> bool:
    """Return whether a player says that the result reported before is wrong."""
    return not match.reported and any(
        seat.player_report and seat.player_report.result_text == DISPUTE for seat in match.seats
    )


def is_result_picked(match: MatchRecord) -> bool:
    """Return whether players agreed on the result and a picked name was among them.

    Such a result keeps the reports that it comes from, until the desk enters one.
    """
    return match.reported and any(seat.player_report and seat.player_report.is_picked for seat in match.seats)


def is_result_from_picks_alone(match: MatchRecord) -> bool:
    """Return whether nobody but picked names agreed on the result."""
    reports = [seat.player_report for seat in match.seats if seat.player_report]
    return is_result_picked(match) and all(report.is_picked for report in reports)


def with_reports_of(match: MatchRecord, reported: MatchRecord) -> MatchRecord:
    """Return the match with the players' reports of `reported`, whose seats are the same."""
    seats = zip(match.seats, reported.seats, strict=True)
    return replace(match, seats=tuple(replace(seat, player_report=old.player_report) for seat, old in seats))


def with_player_report(match: MatchRecord, player: str, report: SeatReport | None) -> MatchRecord:
    """Return the match with this player's report in place of an earlier one."""
    seats = (replace(seat, player_report=report) if seat.player == player else seat for seat in match.seats)
    return replace(match, seats=tuple(seats))


def without_player_reports(match: MatchRecord) -> MatchRecord:
    """Return the match without players' reports, for use when other players sit there."""
    return replace(match, seats=tuple(replace(seat, player_report=None) for seat in match.seats))


def check_player_report(phase: EventPhase, number: int, match: MatchRecord, result_text: str) -> MatchRecord:
    """Return the match with the result that a player reports, checked like the desk's entries.

    RuleViolation for an unreadable result, a draw under a rulebook without draws, and more games than the
    match can have, which only the desk may enter.
    """
    reported = parse_result(phase, match, result_text)
    settings = phase.settings
    if not reported.reported:
        raise RuleViolation(_("Choose a result first."))
    if DRAW in scoring.outcomes(reported) and not settings.rulebook.draws:
        raise RuleViolation(
            _("{rulebook} doesn’t allow draws. Choose a winner."), rulebook=settings.rulebook.name
        )
    best_of = settings.best_of_in(number)
    if has_too_many_games(reported, best_of):
        words = _("{result} isn’t possible in a best of {best_of}. Choose another result or tell the desk.")
        raise RuleViolation(words, result=format_result(reported), best_of=best_of)
    return reported


def confirm_after_minutes(settings: Settings) -> int:
    """Return the minutes until a single report is confirmed; 0 for never, or if players do not report."""
    return settings.report_minutes if settings.reporting in (PLAYERS, ANYONE) else 0


def confirmed_at(match: MatchRecord, minutes: int) -> str | None:
    """Return the ISO time at which a match's single unanswered report is confirmed, or None.

    Time never confirms a report from a picked name.
    """
    if not minutes or report_state(match) != WAITING:
        return None
    report = reported_results(match)[0]
    if report.is_picked:
        return None
    return format_utc(datetime.fromisoformat(report.since) + timedelta(minutes=minutes))


def expired_reports(history: EventHistory, now: datetime) -> tuple[tuple[int, int, MatchRecord, str], ...]:
    """Return (phase, round, match, reported result) of each match whose report is confirmed by time."""
    expired = []
    for phase in history.all_phases:
        minutes = confirm_after_minutes(phase.settings)
        matches = (
            (round_.number, match)
            for round_ in phase.rounds
            if minutes and round_.state == PUBLISHED
            for match in round_.matches
        )
        for number, match in matches:
            confirms_at = confirmed_at(match, minutes)
            if confirms_at is None or datetime.fromisoformat(confirms_at) > now:
                continue
            result_text = reported_results(match)[0].result_text
            if is_valid_report(phase, number, match, result_text):
                expired.append((phase.number, number, match, result_text))
    return tuple(expired)


def is_valid_report(phase, number, match, result_text) -> bool:
    """Return whether a report is still valid: settings may have changed, and files may contain anything."""
    try:
        check_player_report(phase, number, match, result_text)
    except RuleViolation:
        return False
    return True
