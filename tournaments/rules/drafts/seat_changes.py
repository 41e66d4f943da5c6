"""Manual changes of a draft's pods before its first round."""

from itertools import chain

from ..errors import RuleViolation, _
from ..history import EventHistory
from ..pairing.booster_pods import MAX_POD_SIZE
from ..rounds.phases import entrants_of, playing_in
from ..rounds.seating import get_player
from .booster import BoosterPods


def change_seats(history: EventHistory, phase_number: int, kind: str, **values) -> BoosterPods:
    """Return the phase's pods after one change of KINDS; `values`: players `a` and `b`, and a `pod` number.

    Raises RuleViolation for an impossible change.
    """
    if kind not in KINDS:
        raise RuleViolation(_("There is no change “{kind}”."), kind=kind)
    return tuple(filter(None, KINDS[kind](history, phase_number, **values)))


def swap(history, phase_number, a, b, pod) -> BoosterPods:
    """Two players change seats, of one pod or of two."""
    if a == b:
        raise RuleViolation(_("Choose two different players: nobody sits twice."))
    pods = history.phase(phase_number).pods
    for player in (a, b):
        refuse_standing(history, pods, player)
    moved = {a: b, b: a}
    return tuple(tuple(moved.get(player, player) for player in seats) for seats in pods)


def seat(history, phase_number, a, b, pod) -> BoosterPods:
    """Seat a present player without a pod on a new last seat of this pod."""
    pods, name = history.phase(phase_number).pods, get_player(history, a).name
    if a in chain.from_iterable(pods):
        raise RuleViolation(_("{name} sits in a pod already."), name=name)
    if a not in unseated_players(history, phase_number):
        raise RuleViolation(_("{name} is not in this phase of the event."), name=name)
    if not 1 <= pod <= len(pods):
        raise RuleViolation(_("There is no pod {pod}."), pod=pod)
    if len(pods[pod - 1]) >= MAX_POD_SIZE:
        words = _("Pod {pod} has {count} seats already: choose another, or draw the pods again.")
        raise RuleViolation(words, pod=pod, count=len(pods[pod - 1]))
    return tuple((*seats, a) if at == pod else seats for at, seats in enumerate(pods, 1))


def leave(history, phase_number, a, b, pod) -> BoosterPods:
    """Remove a player; later seats move up by one."""
    pods = history.phase(phase_number).pods
    refuse_standing(history, pods, a)
    return tuple(tuple(player for player in seats if player != a) for seats in pods)


def refuse_standing(history: EventHistory, pods: BoosterPods, player: str):
    if player not in chain.from_iterable(pods):
        raise RuleViolation(_("{name} sits in no pod."), name=get_player(history, player).name)


def unseated_players(history: EventHistory, phase_number: int) -> tuple[str, ...]:
    """Return ids of the draft's present players who sit in no pod."""
    seated = set(chain.from_iterable(history.phase(phase_number).pods))
    present = playing_in(history, phase_number) - seated
    return tuple(player for player in entrants_of(history, phase_number) if player in present)


KINDS = {"swap": swap, "seat": seat, "leave": leave}
