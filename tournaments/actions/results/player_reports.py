"""Results reported by players: waiting, agreed, disputed, late, expired."""

from dataclasses import replace

from django.utils import timezone

from ...models import Event, Message
from ...models.log import LONGEST
from ...queries.history import load
from ...queries.history.cache import load_history
from ...rules.errors import RuleViolation, _
from ...rules.history import (
    BRACKET,
    DRAFT,
    PUBLISHED,
    EventHistory,
    MatchRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
    SeatReport,
)
from ...rules.log import part_paths
from ...rules.players import late_entry
from ...rules.results import player_reports, result_notation, text
from ...rules.rounds import phases
from ..change import SUBMIT_REPORT, Actor, Change, DuplicateRequest, record_action
from ..desk.messages import send_message
from ..players.players import player_in
from .results import apply_expired_reports, store_result

DROPS = _("and drops")


def submit_report(
    event: Event,
    actor: Actor,
    key: str,
    phase: int,
    number: int,
    seats: tuple[str, ...],
    result_text: str,
    *,
    table: int | None = None,
    drop: bool | None = None,
) -> str:
    """Store a player's report; a matching report of another player at the table makes it the result.

    `seats` are the player ids in seat order, `table` is where they sat when it was typed. `drop`: whether the
    player drops after this round; None leaves it. Returns the state: `waiting`, `disputed`, `agreed`, or
    `late` if it became a message to the desk because the round is over, others sit there now, or another
    result is stored. Raises DuplicateRequest if nothing changes; RuleViolation if players do not report here,
    or the desk could not store the result either.
    """
    with record_action(event, actor, SUBMIT_REPORT) as change:
        player = player_in(change.history, key)
        refuse_if_not_allowed(change.history, phase)
        round_, match = match_of(change.history, phase, number, seats)
        if match is None or player.id not in match.players or not accepts_reports(round_, match):
            where = {"phase": phase, "round": number, "table": match.table if match else table}
            return store_late_report(
                change,
                player,
                match or match_of_absent_players(change.history, seats),
                result_text,
                drop,
                **where,
            )
        put_drop(change, player, phase, number, drop)
        return store_player_report(change, player, phase, round_, match, result_text)


def refuse_if_not_allowed(event: EventHistory, phase: int):
    """Raise RuleViolation if players do not report results of this phase."""
    if not 1 <= phase <= len(event.phases):
        raise RuleViolation(_("There is no phase {number}."), number=phase)
    if words := player_reports.REPORTING_NOTES.get(phases.settings_for(event, phase).reporting):
        raise RuleViolation(words)


def match_of(event: EventHistory, phase: int, number: int, seats: tuple[str, ...]):
    """Return (the round, the match of these players in it or None).

    RuleViolation for a round that is not published or does not exist.
    """
    round_ = next((one for one in event.phase(phase).rounds if one.number == number), None)
    if round_ is None:
        raise RuleViolation(_("There is no round {round}."), round=number)
    if round_.state == DRAFT:
        raise RuleViolation(_("Round {round} is not published yet."), round=number)
    matches = (one for one in round_.matches if one.seats[0].player in seats and one.players == tuple(seats))
    return round_, next(matches, None)


def accepts_reports(round_: RoundRecord, match: MatchRecord) -> bool:
    return round_.state == PUBLISHED and not match.reported and not match.is_bye


def store_player_report(
    change: Change, player, phase: int, round_: RoundRecord, match: MatchRecord, result_text: str
):
    """Store the player's report, or the result once another agrees; return the state."""
    reported = player_reports.check_player_report(change.history, phase, round_.number, match, result_text)
    claim = SeatReport(result_notation.format_result(reported), load.in_utc(change.now))
    before = next(seat.claim for seat in match.seats if seat.player == player.id)
    if before and before.said == claim.said:
        claim = before
    claimed = player_reports.with_player_report(match, player.id, claim)
    state = player_reports.state(claimed)
    if state == player_reports.AGREED:
        store_agreed_result(change, phase, round_.number, claimed)
    elif claim is not before:
        change.set_part(part_paths.match(phase, round_.number, match), claimed)
    elif not change.parts:
        raise DuplicateRequest
    return state


def store_agreed_result(change: Change, phase: int, number: int, claimed: MatchRecord):
    """Store the result that the players agree on, in all their names."""
    version = player_reports.reported_results(claimed)[0]
    names = change.history.names
    reporters = tuple(names[claimed.players[seat]] for seat in version.seats)
    change.actor = replace(change.actor, who=text.listed(reporters)[:LONGEST])
    change.action = "agree_result"
    store_result(change, "report_result", phase, number, claimed.table, version.result_text)


def match_of_absent_players(event: EventHistory, seats: tuple[str, ...]) -> MatchRecord | None:
    """Return an unsaved match of these players, or None if the event lacks one of them."""
    known = set(seats) <= event.names.keys()
    return MatchRecord(tuple(map(SeatRecord, seats))) if known and len(seats) > 1 else None


def store_late_report(change: Change, player, match, result_text: str, drop: bool | None, **where) -> str:
    """Send a late report to the desk, unless that result is stored; return the state."""
    # Databases refuse some characters that cannot be printed.
    words = result_text = "".join(filter(str.isprintable, result_text))
    if match is not None:
        reported = player_reports.check_player_report(
            change.history, where["phase"], where["round"], match, result_text
        )
        if reported == match:
            raise DuplicateRequest
        words = text.words(reported, change.history.names)
    suffix = f", {DROPS}" if drop else ""
    # The names of a pod may fill the column: then the notation alone, uncut.
    words = words if len(words + suffix) <= LONGEST else result_text
    change.action = "late_report"
    send_message(change, Message.LATE_REPORT, player.id, text=words + suffix, **where)
    return "late"


def put_drop(change: Change, player: PlayerRecord, phase: int, number: int, drop: bool | None):
    """Drop the player after this round, or undo that; the desk alone drops players from finals."""
    after = change.history.rounds_before(phase) + number
    drops_now = player.dropped_after == after
    if drop is None or drop == drops_now or player.disqualified:
        return
    if drop and (player.dropped_after is not None or change.history.phase(phase).kind == BRACKET):
        return
    if not drop and late_entry.return_refusal(change.history, player.id):
        return
    change.set_part(part_paths.player(player.id), replace(player, dropped_after=after if drop else None))


def accept_report(event: Event, actor: Actor, phase: int, number: int, table: int, result_text: str):
    """Store a player's report as the result. RuleViolation if no player of the table reports it any more."""
    with record_action(event, actor, "report_result") as change:
        match, _after = store_result(change, "report_result", phase, number, table, result_text)
        if result_text not in [version.result_text for version in player_reports.reported_results(match)]:
            change.check_edit_conflict()
            raise RuleViolation(_("No player of table {table} says that: look again."), table=table)


def confirm_expired_reports(event: Event, actor: Actor):
    """Confirm reports that nobody answered in time. DuplicateRequest if there are none."""
    # Checked before the event is locked: anybody may send this request at any rate.
    if not player_reports.expired_reports(load_history(event), actor.now or timezone.now()):
        raise DuplicateRequest
    with record_action(event, actor, "settle_claims") as change:
        apply_expired_reports(change)
        if not change.parts:
            raise DuplicateRequest
