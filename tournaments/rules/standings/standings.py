"""The standings of a phase after a round: points and tiebreakers made into ranks."""

from dataclasses import dataclass

import numpy as np

from ..errors import RuleViolation, _
from ..history import BRACKET
from ..pairing import round_robin
from ..rulebooks import StandingsColumn, columns_of, settings_of
from ..tiebreakers import ColumnValues
from . import cut
from .carry_over import counted_phases, rounds_carried
from .ranking import rank, ranked, ranked_in_pools
from .table_builder import tables_of
from .tables import LOST, WON, StandingsTables

__all__ = ["ComputedStandings", "PlayerStanding", "Standings", "compute_standings", "rank", "standings"]

POINTS = "points"


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


def standings(history, phase_number, *, after_round=None, live=False, tiebreakers=None):
    """Return the Standings of a phase after a finished round, by default the last one.

    `live` includes the reported results of running rounds; `tiebreakers` is a list as in the event file
    that replaces the phase's own. RuleViolation for an unknown phase or round, or bad settings.
    """
    computed = compute_standings(
        history, phase_number, after_round=after_round, live=live, tiebreakers=tiebreakers
    )
    if history.phase(phase_number).kind == BRACKET:
        rows = _placed_rows(history, phase_number, computed)
        return Standings((computed.columns[0].key,), computed.after_round, rows)
    return Standings(tuple(computed.column_values), computed.after_round, _rows(history, computed))


def compute_standings(history, phase_number, *, after_round=None, live=False, tiebreakers=None):
    """Return the ComputedStandings of a phase after a round; arguments as for `standings`."""
    phase = _phase(history, phase_number)
    settings = settings_of(history.rulebook, phase.settings, f"phases[{phase_number - 1}].settings")
    columns = settings.columns
    if tiebreakers is not None:
        columns = columns_of(settings.rulebook, tiebreakers, "tiebreakers")
    columns = (StandingsColumn(settings.first_column), *columns)
    finished = _finished_rounds(phase)
    after = finished if after_round is None else after_round
    if not isinstance(after, int) or not 0 <= after <= finished:
        raise RuleViolation(
            _("Round {number} is not finished; the last finished round is {last}."),
            number=after,
            last=finished,
        )
    up_to = len(phase.rounds) if live and after_round is None else after
    carried = {
        number: settings_of(
            history.rulebook, history.phase(number).settings, f"phases[{number - 1}].settings"
        )
        for number in counted_phases(history, phase_number)[:-1]
    }
    tables = tables_of(history, phase_number, settings, up_to, live, carried)
    if phase.kind == BRACKET:
        return ComputedStandings(tables, after, up_to, columns, np.empty(0, int), {}, np.empty(0, int))
    listed = _listed(history, phase_number, tables, after)
    if settings.pools == 1:
        return ComputedStandings(tables, after, up_to, columns, listed, *ranked(tables, columns, listed))
    pools = round_robin.player_pools(history, phase_number, cut.seeded_entrants(history, phase_number))
    named = tuple(pools.get(tables.players[n], "") for n in listed)
    column_values, ranks, places = ranked_in_pools(tables, columns, listed, named)
    return ComputedStandings(tables, after, up_to, columns, listed, column_values, ranks, named, places)


def _phase(history, phase_number):
    if not isinstance(phase_number, int) or not 1 <= phase_number <= len(history.phases):
        raise RuleViolation(
            _("There is no phase {number}; the event has {count}."),
            number=phase_number,
            count=len(history.phases),
        )
    return history.phase(phase_number)


def _finished_rounds(phase):
    return max((one.number for one in phase.rounds if one.finished), default=0)


def _listed(history, phase_number, tables, after_round):
    """Return positions of the players listed: entered or played, and not disqualified."""
    phase = history.phase(phase_number)
    before = history.rounds_before(phase_number)
    # Players of carried rounds only are listed in the earlier phase.
    own = tables.last_round > rounds_carried(history, phase_number)
    seated = {tables.players[n] for n in np.flatnonzero(own)}
    entrants = set(phase.entrants or ())

    def is_listed(player):
        if player.disqualified:
            return False
        if player.id in seated:
            return True
        # Players who drop before the first round are not listed (MTR 2.10).
        if player.dropped_after is not None and player.dropped_after <= max(before, player.joined_round - 1):
            return False
        # Players who join in the next round are listed: its pairing needs them.
        if player.joined_round > before + after_round + 1:
            return False
        return player.id in entrants if phase.entrants is not None else phase_number == 1

    listed = {player.id for player in history.players if is_listed(player)}
    return np.array([n for n, player in enumerate(tables.players) if player in listed], int)


def _rows(history, computed):
    """Return the listed players' rows, ranked by the columns, ties in alphabetical order."""
    names = history.names
    records, listed = _records(computed.tables), computed.listed.tolist()
    columns = {
        key: column.values[computed.listed].tolist()
        for key, column in computed.column_values.items()
        if key != POINTS
    }
    rows = []
    for place, (n, own) in enumerate(zip(listed, computed.ranks.tolist(), strict=True)):
        player = computed.tables.players[n]
        values = {key: numbers[place] for key, numbers in columns.items()}
        pool = (computed.pools[place], computed.places[place]) if computed.pools else ()
        rows.append(PlayerStanding(own, player, names[player], *records[n], values, *pool))
    return tuple(sorted(rows, key=lambda row: (row.rank, row.name.casefold(), row.player)))


def _records(tables):
    """Return (wins, losses, draws, points) of each player; points an int if integral."""
    outcome = tables.played.outcome
    won, lost = tables.total(outcome == WON), tables.total(outcome == LOST)
    draws = tables.total(np.ones(len(outcome))) - won - lost
    points = [int(one) if one.is_integer() else one for one in tables.points.tolist()]
    counts = (column.astype(int).tolist() for column in (won, lost, draws))
    return list(zip(*counts, points, strict=True))


def _placed_rows(history, phase_number, computed):
    """Return a bracket's rows: players whose place is certain, with their record and no tiebreakers."""
    # Imported here to avoid an import cycle.
    from ..finals import placings

    players = {player.id: player for player in history.players}
    records = dict(zip(computed.tables.players, _records(computed.tables), strict=True))
    placed = placings(history, phase_number, computed.up_to)
    out = [place for place, player in placed if players[player].disqualified]
    return tuple(
        PlayerStanding(
            place - sum(other < place for other in out), player, players[player].name, *records[player], {}
        )
        for place, player in placed
        if not players[player].disqualified
    )
