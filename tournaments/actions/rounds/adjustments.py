"""Manual changes of a round's seating: unpublished, or published with a reason."""

from dataclasses import replace

from ... import access
from ...rules.errors import RuleViolation, _
from ...rules.history import RoundRecord
from ...rules.log import part_paths
from ...rules.players import roster_parser
from ...rules.results import player_reports
from ...rules.rounds import adjustments, requested_byes, seating
from ...rules.rounds.permissions_by_state import ADJUST, ALLOWED, check
from ..change import Change, action
from ..results.results import round_situation

# The reason is part of the log entry's action, which is one line.
MAX_REASON_LENGTH = 140


@action(
    access.MANAGE,
    in_round=ADJUST,
    notice="",
    log={
        "adjust_round": (_("{round} changed by hand"), "{tables}"),
        "adjust_round_for_reason": (_("{round} changed by hand: {text}"), "{tables}"),
    },
)
def adjust_round(
    change: Change,
    phase: int,
    number: int,
    kind: str,
    *,
    reason: str = "",
    fingerprint: str = "",
    **options,
):
    """Change the seating of an unpublished round, or with a reason of a published one.

    `kind` is one of rules.adjustments.KINDS, `fingerprint` that of the round in the page's preview. Raises
    RuleViolation for an impossible change, a missing reason, or if the round would differ from the preview.
    """
    situation = round_situation(change.before.phase(phase), change.before.round(phase, number))
    check(ADJUST, situation, number)
    is_draft = ADJUST[situation][0] == ALLOWED
    change.seed, change.reason = options.get("seed", ""), "" if is_draft else check_reason(reason)
    change.log("adjust_round_for_reason" if change.reason else "adjust_round", round=(phase, number))
    before = change.history.phase(phase)
    after = adjustments.apply_adjustment(before, number, kind, **options)
    check_round_preview(after, fingerprint)
    admit_seated_players(change, phase, after)
    replace_matches(change, phase, before.round(number), after)


def check_reason(reason: str) -> str:
    """Return the reason as stored. RuleViolation if it is empty or too long."""
    reason = " ".join(reason.split())
    roster_parser.check_text(reason)
    if not reason:
        raise RuleViolation(_("Give a short reason for the change. Players will see it."))
    if len(reason) > MAX_REASON_LENGTH:
        raise RuleViolation(_("Shorten the reason to at most {most} characters."), most=MAX_REASON_LENGTH)
    return reason


def check_round_preview(after: RoundRecord, fingerprint: str):
    if fingerprint and fingerprint != seating.fingerprint(after):
        raise RuleViolation(
            _("The event has changed since you opened this preview. Check the new preview, then confirm.")
        )


def admit_seated_players(change: Change, phase: int, after: RoundRecord):
    """Let players who get a seat in a paired round play from that round on, whatever byes they requested."""
    event_round = change.history.phase(phase).rounds_before + after.number
    player_ids = [player.id for player in change.history.players]
    requested = requested_byes.requested_bye_matches(change.history, event_round, player_ids)
    seated = {player for match in after.matches if match not in requested for player in match.players}
    for player in change.history.players:
        if player.id in seated and (player.joined_round > event_round or event_round in player.byes):
            byes = {number: worth for number, worth in player.byes.items() if number != event_round}
            joined = min(player.joined_round, event_round)
            change.set_part(part_paths.player(player.id), replace(player, joined_round=joined, byes=byes))


def replace_matches(change: Change, phase: int, before: RoundRecord, after: RoundRecord):
    """Replace a round's matches; players' reports stay while the same players meet."""
    old_pairings = {match.players for match in before.matches}
    for match in before.matches:
        if match not in after.matches:
            change.set_part(part_paths.match(phase, before.number, match), None)
    for match in after.matches:
        if match not in before.matches:
            stored = match if match.players in old_pairings else player_reports.without_player_reports(match)
            change.set_part(part_paths.match(phase, after.number, match), stored)
