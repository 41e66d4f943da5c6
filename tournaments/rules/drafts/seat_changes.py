"""The pods of a draft changed by hand, before its first round is drawn."""

from itertools import chain

from ..errors import RuleViolation, _
from ..history import EventHistory
from ..pairing.booster_pods import MOST
from ..rounds.phases import entrants_of, playing_in
from ..rounds.seating import named
from .booster import Pods


def adjusted(history: EventHistory, phase_number: int, kind: str, **said) -> Pods:
    """The phase's pods after one change of KINDS; `said`: players `a` and `b`, the number of a `pod`.

    Raises RuleViolation for what cannot be.
    """
    if kind not in KINDS:
        raise RuleViolation(_("There is no change “{kind}”."), kind=kind)
    return tuple(filter(None, KINDS[kind](history, phase_number, **said)))


def swap(history, phase_number, a, b, pod) -> Pods:
    """Two players change seats, of one pod or of two."""
    if a == b:
        raise RuleViolation(_("Choose two different players: nobody sits twice."))
    pods = history.phase(phase_number).pods
    for player in (a, b):
        refuse_standing(history, pods, player)
    moved = {a: b, b: a}
    return tuple(tuple(moved.get(player, player) for player in seats) for seats in pods)


def seat(history, phase_number, a, b, pod) -> Pods:
    """A player who is there and in no pod sits down on a new last seat of this one."""
    pods, name = history.phase(phase_number).pods, named(history, a).name
    if a in chain.from_iterable(pods):
        raise RuleViolation(_("{name} sits in a pod already."), name=name)
    if a not in unseated(history, phase_number):
        raise RuleViolation(_("{name} is not in this phase of the event."), name=name)
    if not 1 <= pod <= len(pods):
        raise RuleViolation(_("There is no pod {pod}."), pod=pod)
    if len(pods[pod - 1]) >= MOST:
        words = _("Pod {pod} has {count} seats already: choose another, or draw the pods again.")
        raise RuleViolation(words, pod=pod, count=len(pods[pod - 1]))
    return tuple((*seats, a) if at == pod else seats for at, seats in enumerate(pods, 1))


def leave(history, phase_number, a, b, pod) -> Pods:
    """A player gets up; those behind move up a seat."""
    pods = history.phase(phase_number).pods
    refuse_standing(history, pods, a)
    return tuple(tuple(player for player in seats if player != a) for seats in pods)


def refuse_standing(history: EventHistory, pods: Pods, player: str):
    if player not in chain.from_iterable(pods):
        raise RuleViolation(_("{name} sits in no pod."), name=named(history, player).name)


def unseated(history: EventHistory, phase_number: int) -> tuple[str, ...]:
    """Ids of those who are there for the draft and sit in none of its pods."""
    seated = set(chain.from_iterable(history.phase(phase_number).pods))
    there = playing_in(history, phase_number) - seated
    return tuple(player for player in entrants_of(history, phase_number) if player in there)


KINDS = {"swap": swap, "seat": seat, "leave": leave}
