"""Corrections after a round was published, and what becomes of the open round: left, repaired or redrawn."""

from dataclasses import replace

from ... import access
from ...models import LogEntry
from ...rules.errors import RuleViolation, _
from ...rules.history import BRACKET, PUBLISHED, EventHistory, EventPhase
from ...rules.log import part_paths
from ...rules.results import consequences, corrections
from ...rules.rounds import adjustments
from ...rules.rounds.permissions_by_state import (
    ADJUST,
    CHANGE_PLAYERS,
    CORRECT_RESULT,
    CORRECT_SEATS,
    DRAWN_FROM,
)
from ..change import Change, action
from ..results.results import check_round_state, store_result
from .adjustments import check_round_preview, replace_matches


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
        after, _undone = consequences.change_finals_result(played, number, old, new)
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
            raise RuleViolation(adjustments.NOTHING_CHANGES)
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
            change.set_part(part_paths.round_(phase, old.number), part)


def store_differences(change: Change, after: EventHistory):
    """Store the players and matches that differ from the current ones."""
    for old, new in zip(change.history.players, after.players, strict=True):
        if old != new:
            change.set_part(part_paths.player(new.id), new)
    for number, (old_phase, new_phase) in enumerate(zip(change.history.phases, after.phases, strict=True), 1):
        for old, new in zip(old_phase.rounds, new_phase.rounds, strict=True):
            replace_matches(change, number, old, new)
