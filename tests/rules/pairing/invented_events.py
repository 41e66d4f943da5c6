"""Invented events for the pairing tests: played round by round from a seed."""

from random import Random

from tests.support.repetitions import count
from tournaments.rules.pairing import Entrant, pair_swiss

EVENTS = count(10, 40)


def field(*points, byes=(), order=None):
    """Return entrants a, b, c … with these points, ranked by them."""
    best_first = sorted(points, reverse=True)
    return [
        Entrant(
            chr(ord("a") + at),
            value,
            best_first.index(value) + 1,
            byes[at] if byes else 0,
            order[at] if order else at + 1,
        )
        for at, value in enumerate(points)
    ]


def played(size, rounds, method, seed, drops=0.0, look_ahead=True):
    """Yield (entrants, met before, pairing) of each round of an invented event."""
    chance = Random(seed)
    points = {f"p{number}": 0 for number in range(size)}
    byes, met, playing = dict.fromkeys(points, 0), [], sorted(points)
    for number in range(1, rounds + 1):
        entrants = standing(playing, points, byes)
        pairing = pair_swiss(
            entrants,
            met,
            method=method,
            seed=f"event {seed}",
            round_number=number,
            rounds_left=rounds - number if look_ahead else 0,
        )
        yield entrants, tuple(met), pairing
        met += pairing.tables
        for one, two in pairing.tables:
            share = chance.choice([(3, 0), (0, 3), (3, 0), (0, 3), (1, 1)])
            points[one] += share[0]
            points[two] += share[1]
        if pairing.bye:
            points[pairing.bye] += 3
            byes[pairing.bye] += 1
        remaining = [player for player in playing if chance.random() >= drops]
        playing = remaining if len(remaining) > 1 else playing


def standing(playing, points, byes):
    ordered = sorted(playing, key=lambda player: (-points[player], player))
    better = [sum(points[other] > points[player] for other in playing) for player in ordered]
    return [
        Entrant(player, points[player], above + 1, byes[player], place)
        for place, (player, above) in enumerate(zip(ordered, better, strict=True), 1)
    ]
