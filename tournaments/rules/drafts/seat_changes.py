"""Manual changes of a draft's pods before its first round."""

from itertools import chain

from ..errors import RuleViolation, _
from ..history import EventPhase
from ..pairing.booster_pods import MAX_POD_SIZE, MIN_POD_SIZE
from ..rounds.phases import entrants_of, playing_in
from .booster import BoosterPods


def change_seats(phase: EventPhase, kind: str, **values) -> BoosterPods:
    """Return the phase's pods after one change of SEAT_CHANGES.

    `values`: players `a` and `b`, and a `pod` number. RuleViolation for an impossible change.
    """
    if kind not in SEAT_CHANGES:
        raise RuleViolation(_("Unknown change “{kind}”."), kind=kind)
    return tuple(filter(None, SEAT_CHANGES[kind](phase, **values)))


def swap(phase, a, b, pod) -> BoosterPods:
    """Swap the seats of two players, of one pod or of two."""
    if a == b:
        raise RuleViolation(_("Choose two different players."))
    for player in (a, b):
        check_seated(phase, player)
    other = {a: b, b: a}
    return tuple(tuple(other.get(player, player) for player in seats) for seats in phase.pods)


def seat(phase, a, b, pod) -> BoosterPods:
    """Seat a present player without a pod on a new last seat of this pod."""
    pods, name = phase.pods, phase.history.player(a).name
    if a in chain.from_iterable(pods):
        raise RuleViolation(_("{name} is already in a pod."), name=name)
    if a not in unseated_players(phase):
        raise RuleViolation(_("{name} isn’t in this phase of the event."), name=name)
    check_pod_exists(pods, pod)
    if len(pods[pod - 1]) >= MAX_POD_SIZE:
        text = _("Pod {pod} already has {count} seats. Choose another pod, or split this one in two first.")
        raise RuleViolation(text, pod=pod, count=len(pods[pod - 1]))
    return tuple((*seats, a) if number == pod else seats for number, seats in enumerate(pods, 1))


def leave(phase, a, b, pod) -> BoosterPods:
    """Remove a player; later seats move up by one."""
    check_seated(phase, a)
    return tuple(tuple(player for player in seats if player != a) for seats in phase.pods)


def split(phase, a, b, pod) -> BoosterPods:
    """Split a pod in two, the first with the odd player; later pods have their number increased by one.

    The seats keep their order: those of the second pod are the last of the old one.
    """
    pods = phase.pods
    check_pod_exists(pods, pod)
    seats = pods[pod - 1]
    if not can_split(seats):
        text = _(
            "Pod {pod} has {count} seats and can’t be split: each half needs at least {least} players. "
            "Swap players between pods, or redraw the pods."
        )
        raise RuleViolation(text, pod=pod, count=len(seats), least=MIN_POD_SIZE)
    half = (len(seats) + 1) // 2
    return (*pods[: pod - 1], seats[:half], seats[half:], *pods[pod:])


def can_split(seats: tuple[str, ...]) -> bool:
    """Return whether both halves of a pod would have enough players."""
    return len(seats) >= 2 * MIN_POD_SIZE


def check_pod_exists(pods: BoosterPods, pod: int):
    if not 1 <= pod <= len(pods):
        raise RuleViolation(_("Pod {pod} does not exist."), pod=pod)


def check_seated(phase: EventPhase, player: str):
    if player not in chain.from_iterable(phase.pods):
        raise RuleViolation(_("{name} is not in a pod."), name=phase.history.player(player).name)


def unseated_players(phase: EventPhase) -> tuple[str, ...]:
    """Return ids of the draft's present players who sit in no pod."""
    seated = set(chain.from_iterable(phase.pods))
    present = playing_in(phase) - seated
    return tuple(player for player in entrants_of(phase) if player in present)


SEAT_CHANGES = {"swap": swap, "seat": seat, "leave": leave, "split": split}
