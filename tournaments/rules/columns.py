"""One phase's history as two tables of numpy columns: what was played, and who met whom."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import attrgetter, itemgetter
from typing import Any

import numpy as np

from .betting import bets
from .history import DRAFT, DRAW, LOSS, NOTHING, UNPLAYED, WIN
from .scoring import outcomes, points_of

# What a seat's result is made of.
REPORTED = attrgetter("games", "result", "place", "score", "secondary", "bonus", "points")
OPEN = -1
OUTCOMES = (LOSS, DRAW, WIN)
LOST, DREW, WON = range(3)
MATCH, FULL_BYE, OTHER_BYE, FORFEIT = range(4)


@dataclass(frozen=True, slots=True)
class Played:
    """One row for each seat with a result, byes included; equally long columns.

    `player` counts from 0 in Tables.players; `won`, `lost`, `drawn` are games; `outcome` is
    0 loss, 1 draw, 2 win; `kind` is 0 match, 1 bye, 2 an unpaired loss or half-point bye, 3 a match
    for which somebody did not show or which they forfeited (of a pod that seat alone); `seat` counts
    from 0 in its match. `score` and `against` are the victory points of the seat and of the others, `scored`
    whether any seat of the match has some.
    """

    player: np.ndarray
    round: np.ndarray
    points: np.ndarray
    won: np.ndarray
    lost: np.ndarray
    drawn: np.ndarray
    outcome: np.ndarray
    kind: np.ndarray
    seat: np.ndarray
    score: np.ndarray
    against: np.ndarray
    scored: np.ndarray
    secondary: np.ndarray
    bonus: np.ndarray


@dataclass(frozen=True, slots=True)
class Met:
    """One row for each player and opponent of a match with a result; a bye is no opponent.

    `points` are the match points that the player had from the match.
    """

    player: np.ndarray
    round: np.ndarray
    opponent: np.ndarray
    points: np.ndarray


@dataclass(frozen=True, slots=True)
class Tables:
    """A phase up to a round, with what it carries: its players in order of their ids, what they played, whom
    they met.

    `rounds` counts those so far; `last_round` is the last one in which each player had a match or a
    bye, reported or not, 0 for none; `running` are the (player, round) at tables without a result;
    `leaves` is the last round that each stays for; `soft` are soft scores; `seed` is what the draws
    came from. Where points are bet, `bets` has the Bet of each (player id, round), whose change the
    `points` of the rows are, and `start` is what each began with.
    `tied` gives those a number in common whom the columns so far have not parted.
    """

    players: tuple[str, ...]
    played: Played
    met: Met
    rounds: int
    last_round: np.ndarray
    running: np.ndarray
    leaves: np.ndarray
    soft: np.ndarray
    seed: str
    settings: Any
    bets: Mapping | None = None
    start: float = 0
    tied: np.ndarray | None = None

    @property
    def percentages(self):
        return self.settings.percentages

    @property
    def dropped(self):
        """Who has left."""
        return self.leaves <= self.rounds

    @property
    def points(self):
        """What each has: the match points of all rounds; of bets the exact sum."""
        if not self.bets:
            return self.total(self.played.points) + self.start
        has = np.full(len(self.players), float(self.start))
        # Rows stand in order of the rounds: of a player's several the last one stays.
        has[self.played.player] = _of_bets(self.played, self.players, self.bets, "after")
        return has

    @property
    def match_points(self):
        """What each row's result is worth in percentages: its points, where points are not bet."""
        if not self.bets:
            return self.played.points
        worth = np.array([self.settings.points[outcome] for outcome in OUTCOMES], float)
        return worth[self.played.outcome]

    @property
    def most_points(self):
        """What the best win is worth."""
        return max(worth for key, worth in self.settings.points.items() if key != "bye")

    def until(self, number):
        """The same tables as they stood after that finished round."""
        played = _rows_until(self.played, number)
        last_round = np.zeros(len(self.players), int)
        np.maximum.at(last_round, played.player, played.round)
        met = _rows_until(self.met, number)
        return replace(self, played=played, met=met, last_round=last_round, rounds=int(number))

    def total(self, values):
        """The sum of a value of the played rows for each player."""
        return np.bincount(self.played.player, values, len(self.players)).astype(float)


