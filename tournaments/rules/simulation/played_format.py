"""Stakes of the last Swiss rounds of simulated events: matches that still matter, and safe draws."""

from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from ..forecast.bounds import TOLERANCE, count_reaching, max_reaching_by_table
from ..forecast.places import CutPlaces
from ..forecast.race import WINS, Race
from ..forecast.stakes import StakeCalculator
from ..standings.tables import DREW
from .matches import ResultTable, result_table
from .plan import Format
from .swiss import NO_OPPONENT, SwissRounds

ROUNDS_WITH_STAKES = 2
CHAMPION = CutPlaces(1)


@dataclass(frozen=True, slots=True)
class SwissStakes:
    """Stakes by points in some events.

    `live` and `matches` (event, round): of the last two Swiss rounds, or the only one, how many matches had a
    player who was neither certainly in the cut nor certainly out of it, and how many were played; without a
    cut, the first place is at stake. `safe_draws` (event): tables of the last round where a draw puts both
    players in the cut for certain. `is_decided` (event): before the last round is played, one player is
    certain to end with more points than all others.

    Certain means: whatever results the rulebook allows in all matches of the round, and before the last round
    also in the next one, for all its pairings. Equal points count against a player who is to be in, and for
    one who is to be out. In the last round this is exact; before it some certain matches may count as live,
    because `rules.forecast` works with bounds. Nobody leaves, and no match is lost by both players.
    """

    live: np.ndarray
    matches: np.ndarray
    safe_draws: np.ndarray
    is_decided: np.ndarray


def swiss_stakes(format_: Format, rounds: SwissRounds) -> SwissStakes:
    """Return the SwissStakes of a format's events."""
    table = result_table(format_.settings)
    gains = table.wins if format_.settings.first_column == WINS else table.columns["points"]
    race_of = _RaceBuilder(format_, table, gains)
    places = CutPlaces(format_.cut or 1)
    draw = gains[table.last // 2] if format_.can_draw and format_.cut else None
    numbers = range(max(format_.rounds - ROUNDS_WITH_STAKES, 0) + 1, format_.rounds + 1)
    live, safe_draws, is_decided = [], [], []
    for results, opponents in zip(rounds.results, rounds.opponents, strict=True):
        races = [race_of.build(results, opponents, number) for number in numbers]
        live.append([_count_live(StakeCalculator(race, places), race) for race in races])
        safe_draws.append(0 if draw is None else _count_safe_draws(races[-1], format_.cut, draw))
        is_decided.append(_has_champion(races[-1]))
    matches = (rounds.opponents[:, :, numbers[0] - 1 :] != NO_OPPONENT).sum(axis=1) // 2
    return SwissStakes(np.array(live), matches, np.array(safe_draws), np.array(is_decided))


class _RaceBuilder:
    """Builds the Race of an event when one of its rounds has been paired."""

    def __init__(self, format_: Format, table: ResultTable, gains):
        results = [
            result for result in range(table.last + 1) if format_.can_draw or table.outcome[result] != DREW
        ]
        pairs = {(float(gains[result]), float(gains[table.last - result])) for result in results}
        self.gains, self.bye_points, self.rounds = gains, float(gains[table.bye]), format_.rounds
        self.table_results = tuple(sorted(pairs))

    def build(self, results, opponents, number):
        """Return the Race before the results of a round, whose bye counts already."""
        count = len(results)
        points = self.gains[results[:, : number - 1]].sum(axis=1)
        others = opponents[:, number - 1]
        points = np.where(others == NO_OPPONENT, points + self.bye_points, points).round(9).tolist()
        pairs = enumerate(others.tolist())
        return Race(
            points=dict(enumerate(points)),
            open_tables=tuple((player, other) for player, other in pairs if player < other),
            rounds=self.rounds - number,
            table_results=self.table_results,
            bye_points=self.bye_points,
            requested_byes=0,
            max_tables=(count + 1) // 2,
            outcome_points=None,
            listed_count=count,
        )


def _count_live(calculator, race):
    """Return the number of tables with a player who is neither in nor out."""

    def is_certain(own, other):
        return calculator.is_in((own, other)) or calculator.is_out((own, other))

    return sum(
        count * (not (is_certain(one, other) and is_certain(other, one)))
        for (one, other), count in race.open_table_points.items()
    )


def _count_safe_draws(race, places, draw):
    """Return the number of last-round tables where a draw puts both players in, whatever the others do."""
    max_reaching = cache(partial(max_reaching_by_table, race))

    def is_safe(table, points):
        target = points + draw
        elsewhere = max_reaching(target) - max(
            _reaching(table, result, target) for result in race.table_results
        )
        return elsewhere + _reaching(table, (draw, draw), target) <= places

    return sum(
        count * all(is_safe(table, points) for points in table)
        for table, count in race.open_table_points.items()
    )


def _reaching(table, result, target):
    return count_reaching(table, result, target - TOLERANCE)


def _has_champion(race):
    """Return whether a player certainly has more points at the end than anyone else."""
    calculator, best = StakeCalculator(race, CHAMPION), max(race.points.values())
    tables = {(best,)} if best in race.seatless_points else set()
    for one, other in race.open_table_points:
        tables |= {table for table in ((one, other), (other, one)) if table[0] == best}
    return any(calculator.is_in(table) for table in tables)
