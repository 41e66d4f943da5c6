"""The pods of a draft changed by hand, before its first round is drawn."""

from itertools import chain

from ..errors import RuleViolation, _
from ..history import Event
from ..pairing.booster_pods import MOST
from ..rounds.phases import entrants_of, playing_in
from ..rounds.seating import named
from .booster import Pods


def adjusted(event: Event, phase_number: int, kind: str, **said) -> Pods:
    """The phase's pods after one change of KINDS; `said`: players `a` and `b`, the number of a `pod`.

    Raises RuleViolation for what cannot be.
    """
    if kind not in KINDS:
        raise RuleViolation(_("There is no change “{kind}”."), kind=kind)
    return tuple(filter(None, KINDS[kind](event, phase_number, **said)))


def swap(event, phase_number, a, b, pod) -> Pods:
    """Two players change seats, of one pod or of two."""
    if a == b:
        raise RuleViolation(_("Choose two different players: nobody sits twice."))
    pods = event.phase(phase_number).pods
    for player in (a, b):
        refuse_standing(event, pods, player)
    moved = {a: b, b: a}
    return tuple(tuple(moved.get(player, player) for player in seats) for seats in pods)


def seat(event, phase_number, a, b, pod) -> Pods:
    """A player who is there and in no pod sits down on a new last seat of this one."""
    pods, name = event.phase(phase_number).pods, named(event, a).name
    if a in chain.from_iterable(pods):
        raise RuleViolation(_("{name} sits in a pod already."), name=name)
    if a not in unseated(event, phase_number):
        raise RuleViolation(_("{name} is not in this phase of the event."), name=name)
    if not 1 <= pod <= len(pods):
        raise RuleViolation(_("There is no pod {pod}."), pod=pod)
    if len(pods[pod - 1]) >= MOST:
        words = _("Pod {pod} has {count} seats already: choose another, or draw the pods again.")
        raise RuleViolation(words, pod=pod, count=len(pods[pod - 1]))
    return tuple((*seats, a) if at == pod else seats for at, seats in enumerate(pods, 1))


def leave(event, phase_number, a, b, pod) -> Pods:
    """A player gets up; those behind move up a seat."""
    pods = event.phase(phase_number).pods
    refuse_standing(event, pods, a)
    return tuple(tuple(player for player in seats if player != a) for seats in pods)


def refuse_standing(event: Event, pods: Pods, player: str):
    if player not in chain.from_iterable(pods):
        raise RuleViolation(_("{name} sits in no pod."), name=named(event, player).name)


def unseated(event: Event, phase_number: int) -> tuple[str, ...]:
    """Ids of those who are there for the draft and sit in none of its pods."""
    seated = set(chain.from_iterable(event.phase(phase_number).pods))
    there = playing_in(event, phase_number) - seated
    return tuple(player for player in entrants_of(event, phase_number) if player in there)


KINDS = {"swap": swap, "seat": seat, "leave": leave}
