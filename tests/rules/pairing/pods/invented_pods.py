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
    """Yield (entrants, what `pair` was asked besides, its Pods) of each round of an invented event; `late`
    players come to each round after the first."""
    chance = Random(seed)
    points = {f"p{number}": 0 for number in range(size)}
    byes, met, sat, playing = dict.fromkeys(points, 0), [], {}, sorted(points)
    for number in range(1, rounds + 1):
        entrants = standing(playing, points, byes)
        asked = {
            "met": tuple(met),
            "method": RANDOM if number == 1 else method,
            "seed": f"event {seed}",
            "round_number": number,
            "sizes": sizes,
            "sat": dict(sat),
            **({"constraints": constraints} if constraints else {}),
        }
        drawn = pair(entrants, **asked)
        yield entrants, asked, drawn
        for pod in drawn.tables:
            met += combinations(pod, 2)
            for seat, player in enumerate(pod, 1):
                sat[player] = (*sat.get(player, ()), (seat, len(pod)))
            winners = pod if chance.random() < draws else [chance.choice(pod)]
            for player in winners:
                points[player] += 1 if len(winners) > 1 else 5
        for player in drawn.byes:
            points[player] += 5
            byes[player] += 1
        stay = [player for player in playing if chance.random() >= drops]
        playing = stay if len(stay) > 4 else playing
        for new in range(late):
            came = f"late{number}-{new}"
            points[came] = byes[came] = 0
            playing = [*playing, came]


def firsts(sat, player):
    return sum(seat == 1 for seat, _seats in sat.get(player, ()))
