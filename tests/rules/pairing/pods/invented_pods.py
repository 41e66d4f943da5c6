"""Invented events of pods for the tests: drawn round by round from a seed."""

from itertools import combinations
from random import Random

from tests.rules.pairing.invented_events import standing
from tournaments.rules.pairing import RANDOM
from tournaments.rules.pairing.pods import pair_pods


def played(
    size,
    rounds,
    method,
    seed,
    *,
    sizes="threes",
    drops=0.0,
    late=0,
    draws=0.15,
    constraints=None,
    pair=pair_pods,
):
    """Yield (entrants, kwargs of `pair`, its PodPairing) for each round of an invented event.

    `late` players join in each round after the first.
    """
    chance = Random(seed)
    points = {f"p{number}": 0 for number in range(size)}
    byes, met, past_seats, playing = dict.fromkeys(points, 0), [], {}, sorted(points)
    for number in range(1, rounds + 1):
        entrants = standing(playing, points, byes)
        kwargs = {
            "met": tuple(met),
            "method": RANDOM if number == 1 else method,
            "seed": f"event {seed}",
            "round_number": number,
            "sizes": sizes,
            "past_seats": dict(past_seats),
            **({"constraints": constraints} if constraints else {}),
        }
        pods = pair(entrants, **kwargs)
        yield entrants, kwargs, pods
        for pod in pods.tables:
            met += combinations(pod, 2)
            for seat, player in enumerate(pod, 1):
                past_seats[player] = (*past_seats.get(player, ()), (seat, len(pod)))
            winners = pod if chance.random() < draws else [chance.choice(pod)]
            for player in winners:
                points[player] += 1 if len(winners) > 1 else 5
        for player in pods.byes:
            points[player] += 5
            byes[player] += 1
        remaining = [player for player in playing if chance.random() >= drops]
        playing = remaining if len(remaining) > 4 else playing
        for new in range(late):
            newcomer = f"late{number}-{new}"
            points[newcomer] = byes[newcomer] = 0
            playing = [*playing, newcomer]


def firsts(past_seats, player):
    return sum(seat == 1 for seat, _seats in past_seats.get(player, ()))
