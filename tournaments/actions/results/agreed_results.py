"""Results that players agree on: whose reports count, and storing them."""

from ...models import Event, Pick
from ...rules.history import MatchRecord
from ...rules.log import part_paths
from ...rules.log.timestamps import format_utc
from ...rules.results import player_reports
from ..change import Change
from .results import store_result


def without_ended_picks(event: Event, match: MatchRecord) -> MatchRecord:
    """Return the match without the reports of phones that no longer have the name they picked.

    An undo, a restore or a file may bring such a report back; a later pick of the name does not revive it.
    """
    reports = {seat.player: seat.player_report for seat in match.seats if seat.player_report}
    picked = {key: report for key, report in reports.items() if report.is_picked}
    if not picked:
        return match
    picks = Pick.objects.filter(event=event, player__public_id__in=picked, by_link=False)
    started = {key: format_utc(at) for key, at in picks.values_list("player__public_id", "at")}
    for key, report in picked.items():
        if key not in started or report.at < started[key]:
            match = player_reports.with_player_report(match, key, None)
    return match


def waits_for_desk(event: Event, match: MatchRecord) -> bool:
    """Return whether the desk must decide about the result that players of this match agree on.

    It must if another phone contests the name of one of them, or if all of them report by marked picks.
    """
    seats = player_reports.reported_results(match)[0].seats
    reporters = [match.players[seat] for seat in seats]
    picks = Pick.objects.filter(event=event, player__public_id__in=reporters)
    decisions = {
        key: row for key, *row in picks.values_list("player__public_id", "contested_at", "is_marked")
    }
    if any(contested_at for contested_at, _is_marked in decisions.values()):
        return True
    marked = {key for key, (_contested_at, is_marked) in decisions.items() if is_marked}
    return all(match.players[seat] in marked and match.seats[seat].player_report.is_picked for seat in seats)


def store_agreed_result(change: Change, phase: int, number: int, reported_match: MatchRecord) -> MatchRecord:
    """Store the result that the players agree on, and return the match with it.

    The reports stay with the match if a picked name is among them.
    """
    agreed = player_reports.reported_results(reported_match)[0]
    _before, after = store_result(change, phase, number, reported_match.table, agreed.result_text)
    if not agreed.is_picked:
        return after
    marked = player_reports.with_reports_of(after, reported_match)
    change.set_part(part_paths.match(phase, number, reported_match), marked)
    return marked
