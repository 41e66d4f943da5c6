"""A draft before its first round: pods, seat changes, deck building."""

from dataclasses import replace
from datetime import timedelta

from ... import access
from ...queries.log.restore_points import name_before_pairing
from ...rules.drafts import seat_changes
from ...rules.errors import RuleViolation, _
from ...rules.history import EventHistory
from ...rules.log import part_paths
from ...rules.log.timestamps import format_utc_seconds
from ...rules.rounds import progress
from ..change import Change, action
from ..log.restore_points import store_restore_point
from ..results.results import apply_expired_reports
from ..rounds.next_seed import take_seed
from ..rounds.rounds import store_new_round


@action(access.MANAGE, log=_("Pods drawn: {pod_sizes}"))
def draw_pods(change: Change, *, seed: str = "") -> int:
    """Draw the pods of the next draft, again until its first round is paired; return its phase number.

    Finishes the round before. Raises RuleViolation while results are missing, if no draft comes next, or
    there are too few players.
    """
    apply_expired_reports(change)
    number = draw_next_pods(change, seed)
    change.log(phase=number)
    return number


def draw_next_pods(change: Change, seed: str) -> int:
    """Draw the pods of the next draft into the change, with a restore point; return its phase number."""
    before = change.history
    seed, sealed = take_seed(change.event, seed)
    new_round = progress.draw_pods(before, seed)
    # Set in any case, so that another change of the pods at the same time is an edit conflict.
    change.set_part(part_paths.phase(new_round.phase), replace(before.phase(new_round.phase), rounds=()))
    store_new_round(change, before, new_round, seed, sealed)
    store_restore_point(change, name_before_pairing(new_round))
    return new_round.phase


@action(
    access.MANAGE,
    log={
        "pods_swap": _("Pods: {a} and {b} swapped seats"),
        "pods_seat": _("Pods: {a} added to pod {pod}"),
        "pods_leave": _("Pods: {a} removed"),
        "pods_split": _("Pods: pod {pod} split by hand into {first} + {second}"),
    },
)
def adjust_pods(change: Change, kind: str, *, a: str = "", b: str = "", pod: int = 0):
    """Change the pods of the next draft by hand; `kind` is one of seat_changes.SEAT_CHANGES.

    Raises RuleViolation for an impossible change, or once round 1 is paired.
    """
    change.reason = kind
    number = waiting_draft(change.history)
    pods = seat_changes.change_seats(change.history, number, kind, a=a, b=b, pod=pod)
    phase = change.history.phase(number)
    change.set_part(part_paths.phase(number), replace(phase, pods=pods, rounds=()))
    values = {"a": a, "b": b, "pod": pod}
    change.log(f"pods_{kind}", **{name: value for name, value in values.items() if value})
    if kind == "split":
        change.log(first=len(pods[pod - 1]), second=len(pods[pod]))


@action(access.MANAGE, log=_("Deck building started"))
def start_building(change: Change):
    """Start, or restart, the time for deck building."""
    number = waiting_draft(change.history)
    minutes = progress.settings_for(change.history, number).draft_minutes
    until = format_utc_seconds(change.now + timedelta(minutes=minutes))
    phase = change.history.phase(number)
    change.set_part(part_paths.phase(number), replace(phase, build_until=until, rounds=()))


def waiting_draft(history: EventHistory) -> int:
    """Return the number of the draft that waits for its first round. RuleViolation without one."""
    phase = history.phase(history.current)
    if not phase.pods or phase.rounds:
        raise RuleViolation(_("No pods are waiting for their first round."))
    return history.current
