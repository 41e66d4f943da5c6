"""Where players have sat in the pods so far: `(seat, seats)` each, the first seat 1."""

from fractions import Fraction

from .sizes import USUAL


def firsts(sat):
    """How often somebody has sat first."""
    return sum(seat == 1 for seat, _seats in sat)


def odd_pods(sat):
    """How often somebody has sat in a pod of another size than four."""
    return sum(seats != USUAL for _seat, seats in sat)


def lateness(sat):
    """Where somebody has sat on average, from 0, always first, to 1, always last; ½ before the first pod."""
    if not sat:
        return Fraction(1, 2)
    return sum(Fraction(seat - 1, seats - 1) for seat, seats in sat) / len(sat)


def in_seats(pod, sat, lots):
    """A pod's players in the order of their seats: first who has been first least often, then who has sat
    latest on average; the others by that average. `lots` decide between equals."""
    late = {player: (-lateness(sat.get(player, ())), lots[player]) for player in pod}
    first = min(pod, key=lambda player: (firsts(sat.get(player, ())), *late[player]))
    return (first, *sorted((player for player in pod if player != first), key=late.__getitem__))
