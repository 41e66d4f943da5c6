"""The Swiss triangle: how many players are expected at each record, and where a cut falls among them."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb

# What a sum of floats may be off by.
NEARLY = 1e-9


@dataclass(frozen=True, slots=True)
class Line:
    """Those who have so many points: how many are expected, and how many of them a cut takes.

    `records` are the (wins, losses, draws) that come to these points, most wins first.
    """

    points: float
    records: tuple[tuple[int, int, int], ...]
    expected: float
    inside: float


def expected(players: int, rounds: int, draws: float = 0.0) -> dict[tuple[int, int, int], float]:
    """{(wins, losses, draws): how many players are expected to have that record}; they add up to `players`.

    Every match is drawn with the chance `draws` (0 to 1) and otherwise even. Nobody's results then depend
    on whom they meet, so that each player's record is a multinomial draw and the expected numbers are exact
    for any pairing, pair-downs included. Only byes are left out: with an odd number of players somebody at
    the foot has one each round, which lifts the top by less than one player.
    """
    decided = (1 - draws) / 2
    return {
        (wins, rounds - drawn - wins, drawn): players
        * comb(rounds, drawn)
        * comb(rounds - drawn, wins)
        * draws**drawn
        * decided ** (rounds - drawn)
        for drawn in range(rounds + 1 if draws else 1)
        for wins in range(rounds - drawn, -1, -1)
    }


def triangle(players: int, rounds: int, draws: float = 0.0) -> tuple[dict, ...]:
    """`expected` after each round, from round 0, where nobody has played, to the last."""
    return tuple(expected(players, number, draws) for number in range(rounds + 1))


def lines(records: Mapping[tuple[int, int, int], float], places: float, worth=(3, 0, 1)) -> tuple[Line, ...]:
    """Expected numbers by record as lines by points, best first; a cut takes `places` from the top.

    `worth`: what a win, a loss and a draw are worth.
    """
    by_points = {}
    for record in sorted(records, reverse=True):
        points = round(sum(n * each for n, each in zip(record, worth, strict=True)), 9)
        by_points.setdefault(points, []).append(record)
    made, left = [], places
    for points in sorted(by_points, reverse=True):
        those = sum(records[record] for record in by_points[points])
        inside = min(those, max(left, 0.0))
        made.append(Line(points, tuple(by_points[points]), those, inside))
        left -= those
    return tuple(made)


def most_players(rounds: int, losses: int, places: int) -> int:
    """The largest field of which no more than `places` are expected to lose at most `losses` matches.

    Without draws players × Σ C(rounds, i ≤ losses) / 2^rounds do, for one loss players × (rounds + 1) /
    2^rounds. For ten rounds and a top eight that is 744.
    """
    share = sum(comb(rounds, lost) for lost in range(losses + 1))
    return places * 2**rounds // share
