"""Results reported by players: waiting, agreed, disputed, late, expired."""

from dataclasses import replace

from django.utils import timezone

from ... import access
from ...changes.change import Actor, Change, DuplicateRequest, action, same_action
from ...changes.registry import register
from ...desk.actions import send_message
from ...history import load
from ...history.cache import load_history
from ...models import Event, Message
from ...models.log import MAX_TEXT_LENGTH
from ...players.actions.picks import check_sender
from ...players.actions.players import player_in
from ...rules.errors import RuleViolation, _
from ...rules.history import (
    BRACKET,
    DRAFT,
    PICK,
    PUBLISHED,
    EventHistory,
    EventPhase,
    MatchRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
    SeatReport,
)
from ...rules.log.event_parts import match_path, player_path
from ...rules.players.departures import return_refusal
from ...rules.results import player_reports
from ...rules.results.notation import describe_result, format_result, join_names
from .results import (
    apply_expired_reports,
    log_result,
    report_result,
    store_agreed_result,
    store_result,
    waits_for_desk,
    without_ended_picks,
)

# What a player's report becomes: a result with another player's, or a message to the desk.
AGREE_RESULT = register(name="agree_result", from_phone=True)
LATE_REPORT = register(name="late_report", log=_("Late report sent to the desk as a message"))
AND_DROPS = _("and drops")


@action(
    None,
    name="claim_result",
    is_tentative=True,
    from_phone=True,
    is_quiet=True,
    log={"claim_result": (_("Table {table}: {who} reports {report}"), "{drop}"), "drop_reported": "{drop}"},
)
def submit_report(
    change: Change,
    key: str,
    phase: int,
    number: int,
    seats: tuple[str, ...],
    result_text: str,
    *,
    table: int | None = None,
    drop: bool | None = None,
    pick_token: str = "",
) -> str:
    """Store a player's report; a matching report of another player at the table makes it the result.

    `pick_token` is the secret of the pick if it comes from a picked name, whose reports wait for the desk
    while the name is contested, or if those who agree are all marked.

    `seats` are the player ids in seat order, `table` is where they sat when it was typed. `drop`: whether the
    player drops after this round; None leaves it. Returns the state: `waiting`, `disputed`, `agreed`, or
    `late` if it became a message to the desk because the round is over, others sit there now, or another
    result is stored. Raises DuplicateRequest if nothing changes; RuleViolation if players do not report here,
    or the desk could not store the result either.
    """
    player = player_in(change.history, key)
    check_sender(change, player, pick_token)
    check_reporting_mode(change.history.phase(phase))
    round_, match = find_match(change.history.phase(phase), number, seats)
    if match and player.id in match.players and accepts_reports(round_, match):
        store_drop(change, player, phase, number, None if pick_token else drop)
        return store_player_report(change, player, phase, number, match, result_text)
    place = {"phase": phase, "round": number, "table": match.table if match else table}
    match = match or unpaired_match(change.history, seats)
    drops = bool(drop) and not pick_token
    return store_late_report(change, player, match, result_text, drops, **place)


def check_reporting_mode(phase: EventPhase):
    """Raise RuleViolation if players do not report results of this phase."""
    if note := player_reports.REPORTING_NOTES.get(phase.settings.reporting):
        raise RuleViolation(note)


def find_match(phase: EventPhase, number: int, seats: tuple[str, ...]):
    """Return (the round, the match of these players in it or None).

    RuleViolation for a round that is not published or does not exist.
    """
    round_ = phase.round(number)
    if round_.state == DRAFT:
        raise RuleViolation(_("Round {round} is not published yet."), round=number)
    same_seats = (match for match in round_.matches if match.players == tuple(seats))
    return round_, next(same_seats, None)


def accepts_reports(round_: RoundRecord, match: MatchRecord) -> bool:
    return round_.state == PUBLISHED and not match.reported and not match.is_bye


