"""One format of a simulation as played: its Swiss rounds, their stakes, and its finals."""

from dataclasses import dataclass
from functools import cache, cached_property, partial

import numpy as np

from ..finals.odds.places import is_played, known_sides
from ..finals_systems.registry import Finals
from ..forecast.bounds import TOLERANCE, CutPlaces, count_reaching, max_reaching_by_table
from ..forecast.race import WINS, Race
from ..forecast.stakes import StakeCalculator
from ..history import EMPTY_MAPPING
from ..standings.tables import DREW
from .matches import Luck, ResultTable, result_table, win_chance
from .plan import Format, Plan
from .swiss import NO_OPPONENT, SwissRanking, SwissRounds, is_stronger


@dataclass(frozen=True, slots=True)
class PlayedFinals:
    """The finals of some events.

    `entrants` (event, seed - 1) are the players in seed order. The others are arrays (match, event), the
    matches in the table's order: whether it was `played` (a deciding match may not be needed), the seeds of
    its `first` and `second` side, and of its `winner`.
    """

    table: Finals
    entrants: np.ndarray
    played: np.ndarray
    first: np.ndarray
    second: np.ndarray
    winner: np.ndarray

    @property
    def loser(self) -> np.ndarray:
        """The seed that lost, by match and event."""
        return self.first + self.second - self.winner

    @property
    def rounds(self) -> np.ndarray:
        """The round of each match."""
        return np.array([slot.round for slot in self.table.matches])

    @property
    def champions(self) -> np.ndarray:
        """The seed that wins the title, by event."""
        return self.winner[-1]

    def players(self, seeds) -> np.ndarray:
        """Return the players of seeds (match, event)."""
        return self.entrants[np.arange(len(self.entrants)), seeds - 1]


def play_finals(format_: Format, entrants, luck: Luck) -> PlayedFinals:
    """Play the finals of all events; the better seed of a choice meets the worst-seeded candidate."""
    table, events = format_.table, np.arange(len(entrants))
    known, facts, rows = known_sides(table, EMPTY_MAPPING, EMPTY_MAPPING), {}, []
    for slot in table.matches:
        first, second = (
            np.broadcast_to(np.asarray(seeds), events.shape)
            for seeds in known.seeds_of(slot, facts.__getitem__)
        )
        played = np.broadcast_to(is_played(slot, facts.__getitem__), events.shape)
        one, other = entrants[events, first - 1], entrants[events, second - 1]
        ratings = luck.ratings[events, one], luck.ratings[events, other]
        is_first = is_stronger(*ratings, one, other)
        chance = win_chance(format_.finals_best_of, np.maximum(*ratings), np.minimum(*ratings))
        stronger_wins = luck.finals[events, slot.round - 1, np.where(is_first, one, other)] < chance
        # A deciding match that is not needed has the result of the match before it, its first side's win.
        winner = np.where((stronger_wins == is_first) | ~played, first, second)
        facts |= {f"A:{slot.id}": first, f"W:{slot.id}": winner, f"L:{slot.id}": first + second - winner}
        rows.append((played, first, second, winner))
    return PlayedFinals(table, entrants, *map(np.array, zip(*rows, strict=True)))


def dead_matches(format_: Format, finals: PlayedFinals) -> np.ndarray:
    """Return which matches were dead rubbers, by match and event (see `DeadRubber`).

    Tables with too many ways to search have none: of the program's own these are double eliminations, where
    a loss always costs the second chance.
    """
    search, matches = format_.dead_rubbers, finals.table.matches
    dead = np.zeros(finals.winner.shape, bool)
    for index, slot in enumerate(matches):
        if slot.id not in search.candidates:
            continue
        others = [n for n, other in enumerate(matches) if other.round <= slot.round and n != index]
        ids = [matches[n].id for n in others]
        # Only the winners of these matches count, and few combinations of them occur.
        combinations, combination = np.unique(finals.winner[others], axis=1, return_inverse=True)
        is_dead = [
            search.is_dead(slot.id, dict(zip(ids, winners, strict=True)))
            for winners in combinations.T.tolist()
        ]
        dead[index] = np.array(is_dead)[combination.ravel()]
    return dead


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


@dataclass(frozen=True)
class PlayedFormat:
    """Some events of a plan, played in one format."""

    plan: Plan
    format: Format
    luck: Luck
    rounds: SwissRounds
    ranking: SwissRanking
    stakes: SwissStakes
    finals: PlayedFinals | None

    @property
    def ratings(self) -> np.ndarray:
        return self.luck.ratings

    @cached_property
    def table(self) -> ResultTable:
        return result_table(self.format.settings)

    @cached_property
    def outcomes(self) -> np.ndarray:
        """LOST, DREW or WON by event, player and Swiss round; a bye is won."""
        return self.table.outcome[self.rounds.results]

    @cached_property
    def title(self) -> np.ndarray:
        """Each player's part of the title, by event and player."""
        if self.finals is None:
            is_first = self.ranking.ranks == 1
            return is_first / is_first.sum(axis=1, keepdims=True)
        title = np.zeros(self.ratings.shape)
        events = np.arange(len(title))
        title[events, self.finals.entrants[events, self.finals.champions - 1]] = 1
        return title

    @cached_property
    def stronger_count(self) -> np.ndarray:
        """The number of entrants with a higher rating, by event and player."""
        return (self.ratings[:, None, :] > self.ratings[:, :, None]).sum(axis=2)

    @cached_property
    def equal_count(self) -> np.ndarray:
        """The number of entrants with the same rating, the player included, by event and player."""
        return (self.ratings[:, None, :] == self.ratings[:, :, None]).sum(axis=2)

    @cached_property
    def finals_losses(self) -> np.ndarray:
        """The number of matches lost in the finals, by event and player."""
        losses = np.zeros(self.ratings.shape, int)
        if self.finals:
            losers = self.finals.players(self.finals.loser)
            events = np.broadcast_to(np.arange(len(losses)), losers.shape)
            np.add.at(losses, (events[self.finals.played], losers[self.finals.played]), 1)
        return losses
