"""Bounds on how many players can or must finish a phase with a given number of points."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from math import comb

from ..history import BRACKET, DRAFT, PODS, EventHistory
from ..pairing.pods.sizes import USUAL_POD_SIZE
from ..rounds.phases import entrants_of, round_count, settings_for
from ..standings.standings import standings
from .triangle import NEARLY
from .worths import WINS, most_tables, results_of, results_of_pods, worth_of

# With more sums, only the best and the worst result of a round are distinguished.
MAX_SUMS = 1000


@dataclass(frozen=True)
class Race:
    """The state of a phase that is ranked by points or wins.

    `has`: {player still in the event: number in the first column}; `tables`: players of the running
    round's tables without a result; `rounds`: number of rounds not paired yet; `results`: all possible
    points of a table's seats, in every order, for each table size; `bye`: the points of a bye; `byes`:
    number of requested byes in future rounds; `most_tables`: most tables of a future round, byes included;
    `worth`: points of a win, a loss and a draw, None if a match can end otherwise; `listed`: number of
    rows in the standings; `seats`: players at a usual table.
    """

    has: Mapping[str, float]
    tables: tuple[tuple[str, ...], ...]
    rounds: int
    results: tuple[tuple[float, ...], ...]
    bye: float
    byes: int
    most_tables: int
    worth: tuple[float, float, float] | None
    listed: int
    seats: int = 2

    @cached_property
    def each(self) -> tuple[float, ...]:
        """All points that one round can give a player, least first, including 0 for absent players."""
        return tuple(sorted({0, self.bye, *chain.from_iterable(self.results)}))

    @cached_property
    def by_size(self) -> dict[int, list[tuple[float, ...]]]:
        """{number of seats: possible results of a table}."""
        by_size = defaultdict(list)
        for result in self.results:
            by_size[len(result)].append(result)
        return by_size

    @property
    def is_on(self):
        """Whether anything is still to be played."""
        return bool(self.rounds or self.tables)

    @property
    def best(self):
        return self.each[-1]

    @property
    def worst(self):
        return self.each[0]

    @cached_property
    def at_tables(self) -> dict[str, tuple[str, ...]]:
        """{player: the others at the table} for tables without a result."""
        return {
            one: tuple(other for other in table if other != one) for table in self.tables for one in table
        }

    @cached_property
    def tables_alike(self) -> Counter:
        """The number of tables without a result by their players' points; None for a player who has left."""
        return Counter(tuple(map(self.has.get, table)) for table in self.tables)

    @cached_property
    def alike(self) -> Counter:
        """The number of players by (points, rounds left)."""
        return Counter((points, self.left(player)) for player, points in self.has.items())

    @cached_property
    def alone(self) -> Counter:
        """The number of players without an open table, by points."""
        return Counter(points for player, points in self.has.items() if player not in self.at_tables)

    def left(self, player: str) -> int:
        """Return how many rounds the player has left."""
        return self.rounds + (player in self.at_tables)


def race_of(history: EventHistory, phase_number: int) -> Race | None:
    """Return the Race of a phase; None for a bracket, or if points are bet.

    An unpublished round counts as not paired. Points typed in beyond the rulebook's results are ignored.
    """
    phase, settings = history.phase(phase_number), settings_for(history, phase_number)
    if phase.kind == BRACKET or settings.betting:
        return None
    published = [one for one in phase.rounds if one.state != DRAFT]
    rows = standings(history, phase_number, live=True).rows
    column = settings.first_column
    now = {row.player: row.points if column == "points" else row.values[column] for row in rows}
    entered = set(entrants_of(history, phase_number))
    has = {p.id: now.get(p.id, 0) for p in history.players if p.id in entered and not p.has_left}
    first = history.rounds_before(phase_number) + 1
    ahead = range(first + len(published), first + round_count(history, phase_number))
    return Race(
        has=has,
        tables=tuple(
            match.players
            for one in published
            for match in one.matches
            if not one.finished and not match.is_bye and not match.reported
        ),
        rounds=len(ahead),
        results=results_of_pods(settings) if phase.kind == PODS else results_of(settings),
        bye=1 if column == WINS else settings.points["bye"],
        byes=sum(number in p.byes for p in history.players if p.id in has for number in ahead),
        most_tables=most_tables(phase, entered, has),
        worth=worth_of(settings),
        listed=len(has.keys() | now.keys()),
        seats=USUAL_POD_SIZE if phase.kind == PODS else 2,
    )