def _rows_until(table, number):
    keep = table.round <= number
    return type(table)(*(getattr(table, name)[keep] for name in table.__slots__))


def counted_rounds(phase, after_round, live):
    """The rounds up to `after_round` whose results count; `live` adds the published ones."""
    return [
        one
        for one in phase.rounds
        if one.number <= after_round and (one.finished or (live and one.state != DRAFT))
    ]


def tables_of(event, phase_number, settings, after_round, live=False, carried=NOTHING):
    """The Tables of one phase of the event after a round.

    `carried`: {number: Settings} of the phases before it that it counts on from, each scored by its own
    settings; rounds are numbered on from theirs.
    """
    rounds, before = [], 0
    for number, own in (*carried.items(), (phase_number, settings)):
        phase = event.phase(number)
        last = after_round if number == phase_number else len(phase.rounds)
        rounds += [(before + one.number, one, own) for one in counted_rounds(phase, last, live)]
        before += len(phase.rounds)
    people = sorted(event.players, key=lambda player: player.id)
    index = {player.id: n for n, player in enumerate(people)}
    # Rows as flat lists of whole numbers, which numpy reads fastest.
    played, met, running = [], [], []
    # Few results differ in an event: each kind is scored once, and rows name the kind.
    kinds, scores = {}, []
    for number, one, own in rounds:
        for match in one.matches:
            kind = (id(own), match.drawn_games, *map(REPORTED, match.seats))
            first = kinds.get(kind)
            if first is None:
                found = tuple(_scored(match, own))
                first = kinds[kind] = len(scores) if found else OPEN
                scores += found
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
    before = event.rounds_before(next(iter(carried), phase_number))
    played, met = _table(Played, played, 2, scores), _table(Met, met, 3, [row[:1] for row in scores])
    start = next((own.betting.start for own in (*carried.values(), settings) if own.betting), 0)
    ids = tuple(player.id for player in people)
    made = bets(rounds, start) if start else None
    if made:
        played, met = (replace(table, points=_of_bets(table, ids, made, "change")) for table in (played, met))
    running = np.array(running, int).reshape(-1, 2)
    last_round = np.zeros(len(people), int)
    np.maximum.at(last_round, played.player, played.round)
    np.maximum.at(last_round, running[:, 0], running[:, 1])
    return Tables(
        players=ids,
        played=played,
        met=met,
        rounds=max((number for number, *_rest in rounds), default=0),
        last_round=last_round,
        running=running,
        leaves=np.array([_leaves(player) - before for player in people], float),
        soft=np.array([player.soft or 0 for player in people], float),
        seed="|".join(one.seed for _number, one, _own in sorted(rounds, key=itemgetter(0))),
        settings=settings,
        bets=made,
        start=start,
    )


def _of_bets(table, players, made, name):
    """A number of the Bet of each row of a table."""
    rows = zip(table.player.tolist(), table.round.tolist(), strict=True)
    return np.array([float(getattr(made[players[player], number], name)) for player, number in rows], float)


def _leaves(player):
    return np.inf if player.dropped_after is None else player.dropped_after


def _scored(match, settings):
    """The columns of Played from `points` on, for each seat; nothing while nothing is reported."""
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
    """The rows as columns, sorted, so that sums do not depend on the order of the input.

    The first `keys` numbers of a row stand as they are, the last one names the row of `scores` with
    the rest.
    """
    names = table.__slots__
    rows = np.array(rows, int).reshape(-1, keys + 1).T.copy()
    order = np.lexsort(rows[keys - 1 :: -1])
    *ordered, place = rows[:, order]
    rest = np.array(scores, float).reshape(-1, len(names) - keys).T
    kinds = [float if name == "points" else bool if name == "scored" else int for name in names[keys:]]
    return table(*ordered, *(column.astype(kind)[place] for column, kind in zip(rest, kinds, strict=True)))
