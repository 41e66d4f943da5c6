"""Changes of pairings and of finished rounds."""

from dataclasses import replace

from ... import access
from ...changes.change import Change, action
from ...models import LogEntry
from ...results.actions.results import check_round_state, round_situation, store_result
from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET, PUBLISHED, EventHistory, EventPhase, RoundRecord
from ...rules.log.event_parts import match_path, player_path, round_path
from ...rules.players.roster import check_text
from ...rules.results import corrections, player_reports
from ...rules.results.corrections import change_finals_result
from ...rules.rounds import seating
from ...rules.rounds.adjustments import NOTHING_CHANGES, apply_adjustment
from ...rules.rounds.pairing_constraints import requested_bye_matches
from ...rules.rounds.progress import (
    ADJUST,
    ALLOWED,
    CHANGE_PLAYERS,
    CORRECT_RESULT,
    CORRECT_SEATS,
    DRAWN_FROM,
    check,
)

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
    after = apply_adjustment(before, number, kind, **options)
    check_round_preview(after, fingerprint)
    admit_seated_players(change, phase, after)
    replace_matches(change, phase, before.round(number), after)


def check_reason(reason: str) -> str:
    """Return the reason as stored. RuleViolation if it is empty or too long."""
    reason = " ".join(reason.split())
    check_text(reason)
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
    requested = requested_bye_matches(change.history, event_round, player_ids)
    seated = {player for match in after.matches if match not in requested for player in match.players}
    for player in change.history.players:
        if player.id in seated and (player.joined_round > event_round or event_round in player.byes):
            byes = {number: worth for number, worth in player.byes.items() if number != event_round}
            joined = min(player.joined_round, event_round)
            change.set_part(player_path(player.id), replace(player, joined_round=joined, byes=byes))


def replace_matches(change: Change, phase: int, before: RoundRecord, after: RoundRecord):
    """Replace a round's matches; players' reports stay while the same players meet."""
    old_pairings = {match.players for match in before.matches}
    for match in before.matches:
        if match not in after.matches:
            change.set_part(match_path(phase, before.number, match), None)
    for match in after.matches:
        if match not in before.matches:
            stored = match if match.players in old_pairings else player_reports.without_player_reports(match)
            change.set_part(match_path(phase, after.number, match), stored)


def permission_to_undo_correction(entry: LogEntry) -> str:
    """Return MANAGE if the correction also paired other tables again."""
    return access.MANAGE if len(entry.changes) > 1 else access.ENTER_RESULTS


@action(
    access.ENTER_RESULTS,
    undo=permission_to_undo_correction,
    in_round=CORRECT_RESULT,
    notice=_("an earlier result was corrected"),
    log=(_("Table {table} of {the_round} corrected: {result}"), "{later_tables}"),
)
def correct_result(
    change: Change,
    phase: int,
    number: int,
    table: int,
    result_text: str,
    choice: str = "leave",
    **options,
):
    """Correct a result after the next round was paired.

    `choice` decides about that round: `leave` it, change the `fewest` tables, or `draw` it again; `options`
    are the arguments of `store_correction`. In finals `remake` pairs later matches that depend on it again,
    without their results. Raises RuleViolation as `report_result` and `adjust_round` do.
    """
    change.log(table=table, round=(phase, number))
    old, new = store_result(change, phase, number, table, result_text, CORRECT_RESULT)
    played = change.history.phase(phase)
    is_bracket = played.kind == BRACKET
    if is_bracket != (choice == corrections.REMAKE):
        raise RuleViolation(DRAWN_FROM, round=number, next=number + 1)
    if is_bracket:
        after, _undone = change_finals_result(played, number, old, new)
        store_bracket(change, after)
    else:
        corrected = corrections.correct_result(played, number, old, new)
        store_correction(change, corrected, choice, **options)


