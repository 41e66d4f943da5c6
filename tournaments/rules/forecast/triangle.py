"""The Swiss triangle: expected number of players with each record, and the cut among them."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb

# Tolerance of sums of floats.
TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The expected number of players with `points`, and the number of them `inside` a cut.

    `records` are the (wins, losses, draws) with these points, most wins first.
    """

    points: float
    records: tuple[tuple[int, int, int], ...]
    expected: float
    inside: float


def expected_records(players: int, rounds: int, draw_rate: float = 0.0) -> dict[tuple[int, int, int], float]:
    """Return {(wins, losses, draws): expected number of players}, which add up to `players`.

    Every match is drawn with the chance `draw_rate` and otherwise even. Results then do not depend on
    opponents, so each record is multinomial and the numbers are exact for any pairing, pair-downs included.
    Byes are ignored: with an odd number of players they raise the top by less than one player.
    """
    decided_rate = (1 - draw_rate) / 2
    return {
        (wins, rounds - draws - wins, draws): players
        * comb(rounds, draws)
        * comb(rounds - draws, wins)
        * draw_rate**draws
        * decided_rate ** (rounds - draws)
        for draws in range(rounds + 1 if draw_rate else 1)
        for wins in range(rounds - draws, -1, -1)
    }


def score_lines(
    records: Mapping[tuple[int, int, int], float], places: float, worth=(3, 0, 1)
) -> tuple[ScoreLine, ...]:
    """Group expected numbers by points, best first; a cut takes `places` from the top.

    `worth`: points of a win, a loss and a draw.
    """
    records_by_points = {}
    for record in sorted(records, reverse=True):
        points = round(sum(n * each for n, each in zip(record, worth, strict=True)), 9)
        records_by_points.setdefault(points, []).append(record)
    lines, places_left = [], places
    for points in sorted(records_by_points, reverse=True):
        count = sum(records[record] for record in records_by_points[points])
        inside = min(count, max(places_left, 0.0))
        lines.append(ScoreLine(points, tuple(records_by_points[points]), count, inside))
        places_left -= count
    return tuple(lines)


def max_players(rounds: int, losses: int, places: int) -> int:
    """Return the largest field in which at most `places` players are expected to lose `losses` or fewer.

    Without draws players × Σ C(rounds, i ≤ losses) / 2^rounds do, for one loss players × (rounds + 1) /
    2^rounds. For ten rounds and a top eight that is 744.
    """
    share = sum(comb(rounds, lost) for lost in range(losses + 1))
    return places * 2**rounds // share
