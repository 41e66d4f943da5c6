"""What is still to be played for in rounds under way, and how many can or must end with so many points."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from math import comb

from ..history import BRACKET, DRAFT, PODS, EventHistory
from ..pairing.pods.sizes import USUAL
from ..rounds.phases import entrants_of, round_count, settings_for
from ..standings.standings import standings
from .triangle import NEARLY
from .worths import WINS, most_tables, results_of, results_of_pods, worth_of

# Past so many sums only the best and the worst that a round can give are told apart.
MOST_SUMS = 1000


@dataclass(frozen=True)
class Race:
    """Rounds of a phase that is ranked by what they give, as far as they are.

    `has`: what everybody who is still in the event has in the column that is ranked by first; `tables`:
    who sits at those of the round that runs without a result; `rounds`: how many are to be drawn yet;
    `results`: what the seats of a table may be given, in every order, for tables of each size; `bye`: what
    a bye is worth, `byes`: how many are asked for in the rounds to come, `most_tables`: how many such a
    round has at most, a bye counted as one; `worth`: of a win, a loss and a draw, None where a match can end
    in other numbers; `listed`: how many the standings have; `seats`: how many sit at a usual table.
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
        """All that one round can give a player, least first; who sits nowhere gets nothing."""
        return tuple(sorted({0, self.bye, *chain.from_iterable(self.results)}))

    @cached_property
    def by_size(self) -> dict[int, list[tuple[float, ...]]]:
        """{seats of a table: what they may be given}."""
        found = defaultdict(list)
        for result in self.results:
            found[len(result)].append(result)
        return found

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
        """{player: the others at the table} where no result is in yet."""
        return {
            one: tuple(other for other in table if other != one) for table in self.tables for one in table
        }

    @cached_property
    def tables_alike(self) -> Counter:
        """How many tables without a result have players of such points; None for one who has left."""
        return Counter(tuple(map(self.has.get, table)) for table in self.tables)

    @cached_property
    def alike(self) -> Counter:
        """How many have such points and so many rounds to play."""
        return Counter((points, self.left(player)) for player, points in self.has.items())

    @cached_property
    def alone(self) -> Counter:
        """How many of such points sit at no table that waits for a result."""
        return Counter(points for player, points in self.has.items() if player not in self.at_tables)

    def left(self, player: str) -> int:
        """How many rounds the player has to play yet."""
        return self.rounds + (player in self.at_tables)


def race_of(history: EventHistory, phase_number: int) -> Race | None:
    """The Race of a phase; None for a phase of another kind, or one whose points are bet.

    A round that is a draft counts as not drawn. Results beyond what the rulebook gives (points typed in
    from outside) are not foreseen.
    """
    phase, settings = history.phase(phase_number), settings_for(history, phase_number)
    if phase.kind == BRACKET or settings.betting:
        return None
    shown = [one for one in phase.rounds if one.state != DRAFT]
    rows = standings(history, phase_number, live=True).rows
    column = settings.first_column
    now = {row.player: row.points if column == "points" else row.values[column] for row in rows}
    entered = set(entrants_of(history, phase_number))
    has = {p.id: now.get(p.id, 0) for p in history.players if p.id in entered and not p.has_left}
    first = history.rounds_before(phase_number) + 1
    ahead = range(first + len(shown), first + round_count(history, phase_number))
    return Race(
        has=has,
        tables=tuple(
            match.players
            for one in shown
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
        seats=USUAL if phase.kind == PODS else 2,
    )


def most(race: Race, target: float) -> int:
    """An upper bound of how many can end with the target or more, whoever meets whom in rounds to come.

    The smaller of two bounds. By table: in the round that runs only results that one match can have count,
    and each who can get there by winning all later rounds does. By supply: what is still missing, the
    nearest first, against all that the tables can give in the rounds left (a table gives one win).
    """
    return min(by_table(race, target), by_supply(race, target))


def by_table(race: Race, target: float) -> int:
    """At most so many, if everybody could win every round that is not drawn yet."""
    return _counted(race, target - race.best * race.rounds - NEARLY, max)


def fewest(race: Race, target: float) -> int:
    """A lower bound of how many must end with the target or more: those who have it if they get no more."""
    return _counted(race, target - race.worst * race.rounds - NEARLY, min)


def _counted(race, target, fold):
    """How many have at least the target after the round that runs, each table ending as `fold` picks."""
    alone = sum(count for points, count in race.alone.items() if points >= target)
    return alone + sum(
        count * fold(table_count(table, result, target) for result in race.by_size[len(table)])
        for table, count in race.tables_alike.items()
    )


def table_count(table, result, target: float) -> int:
    """How many at a table, with these points so far, have at least the target after this result."""
    return sum(
        points is not None and points + gained >= target for points, gained in zip(table, result, strict=True)
    )


def by_supply(race: Race, target: float) -> int:
    """At most so many, by what the tables can still give out in all."""
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
    """{points at the end: how many players are expected to have them}, every match to come being even and
    drawn with the chance `draws`; None where a match can end in other numbers than win, loss and draw."""
    if race.worth is None:
        return None
    win, loss, draw = race.worth
    ends = Counter()
    for (points, left), count in race.alike.items():
        for drawn in range(left + 1 if draws else 1):
            decided = comb(left, drawn) * draws**drawn * ((1 - draws) / race.seats) ** (left - drawn)
            for wins in range(left - drawn + 1):
                losses = left - drawn - wins
                gained = win * wins + draw * drawn + loss * losses
                chance = decided * comb(left - drawn, wins) * (race.seats - 1) ** losses
                ends[round(points + gained, 9)] += count * chance
    return dict(ends)


@lru_cache
def values_ahead(each: tuple[float, ...], matches: int) -> tuple[float, ...]:
    """What so many rounds can give somebody, each round one of `each`; least first."""
    sums = {0}
    for _match in range(matches):
        few = each if len(sums) < MOST_SUMS else (each[0], each[-1])
        sums = {round(total + one, 9) for total in sums for one in few}
    return tuple(sorted(sums))