@action(
    access.ENTER_RESULTS,
    undo=access.MANAGE,
    in_round=CORRECT_SEATS,
    notice=_("the seating of an earlier round was corrected"),
    log=(_("Seating of {the_round} corrected"), "{all_tables}"),
)
def correct_seats(change: Change, phase: int, number: int, a: str, b: str, choice: str = "leave", **options):
    """Swap two players of a finished round who sat in each other's places; see `correct_result`."""
    check_round_state(change, phase, number)
    change.log(round=(phase, number))
    corrected = corrections.correct_seats(change.history.phase(phase), number, a, b)
    store_correction(change, corrected, choice, **options)


@action(
    access.MANAGE,
    in_round=CHANGE_PLAYERS,
    notice=_("a player was missing"),
    log={
        "admit_player": (_("{name} added to {the_round}"), "{tables}"),
        "player_not_admitted": (_("{name} not added to {the_round}"), "{tables}"),
    },
)
def admit_player(change: Change, phase: int, number: int, player: str, choice: str = "leave", **options):
    """Add a missing player to a published round, with the `fewest` tables changed or by a new `draw`.

    `leave` keeps them out; the settings of late entries apply.
    """
    check_round_state(change, phase, number)
    sentence = "player_not_admitted" if choice == "leave" else "admit_player"
    change.log(sentence, name=player, round=(phase, number))
    corrected = corrections.admit_player(change.history.phase(phase), number, player)
    store_correction(change, corrected, choice, **options)


@action(
    access.MANAGE,
    in_round=CHANGE_PLAYERS,
    notice=_("a player is absent"),
    log=(_("{name} removed from {the_round}"), "{tables}"),
)
def excuse_player(change: Change, phase: int, number: int, player: str, choice: str = "fewest", **options):
    """Take an absent or dropped player out of a published round; it is a loss unless they dropped.

    Raises RuleViolation for `leave`: then their table is played or reported.
    """
    check_round_state(change, phase, number)
    change.log(name=player, round=(phase, number))
    corrected = corrections.excuse_player(change.history.phase(phase), number, player)
    store_correction(change, corrected, choice, **options)


def store_correction(
    change: Change,
    corrected: corrections.CorrectedPhase,
    choice: str,
    *,
    seed: str = "",
    fingerprint: str = "",
    exceptions: bool = False,
):
    """Store the correction, and the open round as `choice` decides.

    `seed` is for another draw, which makes `exceptions` where no legal round exists; `fingerprint` is that of
    the round in the page's preview.
    """
    if choice == "leave":
        if corrected.if_kept.history == change.history:
            raise RuleViolation(NOTHING_CHANGES)
        store_differences(change, corrected.if_kept.history)
        return
    after = corrections.remake_round(corrected, choice, seed, exceptions)
    check_round_state(change, corrected.phase.number, after.number, ADJUST)
    change.seed = seed if choice == "draw" else ""
    change.reason = choice if after.state == PUBLISHED else ""
    check_round_preview(after, fingerprint)
    store_differences(change, corrected.phase.with_round(after).history)


def store_bracket(change: Change, after: EventPhase):
    """Store the rounds of a bracket; removed rounds are deleted with their matches."""
    phase, new_rounds = after.number, {round_.number: round_ for round_ in after.rounds}
    for old in change.history.phase(phase).rounds:
        new = new_rounds.get(old.number)
        replace_matches(change, phase, old, new or replace(old, matches=()))
        if new is None or new.state != old.state:
            part = new and replace(new, matches=())
            change.set_part(round_path(phase, old.number), part)


def store_differences(change: Change, after: EventHistory):
    """Store the players and matches that differ from the current ones."""
    for old, new in zip(change.history.players, after.players, strict=True):
        if old != new:
            change.set_part(player_path(new.id), new)
    for number, (old_phase, new_phase) in enumerate(zip(change.history.phases, after.phases, strict=True), 1):
        for old, new in zip(old_phase.rounds, new_phase.rounds, strict=True):
            replace_matches(change, number, old, new)
