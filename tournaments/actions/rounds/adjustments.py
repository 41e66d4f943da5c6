"""Manual changes of a round's seating: unpublished, or published with a reason."""

from dataclasses import replace

from ...models import Event
from ...rules.errors import RuleViolation, _
from ...rules.history import RoundRecord
from ...rules.log import part_paths
from ...rules.players import roster_parser
from ...rules.results import player_reports
from ...rules.rounds import adjustments, permissions_by_state, requested_byes, seating
from ..change import Actor, Change, record_action
from ..results.results import round_situation

# The reason is part of the log entry's action, which is one line.
MAX_REASON_LENGTH = 140


def adjust_round(
    event: Event,
    actor: Actor,
    phase: int,
    number: int,
    kind: str,
    *,
    reason: str = "",
    shown: str = "",
    **options,
):
    """Change the seating of an unpublished round, or with a reason of a published one.

    `kind` is one of rules.adjustments.KINDS, `shown` the fingerprint of the page's preview. Raises
    RuleViolation for an impossible change, a missing reason, or if the round would differ from the preview.
    """
    with record_action(event, actor, "adjust_round") as change:
        reason_text = needed_reason(change, round_situation(change.before, phase, number), number, reason)
        change.action = action_text("adjust_round", options.get("seed"), reason_text)
        before = change.history
        after = adjustments.apply_adjustment(before, phase, number, kind, **options)
        check_round_preview(after, shown)
        admit_seated_players(change, phase, after)
        put_round(change, phase, seating.round_of(before, phase, number), after)


def needed_reason(change: Change, where: str, number: int, reason: str) -> str:
    """Return the reason as stored, empty for an unpublished round. RuleViolation if it is missing."""
    permissions_by_state.check("adjust_round", where, number)
    level, _words = permissions_by_state.verdict("adjust_round", where)
    if level == permissions_by_state.FINE:
        return ""
    reason = " ".join(reason.split())
    roster_parser.check_text(reason)
    if not reason:
        raise RuleViolation(_("Say in a few words why the round changes: the players read it."))
    if len(reason) > MAX_REASON_LENGTH:
        raise RuleViolation(_("Say it shorter: {most} characters at most."), most=MAX_REASON_LENGTH)
    return reason


def action_text(action: str, seed: str, reason: str) -> str:
    """Return “adjust_round seed ab12: Bo came late”; only changes of published rounds have a reason."""
    text = f"{action} seed {seed}" if seed else action
    return f"{text}: {reason}" if reason else text


def check_round_preview(after: RoundRecord, fingerprint: str):
    if fingerprint and fingerprint != seating.fingerprint(after):
        raise RuleViolation(_("The event has changed since this was shown. Look at it again, then decide."))


def admit_seated_players(change: Change, phase: int, after: RoundRecord):
    """Players who get a seat in a paired round play from that round on, whatever byes they requested."""
    event_round = change.history.rounds_before(phase) + after.number
    player_ids = [player.id for player in change.history.players]
    requested = requested_byes.requested_bye_matches(change.history, event_round, player_ids)
    seated = {player for match in after.matches if match not in requested for player in match.players}
    for player in change.history.players:
        if player.id in seated and (player.joined_round > event_round or event_round in player.byes):
            byes = {number: worth for number, worth in player.byes.items() if number != event_round}
            joined = min(player.joined_round, event_round)
            change.set_part(part_paths.player(player.id), replace(player, joined_round=joined, byes=byes))


def put_round(change: Change, phase: int, before: RoundRecord, after: RoundRecord):
    """Replace a round's matches; reports of a table are kept while the same players meet."""
    known_tables = {match.players for match in before.matches}
    for match in before.matches:
        if match not in after.matches:
            change.set_part(part_paths.match(phase, before.number, match), None)
    for match in after.matches:
        if match not in before.matches:
            stored = match if match.players in known_tables else player_reports.without_player_reports(match)
            change.set_part(part_paths.match(phase, after.number, match), stored)
