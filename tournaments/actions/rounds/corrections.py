"""Corrections after a round was published, and what becomes of the open round: left, repaired or redrawn."""

from dataclasses import replace

from ...models import Event
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, PUBLISHED, EventHistory
from ...rules.log import part_paths
from ...rules.results import consequences, corrections
from ...rules.rounds import adjustments, permissions_by_state, progress
from ..change import Actor, Change, record_action
from ..results.results import round_situation, store_result
from .adjustments import action_text, check_round_preview, put_round


def correct_result(
    event: Event,
    actor: Actor,
    phase: int,
    number: int,
    table: int,
    said: str,
    choice: str = "leave",
    **options,
):
    """Correct a result after the next round was paired.

    `choice` decides about that round: `leave` it, change the `fewest` tables, or `draw` it again; `options`
    are the arguments of `put_right`. In finals `remake` pairs later matches that depend on it again, without
    their results. Raises RuleViolation as `report_result` and `adjust_round` do.
    """
    with record_action(event, actor, "correct_result") as change:
        before, reported = store_result(change, "correct_result", phase, number, table, said)
        is_bracket = change.history.phase(phase).kind == BRACKET
        if is_bracket != (choice == corrections.REMAKE):
            raise RuleViolation(permissions_by_state.DRAWN_FROM, round=number)
        if is_bracket:
            right, _undone = consequences.change_finals_result(
                change.history, phase, number, before, reported
            )
            put_finals(change, phase, right)
            return
        right = corrections.correct_result(change.history, phase, number, before, reported)
        put_right(change, phase, right, choice, **options)


def correct_seats(
    event: Event,
    actor: Actor,
    phase: int,
    number: int,
    a: str,
    b: str,
    choice: str = "leave",
    **options,
):
    """Swap two players of a finished round who sat in each other's places; see `correct_result`."""
    with record_action(event, actor, "correct_seats") as change:
        check(change, "correct_seats", phase, number)
        right = corrections.correct_seats(change.history, phase, number, a, b)
        put_right(change, phase, right, choice, **options)


def admit_player(
    event: Event,
    actor: Actor,
    phase: int,
    number: int,
    player: str,
    choice: str = "leave",
    **options,
):
    """Add a missing player to a published round, with the `fewest` tables changed or by a new `draw`.

    `leave` keeps them out; the settings of late entries apply.
    """
    with record_action(event, actor, "admit_player") as change:
        check(change, "admit_player", phase, number)
        right = corrections.admit_player(change.history, phase, number, player)
        put_right(change, phase, right, choice, **options)


def excuse_player(
    event: Event,
    actor: Actor,
    phase: int,
    number: int,
    player: str,
    choice: str = "fewest",
    **options,
):
    """Take an absent or dropped player out of a published round; it is a loss unless they dropped.

    Raises RuleViolation for `leave`: then their table is played or reported.
    """
    with record_action(event, actor, "excuse_player") as change:
        check(change, "excuse_player", phase, number)
        right = corrections.excuse_player(change.history, phase, number, player)
        put_right(change, phase, right, choice, **options)


def check(change: Change, action: str, phase: int, number: int):
    permissions_by_state.check(action, round_situation(change.before, phase, number), number)


def put_right(
    change: Change,
    phase: int,
    right: corrections.CorrectedHistory,
    choice: str,
    *,
    seed: str = "",
    shown: str = "",
    exceptions: bool = False,
):
    """Store what was put right and the open round as it was chosen: by another draw from the seed and, where
    no legal round exists, with `exceptions` that were agreed to; `shown` is what the page showed of it."""
    if choice == "leave":
        if right.left == change.history:
            raise RuleViolation(adjustments.NOTHING_CHANGES)
        put_history(change, right.left)
        return
    after = corrections.remake_round(right, phase, choice, seed, exceptions)
    check(change, "adjust_round", phase, after.number)
    why = choice if after.state == PUBLISHED else ""
    change.action = action_text(change.action, seed if choice == "draw" else "", why)
    check_round_preview(after, shown)
    put_history(change, progress.with_round(right.event, phase, after))


def put_finals(change: Change, phase: int, after: EventHistory):
    """Store the rounds of a bracket; removed rounds go with their matches."""
    left = {round_.number: round_ for round_ in after.phase(phase).rounds}
    for was in change.history.phase(phase).rounds:
        now = left.get(was.number)
        put_round(change, phase, was, now or replace(was, matches=()))
        if now is None:
            change.set_part(part_paths.round_(phase, was.number), None)
        elif now.state != was.state:
            change.set_part(part_paths.round_(phase, was.number), replace(now, matches=()))


def put_history(change: Change, after: EventHistory):
    """Store the players and matches that differ from the current ones."""
    for was, now in zip(change.history.players, after.players, strict=True):
        if was != now:
            change.set_part(part_paths.player(now.id), now)
    for number, (was, now) in enumerate(zip(change.history.phases, after.phases, strict=True), 1):
        for one, other in zip(was.rounds, now.rounds, strict=True):
            put_round(change, number, one, other)
