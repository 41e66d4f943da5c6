"""The state of a phase while its rounds run: points so far, and the points that can still be won."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, product

import numpy as np

from ..history import (
    BRACKET,
    BYE,
    DRAFT,
    DRAFT_PODS,
    DRAW,
    LOSS,
    POD_SEATS,
    PODS,
    ROUND_ROBIN,
    WIN,
    EventPhase,
)
from ..pairing.pods.objectives import USUAL_POD_SIZE
from ..results.scoring import VP_SHARES
from ..rounds.phases import entrants_of, round_count
from ..rulebooks import POINTS
from ..standings.standings import standings

WINS = "wins"


@dataclass(frozen=True)
class Race:
    """The state of a phase that is ranked by points or wins.

    `points`: {player still in the event: number in the first column}; `open_tables`: players of the running
    round's tables without a result; `rounds`: number of rounds not paired yet; `table_results`: all possible
    points of a table's seats, in every order, for each table size; `bye_points`: the points of a bye;
    `requested_byes`: number of byes in future rounds; `max_tables`: most tables of a future round, byes
    included; `outcome_points`: points of a win, a loss and a draw, None if a match can end otherwise;
    `listed_count`: number of rows in the standings; `seats`: players at a usual table; `losses`: {player:
    matches lost so far}.
    """

    points: Mapping[str, float]
    open_tables: tuple[tuple[str, ...], ...]
    rounds: int
    table_results: tuple[tuple[float, ...], ...]
    bye_points: float
    requested_byes: int
    max_tables: int
    outcome_points: tuple[float, float, float] | None
    listed_count: int
    seats: int = 2
    losses: Mapping[str, int] = field(default_factory=dict)

    def of_group(self, listed) -> "Race":
        """Return the race of the listed players of a group among themselves; others only take points away."""
        points = {player: self.points[player] for player in listed if player in self.points}
        return replace(
            self,
            points=points,
            open_tables=tuple(table for table in self.open_tables if points.keys() & set(table)),
            max_tables=min(self.max_tables, len(points)),
            listed_count=len(listed),
        )

    @cached_property
    def round_gains(self) -> tuple[float, ...]:
        """All points that one round can give a player, least first, including 0 for absent players."""
        return tuple(sorted({0, self.bye_points, *chain.from_iterable(self.table_results)}))

    @cached_property
    def results_by_size(self) -> dict[int, list[tuple[float, ...]]]:
        """{number of seats: possible results of a table}."""
        by_size = defaultdict(list)
        for result in self.table_results:
            by_size[len(result)].append(result)
        return by_size

    @property
    def is_running(self):
        return bool(self.rounds or self.open_tables)

    @property
    def max_future_gain(self):
        """The most points that a player can win in the rounds not paired yet."""
        return self.round_gains[-1] * self.rounds

    @property
    def min_future_gain(self):
        return self.round_gains[0] * self.rounds

    @cached_property
    def opponents(self) -> dict[str, tuple[str, ...]]:
        """{player: the others at the table} for tables without a result."""
        return {
            player: tuple(other for other in table if other != player)
            for table in self.open_tables
            for player in table
        }

    @cached_property
    def open_table_points(self) -> Counter:
        """The number of tables without a result by their players' points; None for a player who has left."""
        return Counter(tuple(map(self.points.get, table)) for table in self.open_tables)

    @cached_property
    def open_table_ends(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """For each table size: points after each result (table, result, seat), and the counts of tables.

        The tables are those of `open_table_points`; a player who has left has minus infinity.
        """
        tables_by_size = defaultdict(list)
        for table in self.open_table_points:
            tables_by_size[len(table)].append(table)
        ends = []
        for size, tables in tables_by_size.items():
            points = np.array([[-np.inf if own is None else own for own in table] for table in tables])
            counts = np.array([self.open_table_points[table] for table in tables])
            ends.append((points[:, None, :] + np.array(self.results_by_size[size], float), counts))
        return ends

    @cached_property
    def players_by_state(self) -> Counter:
        """The number of players by (points, rounds left)."""
        return Counter((points, self.rounds_left(player)) for player, points in self.points.items())

    @cached_property
    def players_by_losses(self) -> Counter:
        """The number of players by (points, losses, rounds left)."""
        return Counter(
            (points, self.losses.get(player, 0), self.rounds_left(player))
            for player, points in self.points.items()
        )

    @cached_property
    def seatless_points(self) -> Counter:
        """The number of players without an open table, by points."""
        return Counter(points for player, points in self.points.items() if player not in self.opponents)

    def rounds_left(self, player: str) -> int:
        return self.rounds + (player in self.opponents)


def build_race(phase: EventPhase) -> Race | None:
    """Return the Race of a phase; None for a bracket, or if points are bet.

    An unpublished round counts as not paired. Points typed in beyond the rulebook's results are ignored.
    """
    settings = phase.settings
    if phase.kind == BRACKET or settings.betting:
        return None
    published = [round_ for round_ in phase.rounds if round_.state != DRAFT]
    rows = standings(phase, live=True).rows
    column = settings.first_column
    points_now = {row.player: row.points if column == "points" else row.values[column] for row in rows}
    entered = set(entrants_of(phase))
    players = [player for player in phase.history.players if player.id in entered and not player.has_left]
    points = {player.id: points_now.get(player.id, 0) for player in players}
    first = phase.rounds_before + 1
    future_rounds = range(first + len(published), first + round_count(phase))
    return Race(
        points=points,
        open_tables=tuple(
            match.players
            for round_ in published
            for match in round_.matches
            if not round_.finished and not match.is_bye and not match.reported
        ),
        rounds=len(future_rounds),
        table_results=pod_results(settings) if phase.kind == PODS else match_results(settings),
        bye_points=1 if column == WINS else settings.points["bye"],
        requested_byes=sum(number in player.byes for player in players for number in future_rounds),
        max_tables=max_tables(phase, len(entered), len(points), settings.pools),
        outcome_points=outcome_points(settings) if has_fixed_outcomes(settings) else None,
        listed_count=len(points.keys() | points_now.keys()),
        seats=USUAL_POD_SIZE if phase.kind == PODS else 2,
        losses={row.player: row.losses for row in rows},
    )


def max_tables(phase, entered: int, present: int, pools: int = 1) -> int:
    """Return the largest number of tables and byes of a round."""
    if phase.kind == PODS:
        # All in threes, or in fours with byes for the players left over.
        return max(-(-present // min(POD_SEATS)), present // USUAL_POD_SIZE + present % USUAL_POD_SIZE)
    if phase.kind == DRAFT_PODS:
        # Every pod may have a bye; the number of pods is unknown until they are drawn.
        return sum(-(-len(pod) // 2) for pod in phase.pods) or present
    if phase.kind == ROUND_ROBIN:
        # The opponents of players who have left have byes, and each pool may have one more.
        return (entered + pools) // 2
    return -(-present // 2)


def outcome_points(settings) -> tuple[float, float, float]:
    """Return the points of a win, a loss and a draw in the first column."""
    if settings.first_column == WINS:
        return 1, 0, settings.rulebook.draw_in_wins
    return tuple(settings.points[outcome] for outcome in (WIN, LOSS, DRAW))


def has_fixed_outcomes(settings) -> bool:
    """Return whether every match gives the points of a win, a loss or a draw."""
    if settings.first_column == WINS:
        return True
    return not (settings.vp_table or settings.rulebook.report == POINTS or game_scores(settings.points))


def game_scores(points) -> list[str]:
    """Return the scores in games that have points of their own, such as `2-1`."""
    return [key for key in points if key not in (WIN, DRAW, LOSS, BYE)]


def match_results(settings) -> tuple[tuple[float, float], ...]:
    """Return all possible pairs of points of a match, double losses included."""
    loss = outcome_points(settings)[1]
    pairs = {(loss, loss)}.union(*results_by_outcome(settings).values())
    if settings.first_column != WINS:
        pairs |= {(share, VP_SHARES - share) for _up_to, share in settings.vp_table or ()}
    return tuple(sorted(pairs | {pair[::-1] for pair in pairs}))


def results_by_outcome(settings) -> dict[str, set[tuple[float, float]]]:
    """Return all possible pairs of points of a match without victory points, by the first player's outcome.

    A double loss is left out.
    """
    points, outcomes = settings.points, outcome_points(settings)
    win, loss, draw = outcomes
    wins, draws = {(win, loss)}, {(draw, draw)}
    if settings.first_column != WINS:
        for score in game_scores(points):
            own, other = sorted(map(int, score.split("-")), reverse=True)
            best, worst = (draw, draw) if own == other else (win, loss)
            pair = points.get(f"{own}-{other}", best), points.get(f"{other}-{own}", worst)
            (draws if own == other else wins).add(pair)
        if settings.rulebook.report == POINTS:
            # Points come from the game's own score sheet: any two numbers of the rulebook's.
            for pair in product(outcomes, repeat=2):
                if pair[0] >= pair[1]:
                    (draws if pair[0] == pair[1] else wins).add(pair)
    return {WIN: wins, DRAW: draws, LOSS: {pair[::-1] for pair in wins}}


def pod_results(settings) -> tuple[tuple[float, ...], ...]:
    """Return all possible points of a pod's seats: one wins, two or more draw, or all lose."""
    win, loss, draw = outcome_points(settings)
    results = {
        tuple((draw if sum(seats) > 1 else win) if is_first else loss for is_first in seats)
        for size in POD_SEATS
        for seats in product((False, True), repeat=size)
    }
    return tuple(sorted(results))
