"""Computes the standings columns in order, and ranks from them."""

from dataclasses import dataclass, replace
from functools import wraps

import numpy as np

from ..errors import RuleViolation, _
from ..finals import placings
from ..history import BRACKET
from ..pairing import round_robin
from ..rulebooks import StandingsColumn, columns_of
from ..tiebreakers import TIEBREAKERS, ColumnValues
from . import cut
from .table_builder import build_tables, rounds_carried
from .tables import LOST, WON, StandingsTables


def rank(rows_of_values):
    """Return ranks from 1 for rows of numbers, compared left to right, higher first; equal rows share one.

    Numbers count as equal within 1e-9. The ranks are in the order of the input.
    """
    array = np.array([tuple(row) for row in rows_of_values], float)
    if not array.size:
        return [1] * len(array)
    return ranks_of(steps_of(array)).tolist()


def steps_of(values):
    """Round numbers to steps of 1e-9, so that numbers that count as equal become equal."""
    # The offset keeps decimals and binary fractions off the edge of a step, where the last bit of a
    # sum could split a tie.
    return np.floor(np.asarray(values) * 1e9 + 0.381966)


def ranks_of(steps):
    """Return ranks from 1 of rows of steps, higher first; equal rows share one."""
    order = np.lexsort(-steps.T[::-1])
    ordered = steps[order]
    is_new_rank = np.ones(len(steps), bool)
    is_new_rank[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    places = np.arange(1, len(steps) + 1)
    ranks = np.empty(len(steps), int)
    ranks[order] = np.maximum.accumulate(np.where(is_new_rank, places, 0))
    return ranks


def ranked(tables, columns, listed):
    """Return ({key: ColumnValues} in column order, ranks of the players at the positions `listed`).

    An `among_tied` column is computed for the listed players that earlier columns leave tied.
    """
    column_values, steps = compute_columns(tables, columns, listed, np.empty((len(listed), 0)))
    return column_values, ranks_of(steps) if len(listed) else np.empty(0, int)


def ranked_in_pools(tables, columns, listed, pools):
    """Return (column values, ranks, places) as `ranked` does, with each listed player's place in their pool.

    `pools` names the pool of each listed player. The first of all pools rank before the second ones;
    between pools the columns decide, except `among_tied` ones: players of different pools have not met.
    """
    pool_numbers = np.unique(pools, return_inverse=True)[1].reshape(-1, 1)
    column_values, steps = compute_columns(tables, columns, listed, pool_numbers)
    places = np.empty(len(listed), int)
    for pool in np.unique(pool_numbers):
        in_pool = pool_numbers[:, 0] == pool
        places[in_pool] = ranks_of(steps[in_pool])
    comparable = [n for n, column in enumerate(columns, 1) if not TIEBREAKERS[column.key].among_tied]
    across = np.column_stack((-places, steps[:, comparable]))
    return column_values, ranks_of(across) if len(listed) else np.empty(0, int), tuple(places.tolist())


def compute_columns(tables, columns, listed, steps):
    """Return ({key: ColumnValues}, `steps` with one more column of the listed players for each column)."""
    column_values = {}
    for column in columns:
        entry = TIEBREAKERS[column.key]
        column_tables = replace(tables, tied=_tied(tables, steps, listed)) if entry.among_tied else tables
        computed = column_values[column.key] = entry.function(column_tables, column.options)
        better = -computed.values if entry.lower_is_better else computed.values
        steps = np.column_stack((steps, steps_of(better[listed])))
    return column_values, steps


def _tied(tables, steps, listed):
    """Return a number for each player, equal for tied players; unlisted players are tied with no one."""
    many = len(tables.players)
    tied = np.arange(many) + many + 1
    if len(listed):
        tied[listed] = ranks_of(steps) if steps.size else 1
    return tied


POINTS = "points"
# A page asks for the same standings several times; a table of 10,000 players has some megabytes.
MAX_KEPT = 3


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """One player's row: `player` is the id, `values` the columns other than points by key.

    `wins` includes byes; `points` is an int if integral. In a phase with pools `pool` is the pool's name
    and `place` the rank in it; `rank` puts the first of all pools before the second ones.
    """

    rank: int
    player: str
    name: str
    wins: int
    losses: int
    draws: int
    points: float
    values: dict
    pool: str = ""
    place: int | None = None

    @property
    def record(self):
        """Wins-losses-draws: `5-2-1`."""
        return f"{self.wins}-{self.losses}-{self.draws}"


@dataclass(frozen=True, slots=True)
class Standings:
    """`columns`: the keys in order, the first column first; `rows` best first, ties alphabetical.

    `after_round` counts in the phase; with live standings it is the last finished one.
    """

    columns: tuple[str, ...]
    after_round: int
    rows: tuple[PlayerStanding, ...]


@dataclass(frozen=True, slots=True)
class ComputedStandings:
    """The numbers behind standings: `listed` are positions in the tables, `ranks` their ranks.

    Live, `up_to` is the running round, else it equals `after_round`.
    `column_values` has the ColumnValues of each column by key, first column first; empty in a bracket.
    `pools` names the pool of each listed player and `places` their ranks in it; empty without pools.
    """

    tables: StandingsTables
    after_round: int
    up_to: int
    columns: tuple[StandingsColumn, ...]
    listed: np.ndarray
    column_values: dict[str, ColumnValues]
    ranks: np.ndarray
    pools: tuple[str, ...] = ()
    places: tuple[int, ...] = ()


def _keep_results(calculate):
    """Decorate a function of a phase and plain values: the history keeps its newest MAX_KEPT results."""

    @wraps(calculate)
    def wrapper(phase, **options):
        calculated = phase.history.calculated
        key, newest = repr((phase.number, sorted(options.items()))), calculated.get(calculate, {})
        if key in newest:
            return newest[key]
        result = calculate(phase, **options)
        # A new dictionary each time: other threads may be reading the old one.
        calculated[calculate] = dict([*list(newest.items())[1 - MAX_KEPT :], (key, result)])
        return result

    return wrapper


@_keep_results
def standings(phase, *, after_round=None, live=False, tiebreakers=None):
    """Return the Standings of a phase after a finished round, by default the last one.

    `live` includes the reported results of running rounds; `tiebreakers` is a list as in the event file
    that replaces the phase's own. RuleViolation for an unknown phase or round, or bad settings.
    """
    computed = compute_standings(phase, after_round=after_round, live=live, tiebreakers=tiebreakers)
    if phase.kind == BRACKET:
        rows = _placed_rows(phase, computed)
        return Standings((computed.columns[0].key,), computed.after_round, rows)
    return Standings(tuple(computed.column_values), computed.after_round, _rows(phase.history, computed))


@_keep_results
def compute_standings(phase, *, after_round=None, live=False, tiebreakers=None):
    """Return the ComputedStandings of a phase after a round; arguments as for `standings`."""
    settings = phase.settings
    columns = settings.columns
    if tiebreakers is not None:
        columns = columns_of(settings.rulebook, tiebreakers, "tiebreakers")
    columns = (StandingsColumn(settings.first_column), *columns)
    after = _checked_round(phase, after_round)
    up_to = len(phase.rounds) if live and after_round is None else after
    tables = build_tables(phase, up_to, live)
    if phase.kind == BRACKET:
        return ComputedStandings(tables, after, up_to, columns, np.empty(0, int), {}, np.empty(0, int))
    listed = _listed(phase, tables, after)
    if settings.pools == 1:
        return ComputedStandings(tables, after, up_to, columns, listed, *ranked(tables, columns, listed))
    player_pools = round_robin.player_pools(phase, cut.seeded_entrants(phase))
    pools = tuple(player_pools.get(tables.players[n], "") for n in listed)
    column_values, ranks, places = ranked_in_pools(tables, columns, listed, pools)
    return ComputedStandings(tables, after, up_to, columns, listed, column_values, ranks, pools, places)


def _checked_round(phase, number):
    """Return the number of a finished round, by default of the last one. RuleViolation for any other."""
    last = max((round_.number for round_ in phase.rounds if round_.finished), default=0)
    if number is None:
        return last
    if not isinstance(number, int) or not 0 <= number <= last:
        words = _("Round {number} isn’t finished. The last finished round is {last}.")
        raise RuleViolation(words, number=number, last=last)
    return number


def _listed(phase, tables, after_round):
    """Return positions of the players listed: entered or played, and not disqualified."""
    before = phase.rounds_before
    # Players of carried rounds only are listed in the earlier phase.
    own = tables.last_round > rounds_carried(phase)
    seated_ids = {tables.players[n] for n in np.flatnonzero(own)}
    entrants = set(phase.entrants or ())

    def is_listed(player):
        if player.disqualified:
            return False
        if player.id in seated_ids:
            return True
        # Players who drop before the first round are not listed (MTR 2.10).
        if player.dropped_after is not None and player.dropped_after <= max(before, player.joined_round - 1):
            return False
        # Players who join in the next round are listed: its pairing needs them.
        if player.joined_round > before + after_round + 1:
            return False
        return player.id in entrants if phase.entrants is not None else phase.number == 1

    listed_ids = {player.id for player in phase.history.players if is_listed(player)}
    return np.array([n for n, player_id in enumerate(tables.players) if player_id in listed_ids], int)


def _rows(history, computed):
    """Return the listed players' rows, ranked by the columns, ties in alphabetical order."""
    names, records = history.names, _records(computed.tables)
    listed = computed.listed.tolist()
    columns = {
        key: column.values[computed.listed].tolist()
        for key, column in computed.column_values.items()
        if key != POINTS
    }
    rows = []
    for n, (place, rank_) in enumerate(zip(listed, computed.ranks.tolist(), strict=True)):
        player = computed.tables.players[place]
        values = {key: numbers[n] for key, numbers in columns.items()}
        pool = (computed.pools[n], computed.places[n]) if computed.pools else ()
        rows.append(PlayerStanding(rank_, player, names[player], *records[place], values, *pool))
    return tuple(sorted(rows, key=lambda row: (row.rank, row.name.casefold(), row.player)))


def _records(tables):
    """Return (wins, losses, draws, points) of each player; points an int if integral."""
    outcome = tables.played.outcome
    won, lost = tables.total(outcome == WON), tables.total(outcome == LOST)
    draws = tables.total(np.ones(len(outcome))) - won - lost
    points = [int(value) if value.is_integer() else value for value in tables.points.tolist()]
    counts = (column.astype(int).tolist() for column in (won, lost, draws))
    return list(zip(*counts, points, strict=True))


def _placed_rows(phase, computed):
    """Return a bracket's rows: players whose place is certain, with their record and no tiebreakers."""
    players = {player.id: player for player in phase.history.players}
    records = dict(zip(computed.tables.players, _records(computed.tables), strict=True))
    placed = placings(phase, computed.up_to)
    disqualified = [place for place, player_id in placed if players[player_id].disqualified]
    rows = []
    for place, player_id in placed:
        player = players[player_id]
        if not player.disqualified:
            rank_ = place - sum(other < place for other in disqualified)
            rows.append(PlayerStanding(rank_, player_id, player.name, *records[player_id], {}))
    return tuple(rows)
