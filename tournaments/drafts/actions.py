"""A draft before its first round: pods, seat changes, deck building."""

from datetime import timedelta

from .. import access
from ..changes.change import Change, action
from ..log.actions.undo import store_restore_point
from ..log.pages.undo import name_before_pairing
from ..models.event import take_seed
from ..ratings.actions.seeding import seed_players
from ..results.actions.results import apply_expired_reports
from ..rounds.actions.rounds import store_new_round
from ..rules.drafts import change_seats
from ..rules.errors import RuleViolation, _
from ..rules.event_file.fields import format_utc_seconds
from ..rules.history import EventHistory, EventPhase
from ..rules.rounds import progress


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
    seed_players(change)
    before = change.history
    seed, sealed = take_seed(change.event, seed)
    new_round = progress.draw_pods(before, seed)
    # Set in any case, so that another change of the pods at the same time is an edit conflict.
    change.set_phase(before.phase(new_round.phase.number))
    store_new_round(change, before, new_round, seed, sealed)
    store_restore_point(change, name_before_pairing(new_round))
    return new_round.phase.number


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
    """Change the pods of the next draft by hand; `kind` is one of rules.drafts.SEAT_CHANGES.

    Raises RuleViolation for an impossible change, or once round 1 is paired.
    """
    change.reason = kind
    phase = waiting_draft(change.history)
    pods = change_seats(phase, kind, a=a, b=b, pod=pod)
    change.set_phase(phase.replace(pods=pods))
    values = {"a": a, "b": b, "pod": pod}
    change.log(f"pods_{kind}", **{name: value for name, value in values.items() if value})
    if kind == "split":
        change.log(first=len(pods[pod - 1]), second=len(pods[pod]))


@action(access.MANAGE, log=_("Deck building started"))
def start_building(change: Change):
    """Start, or restart, the time for deck building."""
    phase = waiting_draft(change.history)
    until = format_utc_seconds(change.now + timedelta(minutes=phase.settings.draft_minutes))
    change.set_phase(phase.replace(build_until=until))


def waiting_draft(history: EventHistory) -> EventPhase:
    """Return the draft that waits for its first round. RuleViolation without one."""
    phase = history.current_phase
    if not phase.pods or phase.rounds:
        raise RuleViolation(_("No pods are waiting for their first round."))
    return phase