def most(race: Race, target: float) -> int:
    """Return an upper bound of how many players can end with the target, for all future pairings.

    The smaller of two bounds. By table: in the running round only results of one match count, and every
    player who can reach the target by winning all later rounds does. By supply: the points still missing,
    smallest first, against all that the tables can give in the rounds left (a table gives one win).
    """
    return min(by_table(race, target), by_supply(race, target))


def by_table(race: Race, target: float) -> int:
    """Return the upper bound if every player could win all rounds that are not paired yet."""
    return _count_reaching(race, target - race.best * race.rounds - NEARLY, max)


def fewest(race: Race, target: float) -> int:
    """Return a lower bound of how many must end with the target: those who already have it."""
    return _count_reaching(race, target - race.worst * race.rounds - NEARLY, min)


def _count_reaching(race, target, pick):
    """Return how many reach the target in the running round, if `pick` chooses each table's result."""
    alone = sum(count for points, count in race.alone.items() if points >= target)
    return alone + sum(
        count * pick(table_count(table, result, target) for result in race.by_size[len(table)])
        for table, count in race.tables_alike.items()
    )


def table_count(table, result, target: float) -> int:
    """Return how many players of a table, with these points so far, reach the target with this result."""
    return sum(
        points is not None and points + gained >= target for points, gained in zip(table, result, strict=True)
    )


def by_supply(race: Race, target: float) -> int:
    """Return the upper bound by all points that the tables can still give."""
    gives = {
        size: max(sum(max(one, 0) for one in result) for result in results)
        for size, results in race.by_size.items()
    }
    per_round = race.most_tables * max(race.bye, *gives.values())
    running = sum(gives[len(table)] for table in race.tables)
    supply = running + race.rounds * per_round + race.byes * max(race.bye, 0)
    reached = 0
    for points, left in sorted(race.alike, reverse=True):
        if points + race.best * left < target - NEARLY:
            continue
        missing = max(0, target - points)
        within = race.alike[points, left]
        if missing > NEARLY:
            within = min(within, int((supply + NEARLY) // missing))
        reached += within
        supply -= within * missing
    return reached


def expected_finish(race: Race, draws: float = 0.0) -> dict[float, float] | None:
    """Return {final points: expected number of players}, with even matches drawn with the chance `draws`.

    None if a match can end otherwise than in win, loss and draw.
    """
    if race.worth is None:
        return None
    win, loss, draw = race.worth
    ends = Counter()
    for (points, left), count in race.alike.items():
        for drawn_count in range(left + 1 if draws else 1):
            rest = left - drawn_count
            decided = comb(left, drawn_count) * draws**drawn_count * ((1 - draws) / race.seats) ** rest
            for wins in range(rest + 1):
                losses = rest - wins
                gained = win * wins + draw * drawn_count + loss * losses
                chance = decided * comb(rest, wins) * (race.seats - 1) ** losses
                ends[round(points + gained, 9)] += count * chance
    return dict(ends)


@lru_cache
def values_ahead(each: tuple[float, ...], matches: int) -> tuple[float, ...]:
    """Return all sums of points that `matches` rounds can give, each round one of `each`; least first."""
    sums = {0}
    for _match in range(matches):
        few = each if len(sums) < MAX_SUMS else (each[0], each[-1])
        sums = {round(total + one, 9) for total in sums for one in few}
    return tuple(sorted(sums))
