"""The Swiss triangle: expected number of players with each record, and the cut among them."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb

# Tolerance of sums of floats.
NEARLY = 1e-9


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The expected number of players with `points`, and the number of them `inside` a cut.

    `records` are the (wins, losses, draws) with these points, most wins first.
    """

    points: float
    records: tuple[tuple[int, int, int], ...]
    expected: float
    inside: float


def expected(players: int, rounds: int, draws: float = 0.0) -> dict[tuple[int, int, int], float]:
    """Return {(wins, losses, draws): expected number of players}, which add up to `players`.

    Every match is drawn with the chance `draws` (0 to 1) and otherwise even. Results then do not depend on
    opponents, so each record is multinomial and the numbers are exact for any pairing, pair-downs included.
    Byes are ignored: with an odd number of players they raise the top by less than one player.
    """
    decided = (1 - draws) / 2
    return {
        (wins, rounds - drawn_count - wins, drawn_count): players
        * comb(rounds, drawn_count)
        * comb(rounds - drawn_count, wins)
        * draws**drawn_count
        * decided ** (rounds - drawn_count)
        for drawn_count in range(rounds + 1 if draws else 1)
        for wins in range(rounds - drawn_count, -1, -1)
    }


def triangle(players: int, rounds: int, draws: float = 0.0) -> tuple[dict, ...]:
    """Return `expected` after each round, from round 0 to the last."""
    return tuple(expected(players, number, draws) for number in range(rounds + 1))


def lines(
    records: Mapping[tuple[int, int, int], float], places: float, worth=(3, 0, 1)
) -> tuple[ScoreLine, ...]:
    """Group expected numbers by points, best first; a cut takes `places` from the top.

    `worth`: points of a win, a loss and a draw.
    """
    by_points = {}
    for record in sorted(records, reverse=True):
        points = round(sum(n * each for n, each in zip(record, worth, strict=True)), 9)
        by_points.setdefault(points, []).append(record)
    score_lines, left = [], places
    for points in sorted(by_points, reverse=True):
        those = sum(records[record] for record in by_points[points])
        inside = min(those, max(left, 0.0))
        score_lines.append(ScoreLine(points, tuple(by_points[points]), those, inside))
        left -= those
    return tuple(score_lines)


def most_players(rounds: int, losses: int, places: int) -> int:
    """Return the largest field in which at most `places` players are expected to lose `losses` or fewer.

    Without draws players × Σ C(rounds, i ≤ losses) / 2^rounds do, for one loss players × (rounds + 1) /
    2^rounds. For ten rounds and a top eight that is 744.
    """
    share = sum(comb(rounds, lost) for lost in range(losses + 1))
    return places * 2**rounds // share
