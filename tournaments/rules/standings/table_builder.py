"""Builds the tables of results that standings are calculated from."""

from dataclasses import replace
from itertools import chain
from operator import attrgetter, itemgetter

import numpy as np

from ..history import DRAFT, UNPLAYED, WIN, EventPhase, PhaseRecord
from ..pairing.round_robin import past_meetings
from ..results.betting import bets
from ..results.scoring import outcomes, points_of
from .tables import (
    FORFEIT,
    FULL_BYE,
    MATCH,
    OTHER_BYE,
    OUTCOMES,
    MeetingsTable,
    PlayedTable,
    StandingsTables,
    bet_values,
    last_rounds,
)


def counted_phases(phase: EventPhase) -> list[EventPhase]:
    """Return the phases whose rounds count in this phase's standings, itself last."""
    counted = [phase]
    while counted[0].number > 1 and counted[0].settings.carry:
        counted.insert(0, counted[0].previous)
    return counted


def rounds_carried(phase: EventPhase) -> int:
    """Return how many rounds of earlier phases count in this phase's standings."""
    return sum(len(carried.rounds) for carried in counted_phases(phase)[:-1])


def source_round(phase: EventPhase, counted_round: int) -> tuple[EventPhase, int]:
    """Return (phase, its round) of a round number that includes the carried rounds."""
    for carried in counted_phases(phase)[:-1]:
        if counted_round <= len(carried.rounds):
            return carried, counted_round
        counted_round -= len(carried.rounds)
    return phase, counted_round


def phase_with_carried_rounds(phase: EventPhase) -> PhaseRecord:
    """Return the phase with its carried rounds before its own, numbered consecutively."""
    counted = counted_phases(phase)
    if len(counted) == 1:
        return phase.record
    rounds = chain.from_iterable(each.rounds for each in counted)
    rounds = tuple(replace(round_, number=n) for n, round_ in enumerate(rounds, 1))
    return replace(phase.record, rounds=rounds)


def met_before(phase: EventPhase) -> list[tuple[str, str]]:
    """Return the pairs that count as rematches in the phase, oldest first.

    Carried phases are included unless the setting `meet_again` allows to repeat their pairings.
    """
    return past_meetings(phase if phase.settings.meet_again else phase_with_carried_rounds(phase))


# The fields of a seat's result.
RESULT_FIELDS = attrgetter("games", "result", "place", "score", "secondary", "bonus", "points")


def build_tables(phase, after_round, live=False):
    """Return the StandingsTables of one phase after a round; `live` adds the published rounds.

    Carried phases are each scored by their own settings; round numbers continue theirs.
    """
    counted = counted_phases(phase)
    rounds = list(_counted_rounds(counted, after_round, live))
    players = sorted(phase.history.players, key=attrgetter("id"))
    ids = tuple(player.id for player in players)
    played, meetings, unreported = _build_rows(rounds, {player_id: n for n, player_id in enumerate(ids)})
    all_betting = (each.settings.betting for each in counted)
    start_points = next((betting.start for betting in all_betting if betting), 0)
    all_bets = bets(rounds, start_points) if start_points else None
    if all_bets:
        played, meetings = (
            replace(table, points=bet_values(table, ids, all_bets, "change")) for table in (played, meetings)
        )
    before = counted[0].rounds_before
    drops = [np.inf if player.dropped_after is None else player.dropped_after - before for player in players]
    return StandingsTables(
        players=ids,
        played=played,
        meetings=meetings,
        rounds=max((number for number, *_rest in rounds), default=0),
        last_round=last_rounds(len(ids), (played.player, played.round), unreported.T),
        unreported=unreported,
        dropped_after=np.array(drops, float),
        soft_scores=np.array([player.soft_score or 0 for player in players], float),
        seed="|".join(round_.seed for _number, round_, _settings in sorted(rounds, key=itemgetter(0))),
        settings=phase.settings,
        bets=all_bets,
        start_points=start_points,
    )


