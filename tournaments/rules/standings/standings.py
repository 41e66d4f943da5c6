"""The standings of a phase after a round: points and tiebreakers made into ranks."""

from dataclasses import dataclass

import numpy as np

from ..errors import RuleViolation, _
from ..history import BRACKET
from ..pairing import round_robin
from ..rulebooks import Column, columns_of, settings_of
from ..tiebreakers import Working
from . import cut
from .carry_over import counted, rounds_carried
from .ranking import rank, ranked, ranked_in_pools
from .table_builder import tables_of
from .tables import LOST, WON, Tables

__all__ = ["Computed", "Row", "Standings", "computed", "rank", "standings"]

POINTS = "points"


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line: `player` is the id, `values` the columns other than points by key.

    `wins` counts byes; `points` is an int where whole. In a phase of pools `pool` names the player's and
    `place` is the rank in it; `rank` has the first of all pools before the second ones.
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
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Computed:
    """All that standings are made from: `listed` are positions in the tables, `ranks` theirs.

    Live, `up_to` is the round that runs, else the same as `after_round`.
    `workings` has a Working for each column by key, the first column first; none in a bracket.
    `pools` names the pool of each listed player and `places` their ranks in it; empty without pools.
    """

    tables: Tables
    after_round: int
    up_to: int
    columns: tuple[Column, ...]
    listed: np.ndarray
    workings: dict[str, Working]
    ranks: np.ndarray
    pools: tuple[str, ...] = ()
    places: tuple[int, ...] = ()


def standings(history, phase_number, *, after_round=None, live=False, tiebreakers=None):
    """The Standings of a phase after a finished round, by default the last one.

    `live` counts also what is reported of the rounds that run; `tiebreakers` is a list as in the
    event file, ranked by in place of the phase's own. RuleViolation for a phase or round that
    there is not, or bad settings.
    """
    found = computed(history, phase_number, after_round=after_round, live=live, tiebreakers=tiebreakers)
    if history.phase(phase_number).kind == BRACKET:
        rows = _placed_rows(history, phase_number, found)
        return Standings((found.columns[0].key,), found.after_round, rows)
    return Standings(tuple(found.workings), found.after_round, _rows(history, found))


def computed(history, phase_number, *, after_round=None, live=False, tiebreakers=None):
    """The Computed of a phase after a round; as `standings` in all else."""
    phase = _phase(history, phase_number)
    settings = settings_of(history.rulebook, phase.settings, f"phases[{phase_number - 1}].settings")
    columns = settings.columns
    if tiebreakers is not None:
        columns = columns_of(settings.rulebook, tiebreakers, "tiebreakers")
    columns = (Column(settings.first_column), *columns)
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
        for number in counted(history, phase_number)[:-1]
    }
    tables = tables_of(history, phase_number, settings, up_to, live, carried)
    if phase.kind == BRACKET:
        return Computed(tables, after, up_to, columns, np.empty(0, int), {}, np.empty(0, int))
    listed = _listed(history, phase_number, tables, after)
    if settings.pools == 1:
        return Computed(tables, after, up_to, columns, listed, *ranked(tables, columns, listed))
    pools = round_robin.pool_of(history, phase_number, cut.entered(history, phase_number))
    named = tuple(pools.get(tables.players[n], "") for n in listed)
    workings, ranks, places = ranked_in_pools(tables, columns, listed, named)
    return Computed(tables, after, up_to, columns, listed, workings, ranks, named, places)


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
    """Positions in the tables of those who are listed: who entered or has played, less the disqualified."""
    phase = history.phase(phase_number)
    before = history.rounds_before(phase_number)
    # Who only played before the phases were joined stands in the earlier phase's list.
    own = tables.last_round > rounds_carried(history, phase_number)
    seated = {tables.players[n] for n in np.flatnonzero(own)}
    entrants = set(phase.entrants or ())

    def stands(player):
        if player.disqualified:
            return False
        if player.id in seated:
            return True
        # Who leaves before the first round is not listed (MTR 2.10).
        if player.dropped_after is not None and player.dropped_after <= max(before, player.joined_round - 1):
            return False
        # Who comes in the next round is: the pairing of that round needs them.
        if player.joined_round > before + after_round + 1:
            return False
        return player.id in entrants if phase.entrants is not None else phase_number == 1

    listed = {player.id for player in history.players if stands(player)}
    return np.array([n for n, player in enumerate(tables.players) if player in listed], int)


def _rows(history, found):
    """The listed players' rows, ranked by the columns, ties in alphabetical order."""
    names = history.names
    records, listed = _records(found.tables), found.listed.tolist()
    shown = {
        key: working.values[found.listed].tolist() for key, working in found.workings.items() if key != POINTS
    }
    rows = []
    for place, (n, own) in enumerate(zip(listed, found.ranks.tolist(), strict=True)):
        player = found.tables.players[n]
        values = {key: column[place] for key, column in shown.items()}
        pool = (found.pools[place], found.places[place]) if found.pools else ()
        rows.append(Row(own, player, names[player], *records[n], values, *pool))
    return tuple(sorted(rows, key=lambda row: (row.rank, row.name.casefold(), row.player)))


def _records(tables):
    """(wins, losses, draws, points) of each player; points an int where whole."""
    outcome = tables.played.outcome
    won, lost = tables.total(outcome == WON), tables.total(outcome == LOST)
    drawn = tables.total(np.ones(len(outcome))) - won - lost
    points = [int(one) if one.is_integer() else one for one in tables.points.tolist()]
    whole = (column.astype(int).tolist() for column in (won, lost, drawn))
    return list(zip(*whole, points, strict=True))


def _placed_rows(history, phase_number, found):
    """A bracket's rows: those whose place is certain, with their record in it and no tiebreakers."""
    # Imported here because the finals read results and settings themselves.
    from ..finals import placings

    players = {player.id: player for player in history.players}
    records = dict(zip(found.tables.players, _records(found.tables), strict=True))
    placed = placings(history, phase_number, found.up_to)
    out = [place for place, player in placed if players[player].disqualified]
    return tuple(
        Row(place - sum(other < place for other in out), player, players[player].name, *records[player], {})
        for place, player in placed
        if not players[player].disqualified
    )
