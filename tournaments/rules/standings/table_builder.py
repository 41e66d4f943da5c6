"""Builds the StandingsTables of a phase from its history."""

from dataclasses import replace
from operator import attrgetter, itemgetter

import numpy as np

from ..history import DRAFT, NOTHING, UNPLAYED, WIN
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
    of_bets,
)

# The fields of a seat's result.
RESULT_FIELDS = attrgetter("games", "result", "place", "score", "secondary", "bonus", "points")
OPEN = -1


def tables_of(history, phase_number, settings, after_round, live=False, carried=NOTHING):
    """Return the StandingsTables of one phase after a round; `live` adds the published rounds.

    `carried`: {number: Settings} of the carried phases, each scored by its own settings; round numbers
    continue theirs.
    """
    all_settings = {**carried, phase_number: settings}
    rounds = list(_rounds(history, all_settings, phase_number, after_round, live))
    players = sorted(history.players, key=lambda player: player.id)
    ids = tuple(player.id for player in players)
    played, met, running = _rows(rounds, {player: n for n, player in enumerate(ids)})
    start = next((own.betting.start for own in all_settings.values() if own.betting), 0)
    all_bets = bets(rounds, start) if start else None
    if all_bets:
        played, met = (
            replace(table, points=of_bets(table, ids, all_bets, "change")) for table in (played, met)
        )
    before = history.rounds_before(min(all_settings))
    return StandingsTables(
        players=ids,
        played=played,
        met=met,
        rounds=max((number for number, *_rest in rounds), default=0),
        last_round=_last_round(len(ids), played, running),
        running=running,
        leaves=np.array([_leaves(player) - before for player in players], float),
        soft=np.array([player.soft or 0 for player in players], float),
        seed="|".join(one.seed for _number, one, _own in sorted(rounds, key=itemgetter(0))),
        settings=settings,
        bets=all_bets,
        start=start,
    )


def _rounds(history, all_settings, last_phase, after_round, live):
    """Yield (number, RoundRecord, its Settings) of the counted rounds, numbered consecutively."""
    before = 0
    for number, own in all_settings.items():
        rounds = history.phase(number).rounds
        last = after_round if number == last_phase else len(rounds)
        for one in rounds:
            if one.number <= last and (one.finished or (live and one.state != DRAFT)):
                yield before + one.number, one, own
        before += len(rounds)


def _rows(rounds, index):
    """Return the PlayedTable, the MeetingsTable, and (player, round) of tables without a result.

    `index`: {player id: position}.
    """
    # Flat lists of integers are fastest to convert to numpy.
    played, met, running = [], [], []
    # An event has few different results: each is scored once, and rows refer to it.
    kinds, scores = {}, []
    for number, one, own in rounds:
        for match in one.matches:
            kind = (id(own), match.drawn_games, *map(RESULT_FIELDS, match.seats))
            first = kinds.get(kind)
            if first is None:
                seat_scores = tuple(_scored(match, own))
                first = kinds[kind] = len(scores) if seat_scores else OPEN
                scores += seat_scores
            seated = [index[seat.player] for seat in match.seats]
            if first == OPEN:
                for player in seated:
                    running += (player, number)
                continue
            for place, player in enumerate(seated, first):
                played += (player, number, place)
                for other in seated:
                    if other != player:
                        met += (player, number, other, place)
    running = np.array(running, int).reshape(-1, 2)
    return (
        _table(PlayedTable, played, 2, scores),
        _table(MeetingsTable, met, 3, [row[:1] for row in scores]),
        running,
    )


def _last_round(count, played, running):
    last = np.zeros(count, int)
    np.maximum.at(last, played.player, played.round)
    np.maximum.at(last, running[:, 0], running[:, 1])
    return last


def _leaves(player):
    return np.inf if player.dropped_after is None else player.dropped_after


def _scored(match, settings):
    """Yield the columns of PlayedTable from `points` on for each seat; nothing for an open match."""
    results, points = outcomes(match), points_of(match, settings)
    games = [seat.games or 0 for seat in match.seats]
    scores = [seat.score or 0 for seat in match.seats]
    scored = any(seat.score is not None for seat in match.seats)
    for n, (result, worth) in enumerate(zip(results, points, strict=True)):
        seat = match.seats[n]
        kind = MATCH
        if match.is_bye:
            kind = FULL_BYE if result == WIN else OTHER_BYE
        elif any(other.result in UNPLAYED for other in ((seat,) if match.is_pod else match.seats)):
            kind = FORFEIT
        yield (
            *(worth, games[n], sum(games) - games[n], match.drawn_games, OUTCOMES.index(result), kind, n),
            *(scores[n], sum(scores) - scores[n], scored, seat.secondary or 0, seat.bonus or 0),
        )


def _table(table, rows, keys, scores):
    """Return the rows as columns, sorted, so that sums do not depend on the order of the input.

    The first `keys` numbers of a row are columns; its last number is the row of `scores` that has the
    others.
    """
    names = table.__slots__
    rows = np.array(rows, int).reshape(-1, keys + 1).T.copy()
    order = np.lexsort(rows[keys - 1 :: -1])
    *ordered, place = rows[:, order]
    rest = np.array(scores, float).reshape(-1, len(names) - keys).T
    kinds = [float if name == "points" else bool if name == "scored" else int for name in names[keys:]]
    return table(*ordered, *(column.astype(kind)[place] for column, kind in zip(rest, kinds, strict=True)))
