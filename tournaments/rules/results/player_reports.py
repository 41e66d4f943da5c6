"""Players' reports of their results, and when they are confirmed."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from ..errors import RuleViolation, _
from ..history import DRAW, PUBLISHED, EventHistory, MatchRecord, SeatReport
from ..log.timestamps import in_utc
from ..rounds.phases import settings_for
from ..settings.on_site import ORGANISERS, PLAYERS, SLIPS
from ..settings.settings import Settings
from . import parsing, result_notation, scoring

# No report; one, which the opponents may answer; reports of different results; two reports of the same.
NOBODY, WAITING, DISPUTED, AGREED = "nobody", "waiting", "disputed", "agreed"

# Shown to players who cannot report results themselves.
REPORTING_NOTES = {
    SLIPS: _("Results come on paper here: fill in the slip and bring it to the desk."),
    ORGANISERS: _("An organiser comes to your table for the result."),
}


@dataclass(frozen=True, slots=True)
class ReportedResult:
    """A result reported by players, in the notation of result_notation.

    `seats` (from 0) are those of the players who report it, `since` is the ISO time of the first report.
    """

    result_text: str
    seats: tuple[int, ...]
    since: str


def reported_results(match: MatchRecord) -> tuple[ReportedResult, ...]:
    """The results that players report of a match, oldest first; empty if the match has its result."""
    reports = {}
    for number, seat in enumerate(match.seats):
        if seat.claim and not match.reported:
            reports.setdefault(seat.claim.said, []).append((seat.claim.at, number))
    results = (
        ReportedResult(
            result_text,
            tuple(number for _at, number in seat_reports),
            min(since for since, _number in seat_reports),
        )
        for result_text, seat_reports in reports.items()
    )
    return tuple(sorted(results, key=lambda version: (version.since, version.seats)))


def state(match: MatchRecord) -> str:
    """Return NOBODY, WAITING, DISPUTED or AGREED; in a pod, one other seat with the same report is enough."""
    results = reported_results(match)
    if not results:
        return NOBODY
    if len(results) > 1:
        return DISPUTED
    return AGREED if len(results[0].seats) > 1 else WAITING


def with_player_report(match: MatchRecord, player: str, player_report: SeatReport) -> MatchRecord:
    """Return the match with this player's report in place of an earlier one."""
    seats = (replace(seat, claim=player_report) if seat.player == player else seat for seat in match.seats)
    return replace(match, seats=tuple(seats))


def without_player_reports(match: MatchRecord) -> MatchRecord:
    """Return the match without players' reports, for use when other players sit there."""
    return replace(match, seats=tuple(replace(seat, claim=None) for seat in match.seats))


def check_player_report(
    history: EventHistory, phase: int, number: int, match: MatchRecord, result_text: str
) -> MatchRecord:
    """Return the match with the result that a player reports, checked like the desk's entries.

    RuleViolation for an unreadable result, a draw under a rulebook without draws, and more games than the
    match can have, which only the desk may enter.
    """
    reported = parsing.parse_result(history, phase, match, result_text)
    settings = settings_for(history, phase)
    if not reported.reported:
        raise RuleViolation(_("Choose a result first."))
    if DRAW in scoring.outcomes(reported) and not settings.rulebook.draws:
        raise RuleViolation(_("{rulebook} has no draws: somebody must win."), rulebook=settings.rulebook.name)
    best_of = settings.best_of_in(number)
    if parsing.has_too_many_games(reported, best_of):
        words = _("{said} is more than a best of {best_of} has: choose again, or tell the desk.")
        raise RuleViolation(words, said=result_notation.format_result(reported), best_of=best_of)
    return reported


def confirm_after_minutes(settings: Settings) -> int:
    """Minutes until a single report is confirmed; 0 for never, or if players do not report."""
    return settings.report_minutes if settings.reporting == PLAYERS else 0


def confirmed_at(match: MatchRecord, minutes: int) -> str | None:
    """ISO time at which a match's single unanswered report is confirmed, or None."""
    if not minutes or state(match) != WAITING:
        return None
    since = datetime.fromisoformat(reported_results(match)[0].since)
    return in_utc(since + timedelta(minutes=minutes))


def expired_reports(history: EventHistory, now: datetime) -> tuple[tuple[int, int, MatchRecord, str], ...]:
    """(phase, round number, match, reported result) of the matches whose report is confirmed by time."""
    expired = []
    for phase, phase_history in enumerate(history.phases, 1):
        settings = settings_for(history, phase)
        minutes = confirm_after_minutes(settings)
        for round_ in phase_history.rounds if minutes else ():
            for match in round_.matches if round_.state == PUBLISHED else ():
                confirms_at = confirmed_at(match, minutes)
                result_text = reported_results(match)[0].result_text if confirms_at else ""
                if (
                    confirms_at
                    and datetime.fromisoformat(confirms_at) <= now
                    and is_valid_report(history, phase, round_, match, result_text)
                ):
                    expired.append((phase, round_.number, match, result_text))
    return tuple(expired)


def is_valid_report(history, phase, round_, match, result_text) -> bool:
    """Whether the report is still valid: settings may have changed, and files may contain anything."""
    try:
        check_player_report(history, phase, round_.number, match, result_text)
    except RuleViolation:
        return False
    return True
