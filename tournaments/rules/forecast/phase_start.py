"""The state from which the rest of a Swiss phase is played out, and the share of draws so far."""

from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from ..history import BYES, DRAW, UNPLAYED, EventPhase, MatchRecord, SeatRecord
from ..pairing import Constraints
from ..pairing.round_robin import bye_counts
from ..results.scoring import outcomes
from ..rounds.pairing_constraints import constraints_of
from ..rounds.phases import entrants_of, round_count
from ..rulebooks import Settings
from ..simulation.matches import RESULT_COLUMNS, game_scores, score_match
from ..simulation.plan import COLUMNS_WITHOUT_DATA
from ..standings.standings import compute_standings
from ..standings.table_builder import met_before, phase_with_carried_rounds, rounds_carried, score_seats
from ..standings.tables import StandingsTables


def draw_rate(phase: EventPhase) -> float:
    """Return the share of drawn matches so far, 0 before the first match.

    Carried rounds count. Byes, no-shows and forfeits do not: nobody played. At a table of several players
    each seat counts.
    """
    results = [
        result
        for round_ in phase_with_carried_rounds(phase).rounds
        for match in round_.matches
        if is_played(match)
        for result in outcomes(match)
    ]
    return results.count(DRAW) / len(results) if results else 0.0


def is_played(match: MatchRecord) -> bool:
    return not match.is_bye and all(seat.result not in UNPLAYED for seat in match.seats)


# Columns that cannot break ties in a playout: players whom they would separate stay level.
UNKNOWN_COLUMNS = (*COLUMNS_WITHOUT_DATA, "random")


@dataclass(frozen=True, slots=True)
class FutureRound:
    """A round that is not paired yet: `number` in the phase, `present` (positions) the players to pair.

    `requested` has (position, result) of byes requested in advance.
    """

    number: int
    present: tuple[int, ...]
    constraints: Constraints
    requested: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PhaseStart:
    """The state from which a phase is played out; players are positions in the `tables`.

    `open_tables` (table, 2) are the players of tables without a result, in round `open_round` of the phase;
    `listed` are the players in the standings. `results` has the columns of each possible result, in the
    order of simulation.matches and then the byes; `last` is the worst one.
    """

    phase: EventPhase
    settings: Settings
    tables: StandingsTables
    columns: tuple
    listed: np.ndarray
    carried: int
    rounds: int
    open_round: int
    open_tables: np.ndarray
    future: tuple[FutureRound, ...]
    met: tuple[tuple[str, str], ...]
    byes: np.ndarray
    ratings: np.ndarray
    results: dict[str, np.ndarray]
    draw_share: float

    @property
    def last(self) -> int:
        return len(self.results["outcome"]) - len(BYES) - 1

    @property
    def outcomes(self) -> np.ndarray:
        """LOST, DREW or WON by number of the result."""
        return self.results["outcome"].astype(int)


def start_of(phase: EventPhase) -> PhaseStart:
    """Return the PhaseStart of a Swiss phase; the history has no unpublished rounds."""
    settings = phase.settings
    computed = compute_standings(phase, live=True)
    tables, columns = computed.tables, computed.columns
    place = {player: n for n, player in enumerate(tables.players)}
    open_matches = [
        (round_.number, *map(place.get, match.players))
        for round_ in phase.rounds
        for match in round_.matches
        if not (round_.finished or match.is_bye or match.reported)
    ]
    rounds, results = round_count(phase), result_columns(settings)
    byes = bye_counts(phase_with_carried_rounds(phase))
    ratings = {player.id: player.rating for player in phase.history.players}
    # The games themselves decide which matches of best of 2 are drawn.
    has_rare_draws = settings.rulebook.draws and settings.best_of != 2
    return PhaseStart(
        phase=phase,
        settings=settings,
        tables=tables,
        columns=tuple(takewhile(lambda column: column.key not in UNKNOWN_COLUMNS, columns)),
        listed=computed.listed,
        carried=rounds_carried(phase),
        rounds=rounds,
        open_round=phase.rounds[-1].number,
        open_tables=np.array([pair for _number, *pair in open_matches], int).reshape(-1, 2),
        future=tuple(
            future_round(phase, number, place, len(results["outcome"]) - len(BYES))
            for number in range(len(phase.rounds) + 1, rounds + 1)
        ),
        met=tuple(met_before(phase)),
        byes=np.array([byes.get(player, 0) for player in tables.players]),
        ratings=np.array([np.nan if ratings[p] is None else ratings[p] for p in tables.players], float),
        results=results,
        draw_share=draw_rate(phase) if has_rare_draws else 0.0,
    )


def future_round(phase, number, place, first_bye) -> FutureRound:
    """Return a round that is not paired yet, if nobody else leaves or joins."""
    event_round = phase.rounds_before + number
    entered = set(entrants_of(phase))
    players = [p for p in phase.history.players if p.id in entered and p.plays_in(event_round)]
    present = [player.id for player in players if event_round not in player.byes]
    return FutureRound(
        number,
        tuple(place[player] for player in present),
        constraints_of(phase.history, phase.settings, present, number),
        tuple(
            (place[p.id], first_bye + BYES.index(p.byes[event_round]))
            for p in players
            if event_round in p.byes
        ),
    )


def result_columns(settings: Settings) -> dict[str, np.ndarray]:
    """Return the columns of PlayedTable for each possible result of a match, then for each kind of bye."""
    matches = [score_match(*games) for games in game_scores(settings.best_of)]
    matches += [MatchRecord((SeatRecord("one", result=result),)) for result in BYES]
    rows = zip(*(next(score_seats(match, settings)) for match in matches), strict=True)
    return {name: np.array(column, float) for name, column in zip(RESULT_COLUMNS, rows, strict=True)}