def store_player_report(
    change: Change, player: PlayerRecord, phase: int, number: int, match: MatchRecord, result_text: str
) -> str:
    """Store the player's report, or the result once another player agrees; return the state."""
    reported = player_reports.check_player_report(change.history.phase(phase), number, match, result_text)
    is_picked = change.actor.source == PICK
    report = SeatReport(format_result(reported), load.format_utc(change.now), is_picked)
    match = without_ended_picks(change.event, match)
    earlier = next(seat.player_report for seat in match.seats if seat.player == player.id)
    if earlier and is_picked and not earlier.is_picked:
        raise RuleViolation(_("{name} has already reported from their personal page."), name=player.name)
    is_repeated = earlier is not None and replace(earlier, at=report.at) == report
    reported_match = player_reports.with_player_report(match, player.id, earlier if is_repeated else report)
    state = player_reports.report_state(reported_match)
    if state == player_reports.AGREED and not waits_for_desk(change.event, reported_match):
        name_reporters(change, reported_match)
        log_result(change, phase, number, reported_match.table)
        store_agreed_result(change, phase, number, reported_match)
    elif not is_repeated:
        change.set_part(match_path(phase, number, match), reported_match)
        change.log(table=match.table, round=(phase, number), name=player.id)
    elif change.parts:
        change.log("drop_reported")
    else:
        raise DuplicateRequest
    return state


def name_reporters(change: Change, reported_match: MatchRecord):
    """Carry the action out in the names of all players who agree; one picked name marks it."""
    agreed = player_reports.reported_results(reported_match)[0]
    names = change.history.names
    reporters = tuple(names[reported_match.players[seat]] for seat in agreed.seats)
    source = PICK if agreed.is_picked else change.actor.source
    change.actor = replace(change.actor, who=join_names(reporters)[:MAX_TEXT_LENGTH], source=source)
    change.action = AGREE_RESULT


def unpaired_match(history: EventHistory, seats: tuple[str, ...]) -> MatchRecord | None:
    """Return a match of these players that no round has, or None if the event lacks one of them."""
    are_known = set(seats) <= history.names.keys()
    return MatchRecord(tuple(map(SeatRecord, seats))) if are_known and len(seats) > 1 else None


def store_late_report(
    change: Change, player: PlayerRecord, match: MatchRecord | None, result_text: str, drop: bool, **place
) -> str:
    """Send a late report to the desk, unless that result is stored; return the state."""
    # Databases refuse some characters that cannot be printed.
    message = result_text = "".join(filter(str.isprintable, result_text))
    if match is not None:
        phase, number = place["phase"], place["round"]
        reported = player_reports.check_player_report(change.history.phase(phase), number, match, result_text)
        if reported == player_reports.without_player_reports(match):
            raise DuplicateRequest
        message = describe_result(reported, change.history.names)
    suffix = f", {AND_DROPS}" if drop else ""
    if len(message + suffix) > MAX_TEXT_LENGTH:
        # The names of a pod may fill the column: then the notation alone, uncut.
        message = result_text
    change.action = LATE_REPORT
    send_message(change, Message.LATE_REPORT, player.id, text=message + suffix, **place)
    return "late"


def store_drop(change: Change, player: PlayerRecord, phase: int, number: int, drop: bool | None):
    """Drop the player after this round, or undo that; the desk alone drops players from finals."""
    after = change.history.phase(phase).rounds_before + number
    drops_now = player.dropped_after == after
    if drop is None or drop == drops_now or player.disqualified:
        return
    if drop and (player.dropped_after is not None or change.history.phase(phase).kind == BRACKET):
        return
    if not drop and return_refusal(change.history, player.id):
        return
    change.set_part(player_path(player.id), replace(player, dropped_after=after if drop else None))
    change.log(**{"drops" if drop else "plays_on": player.id})


@same_action(report_result, access.HANDLE_REPORTS)
def accept_report(change: Change, phase: int, number: int, table: int, result_text: str):
    """Store a player's report as the result. RuleViolation if no player of the table reports it any more."""
    log_result(change, phase, number, table)
    match, _after = store_result(change, phase, number, table, result_text)
    if result_text not in [version.result_text for version in player_reports.reported_results(match)]:
        change.check_edit_conflict()
        raise RuleViolation(
            _("No player at table {table} reports that result any more. Check the table again."),
            table=table,
        )


def confirm_expired_reports(event: Event, actor: Actor):
    """Confirm reports that nobody answered in time. DuplicateRequest if there are none."""
    # Checked before the event is locked: anybody may send this request at any rate.
    if not player_reports.expired_reports(load_history(event), actor.now or timezone.now()):
        raise DuplicateRequest
    store_expired_reports(event, actor)


@action(None, name="settle_claims", from_phone=True, log=(_("Reports confirmed automatically"), "{results}"))
def store_expired_reports(change: Change):
    """Confirm the expired reports that are still there now that the event is locked."""
    apply_expired_reports(change)
    if not change.parts:
        raise DuplicateRequest
