"""Count the costs of any round: rematches, score gaps, pairs from one club and repeated byes."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from .field import score_groups


@dataclass(frozen=True, slots=True)
class RoundCosts:
    """The costs of a round.

    `rematches`: pairs that meet again. `gap`: Σ (gap in score groups)² over all pairs at a table.
    `same_club`: pairs from one club. `byes`: earlier byes of the players with a bye.
    `pair_downs`: tables with players of several score groups.
    """

    rematches: int
    gap: int
    same_club: int
    byes: int
    pair_downs: int


def compute_costs(
    tables: Iterable[tuple[str, str]],
    bye_players: Sequence[str],
    *,
    points: Mapping[str, float],
    met: Iterable[tuple[str, str]],
    byes: Mapping[str, int],
    clubs: Mapping[str, str],
    band: float | None = None,
) -> RoundCosts:
    """Compute the costs of `tables` (two or more player ids each) and of the players with a bye.

    `points` of all players in the round define the score groups, with the optional `band`. `met` has
    one pair per past meeting, `byes` the earlier byes of each player. An empty club means no club.
    """
    tables = [tuple(table) for table in tables]
    group = score_groups(set(points.values()), band)
    place = {player: group[value] for player, value in points.items()}
    times_met = Counter(frozenset(pair) for pair in met)
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    return RoundCosts(
        rematches=sum(times_met[frozenset(pair)] > 0 for pair in pairs),
        gap=sum((place[a] - place[b]) ** 2 for a, b in pairs),
        same_club=sum(bool(clubs.get(a)) and clubs.get(a) == clubs.get(b) for a, b in pairs),
        byes=sum(byes.get(player, 0) for player in bye_players),
        pair_downs=sum(len({place[player] for player in table}) > 1 for table in tables),
    )
