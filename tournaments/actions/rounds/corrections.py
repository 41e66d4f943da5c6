"""What was wrong after a round is out: put right, and the open round left, mended or drawn again with it."""

from dataclasses import replace

from ...models import Event
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, PUBLISHED, EventHistory
from ...rules.log import part_paths
from ...rules.results import consequences, corrections
from ...rules.rounds import adjustments, permissions_by_state, progress
from ..change import By, Change, changing
from ..results.results import put_report, stands
from .adjustments import logged, put_round, refuse_other


def correct_result(
    event: Event,
    by: By,
    phase: int,
    number: int,
    table: int,
    said: str,
    choice: str = "leave",
    **how,
):
    """Correct a result after the next round was drawn, and let that round stay (`leave`), keep all but the
    `fewest` tables, or be drawn again (`draw`); `how` is what `put_right` takes. In finals later matches
    that were made of this one are made again (`remake`), without their results.

    Raises RuleViolation as `report_result` and `adjust_round` do; then nothing is stored.
    """
    with changing(event, by, "correct_result") as change:
        before, reported = put_report(change, "correct_result", phase, number, table, said)
        is_bracket = change.history.phase(phase).kind == BRACKET
        if is_bracket != (choice == corrections.REMAKE):
            raise RuleViolation(permissions_by_state.DRAWN_FROM, round=number)
        if is_bracket:
            right, _undone = consequences.of_result(change.history, phase, number, before, reported)
            put_finals(change, phase, right)
            return
        right = corrections.of_result(change.history, phase, number, before, reported)
        put_right(change, phase, right, choice, **how)


def correct_seats(
    event: Event,
    by: By,
    phase: int,
    number: int,
    a: str,
    b: str,
    choice: str = "leave",
    **how,
):
    """Two players of a finished round had sat in each other's places: as `correct_result` for the rest."""
    with changing(event, by, "correct_seats") as change:
        check(change, "correct_seats", phase, number)
        right = corrections.of_seats(change.history, phase, number, a, b)
        put_right(change, phase, right, choice, **how)


def admit_player(
    event: Event,
    by: By,
    phase: int,
    number: int,
    player: str,
    choice: str = "leave",
    **how,
):
    """Let a player who is missing into a published round with the `fewest` tables changed or by another
    `draw`; or `leave` them out of it, to be given what the settings say of late entries."""
    with changing(event, by, "admit_player") as change:
        check(change, "admit_player", phase, number)
        right = corrections.of_admission(change.history, phase, number, player)
        put_right(change, phase, right, choice, **how)


def excuse_player(
    event: Event,
    by: By,
    phase: int,
    number: int,
    player: str,
    choice: str = "fewest",
    **how,
):
    """Take a player who dropped or is not there out of a published round; to who has not dropped it is a
    loss. Raises RuleViolation for `leave`: their table is played or reported then."""
    with changing(event, by, "excuse_player") as change:
        check(change, "excuse_player", phase, number)
        right = corrections.of_excuse(change.history, phase, number, player)
        put_right(change, phase, right, choice, **how)


def check(change: Change, action: str, phase: int, number: int):
    permissions_by_state.check(action, stands(change.before, phase, number), number)


def put_right(
    change: Change,
    phase: int,
    right: corrections.Corrected,
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
    after = corrections.again(right, phase, choice, seed, exceptions)
    check(change, "adjust_round", phase, after.number)
    why = choice if after.state == PUBLISHED else ""
    change.action = logged(change.action, seed if choice == "draw" else "", why)
    refuse_other(after, shown)
    put_history(change, progress.with_round(right.event, phase, after))


def put_finals(change: Change, phase: int, after: EventHistory):
    """The rounds of a bracket as they are now; those that are no more go with their matches."""
    left = {round_.number: round_ for round_ in after.phase(phase).rounds}
    for was in change.history.phase(phase).rounds:
        now = left.get(was.number)
        put_round(change, phase, was, now or replace(was, matches=()))
        if now is None:
            change.put(part_paths.round_(phase, was.number), None)
        elif now.state != was.state:
            change.put(part_paths.round_(phase, was.number), replace(now, matches=()))


def put_history(change: Change, after: EventHistory):
    """The players and matches of this history where they are others than now."""
    for was, now in zip(change.history.players, after.players, strict=True):
        if was != now:
            change.put(part_paths.player(now.id), now)
    for number, (was, now) in enumerate(zip(change.history.phases, after.phases, strict=True), 1):
        for one, other in zip(was.rounds, now.rounds, strict=True):
            put_round(change, number, one, other)
