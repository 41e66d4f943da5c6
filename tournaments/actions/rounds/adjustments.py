"""Rounds adjusted at the desk: who sits where in a draft or, with a reason, in a round that is out."""

from dataclasses import replace

from ...models import Event
from ...rules.errors import RuleViolation, _
from ...rules.history import RoundRecord
from ...rules.log import part_paths
from ...rules.players import roster_parser
from ...rules.results import player_reports
from ...rules.rounds import adjustments, permissions_by_state, requested_byes, seating
from ..change import By, Change, changing
from ..results.results import stands

# A log line is one line: its action may have so many characters.
MOST = 140


def adjust_round(
    event: Event, by: By, phase: int, number: int, kind: str, *, reason: str = "", shown: str = "", **said
):
    """Change who sits where in a draft, or with a reason in a published round (rules.adjustments.KINDS).

    `shown` is the fingerprint of what the page showed. Raises RuleViolation for what cannot be, without
    a reason where one is needed, and where the round would no longer come out as it was shown.
    """
    with changing(event, by, "adjust_round") as change:
        why = needed_reason(change, stands(change.before, phase, number), number, reason)
        change.action = logged("adjust_round", said.get("seed"), why)
        before = change.history
        after = adjustments.adjusted(before, phase, number, kind, **said)
        refuse_other(after, shown)
        let_in(change, phase, after)
        put_round(change, phase, seating.round_of(before, phase, number), after)


def needed_reason(change: Change, where: str, number: int, reason: str) -> str:
    """The reason as it is kept; nothing for a draft. RuleViolation where one is missing."""
    permissions_by_state.check("adjust_round", where, number)
    level, _words = permissions_by_state.verdict("adjust_round", where)
    if level == permissions_by_state.FINE:
        return ""
    reason = " ".join(reason.split())
    roster_parser.check_text(reason)
    if not reason:
        raise RuleViolation(_("Say in a few words why the round changes: the players read it."))
    if len(reason) > MOST:
        raise RuleViolation(_("Say it shorter: {most} characters at most."), most=MOST)
    return reason


def logged(action: str, seed: str, why: str) -> str:
    """“adjust_round seed ab12: Bo came late”: only what was public has a reason."""
    drawn = f"{action} seed {seed}" if seed else action
    return f"{drawn}: {why}" if why else drawn


def refuse_other(after: RoundRecord, shown: str):
    if shown and shown != seating.fingerprint(after):
        raise RuleViolation(_("The event has changed since this was shown. Look at it again, then decide."))


def let_in(change: Change, phase: int, after: RoundRecord):
    """Who joins a round that is drawn plays from that round on, whatever they asked for."""
    event_round = change.history.rounds_before(phase) + after.number
    everybody = [player.id for player in change.history.players]
    asked = requested_byes.byes_asked(change.history, event_round, everybody)
    seated = {player for match in after.matches if match not in asked for player in match.players}
    for player in change.history.players:
        if player.id in seated and (player.joined_round > event_round or event_round in player.byes):
            byes = {number: worth for number, worth in player.byes.items() if number != event_round}
            joined = min(player.joined_round, event_round)
            change.put(part_paths.player(player.id), replace(player, joined_round=joined, byes=byes))


def put_round(change: Change, phase: int, before: RoundRecord, after: RoundRecord):
    """The round in place of what it was; its matches that stay are not touched. What players said of a table
    was said of those who met there."""
    there = {match.players for match in before.matches}
    for match in before.matches:
        if match not in after.matches:
            change.put(part_paths.match(phase, before.number, match), None)
    for match in after.matches:
        if match not in before.matches:
            put = match if match.players in there else player_reports.without_claims(match)
            change.put(part_paths.match(phase, after.number, match), put)
