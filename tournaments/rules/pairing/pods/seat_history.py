"""The seats of players in past pods: `(seat, seats)` each, the first seat is 1."""

from fractions import Fraction

from .sizes import USUAL_POD_SIZE


def first_seat_count(past_seats):
    """Return how often a player has sat first."""
    return sum(seat == 1 for seat, _seats in past_seats)


def odd_pod_count(past_seats):
    """Return how often a player has sat in a pod of a size other than four."""
    return sum(seats != USUAL_POD_SIZE for _seat, seats in past_seats)


def average_lateness(past_seats):
    """Return a player's average seat from 0 (always first) to 1 (always last); ½ before the first pod."""
    if not past_seats:
        return Fraction(1, 2)
    return sum(Fraction(seat - 1, seats - 1) for seat, seats in past_seats) / len(past_seats)


def order_seats(pod, past_seats, lots):
    """Return a pod's players in seat order.

    The first seat goes to the player who has had it least often; the others follow by average seat, latest
    first, which also breaks ties for the first seat. `lots` break remaining ties.
    """
    order = {player: (-average_lateness(past_seats.get(player, ())), lots[player]) for player in pod}
    first = min(pod, key=lambda player: (first_seat_count(past_seats.get(player, ())), *order[player]))
    return (first, *sorted((player for player in pod if player != first), key=order.__getitem__))