def _counted_rounds(counted, after_round, live):
    """Yield (number, RoundRecord, its Settings) of the counted phases' rounds, numbered consecutively."""
    before = 0
    for phase in counted:
        last = after_round if phase is counted[-1] else len(phase.rounds)
        for round_ in phase.rounds:
            is_shown = round_.finished or (live and round_.state != DRAFT)
            if round_.number <= last and is_shown:
                yield before + round_.number, round_, phase.settings
        before += len(phase.rounds)


def _build_rows(rounds, index):
    """Return the PlayedTable, the MeetingsTable, and (player, round) of tables without a result.

    `index`: {player id: position}.
    """
    # Flat lists of integers are fastest to convert to numpy.
    played, meetings, unreported, scores = [], [], [], _SeatScores()
    for number, round_, settings in rounds:
        for match in round_.matches:
            seated = [index[seat.player] for seat in match.seats]
            first_row = scores.first_row(match, settings)
            if first_row is None:
                for player in seated:
                    unreported += (player, number)
                continue
            for row, player in enumerate(seated, first_row):
                played += (player, number, row)
                for other in seated:
                    if other != player:
                        meetings += (player, number, other, row)
    return (
        _build_table(PlayedTable, played, 2, scores.rows),
        _build_table(MeetingsTable, meetings, 3, [row[:1] for row in scores.rows]),
        np.array(unreported, int).reshape(-1, 2),
    )


class _SeatScores:
    """The columns of PlayedTable from `points` on, for each seat of each different result.

    An event has few different results: each is scored once.
    """

    def __init__(self):
        self.rows = []
        self._first_rows = {}

    def first_row(self, match, settings):
        """Return the position of the first seat's row; the other seats follow. None without a result."""
        key = (id(settings), match.drawn_games, *map(RESULT_FIELDS, match.seats))
        if key not in self._first_rows:
            seat_rows = list(score_seats(match, settings))
            self._first_rows[key] = len(self.rows) if seat_rows else None
            self.rows += seat_rows
        return self._first_rows[key]


def score_seats(match, settings):
    """Yield the columns of PlayedTable from `points` on for each seat; nothing without a result."""
    results, points = outcomes(match), points_of(match, settings)
    games = [seat.games or 0 for seat in match.seats]
    scores = [seat.score or 0 for seat in match.seats]
    has_scores = any(seat.score is not None for seat in match.seats)
    for n, (seat, result, worth) in enumerate(zip(match.seats, results, points, strict=False)):
        kind = _kind_of(match, seat, result)
        yield (
            *(worth, games[n], sum(games) - games[n], match.drawn_games, OUTCOMES.index(result), kind, n),
            *(scores[n], sum(scores) - scores[n], has_scores, seat.secondary or 0, seat.bonus or 0),
        )


def _kind_of(match, seat, result):
    if match.is_bye:
        return FULL_BYE if result == WIN else OTHER_BYE
    concerned = (seat,) if match.is_pod else match.seats
    return FORFEIT if any(one.result in UNPLAYED for one in concerned) else MATCH


def _build_table(table, rows, key_count, scores):
    """Return the rows as columns, sorted, so that sums do not depend on the order of the input.

    The first `key_count` numbers of a row are columns; its last number is the row of `scores` that has the
    others.
    """
    names = table.__slots__
    keys_and_place = np.array(rows, int).reshape(-1, key_count + 1).T.copy()
    order = np.lexsort(keys_and_place[key_count - 1 :: -1])
    *keys, place = keys_and_place[:, order]
    score_columns = np.array(scores, float).reshape(-1, len(names) - key_count).T
    types = [{"points": float, "has_scores": bool}.get(name, int) for name in names[key_count:]]
    values = (column.astype(type_)[place] for column, type_ in zip(score_columns, types, strict=True))
    return table(*keys, *values)
