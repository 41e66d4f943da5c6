"""What a round costs, however it came about: rematches, gaps, club-mates, second byes."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from .field import score_groups


@dataclass(frozen=True, slots=True)
class Costs:
    """How many pairs meet again, Σ (gap in score groups)² over the pairs of a table, pairs of one club, byes
    that those who sit out have had before; at how many tables some are of different score groups."""

    rematches: int
    gap: int
    same_club: int
    byes: int
    pair_downs: int


def costs(
    tables: Iterable[tuple[str, str]],
    out: Sequence[str],
    *,
    points: Mapping[str, float],
    met: Iterable[tuple[str, str]],
    byes: Mapping[str, int],
    clubs: Mapping[str, str],
    band: float | None = None,
) -> Costs:
    """The costs of any tables (two or more player ids each) and of those who sit out.

    `points` are those of everybody in the round, which make the score groups, by the `band` if there
    is one; `met` has a pair for each past meeting, `byes` how many each has had; an empty club is none.
    """
    tables = [tuple(table) for table in tables]
    group = score_groups(set(points.values()), band)
    place = {player: group[value] for player, value in points.items()}
    times = Counter(frozenset(pair) for pair in met)
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    return Costs(
        rematches=sum(times[frozenset(pair)] > 0 for pair in pairs),
        gap=sum((place[a] - place[b]) ** 2 for a, b in pairs),
        same_club=sum(bool(clubs.get(a)) and clubs.get(a) == clubs.get(b) for a, b in pairs),
        byes=sum(byes.get(player, 0) for player in out),
        pair_downs=sum(len({place[player] for player in table}) > 1 for table in tables),
    )
