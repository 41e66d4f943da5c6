"""Standings against the same computed with plain dictionaries, and how they grow: `make bench`."""

import random
from collections import defaultdict
from time import process_time

import numpy as np

from tests.rules.oracle import standings as plain
from tournaments.rules.history import (
    EventHistory,
    MatchRecord,
    PhaseRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
)
from tournaments.rules.results import scoring
from tournaments.rules.rulebooks import StandingsColumn, settings_of
from tournaments.rules.standings.ranking import ranked
from tournaments.rules.standings.standings import standings
from tournaments.rules.standings.table_builder import tables_of

COLUMNS = ["omw", "gw", "ogw", "oomw", "win_loss_sum", "first_tiebreaker_sum"]
SCORES = ((2, 0), (2, 0), (2, 1), (1, 2), (0, 2), (0, 2), (1, 1))


def event_of(players, rounds):
    """A Swiss event of odd size, paired by wins in random order; the same every time."""
    rng = random.Random(players)
    names = [f"p{n:05}" for n in range(players + 1)]
    wins = dict.fromkeys(names, 0)
    played = []
    for number in range(1, rounds + 1):
        order = sorted(names, key=lambda name: (-wins[name], rng.random()))
        matches = [MatchRecord((SeatRecord(order.pop(), result="bye"),))]
        for table, (one, other) in enumerate(zip(order[::2], order[1::2], strict=True), 1):
            won, lost = rng.choice(SCORES)
            matches.append(MatchRecord((SeatRecord(one, games=won), SeatRecord(other, games=lost)), table))
            wins[one] += won > lost
            wins[other] += lost > won
        played.append(RoundRecord(number, matches=tuple(matches)))
    people = tuple(PlayerRecord(name, name) for name in names)
    phase = PhaseRecord(settings={"tiebreakers": COLUMNS}, rounds=tuple(played))
    return EventHistory("Bench", "magic", people, (phase,))


def seconds(compute, event, times):
    """The least processor time of so many runs, which other programs disturb least."""
    best = float("inf")
    for _ in range(times):
        start = process_time()
        compute(event)
        best = min(best, process_time() - start)
    return best


def ours(event):
    return {row.player: row.values for row in standings(event, 1).rows}


def read_plainly(event):
    """(opponents, points, outcomes, games) by player: a history in dictionaries."""
    chosen = settings_of(event.rulebook, event.phase(1).settings)
    met, points, ends = defaultdict(list), defaultdict(list), defaultdict(list)
    games = defaultdict(lambda: [0, 0])
    for round_ in event.phase(1).rounds:
        for match in round_.matches:
            seats = zip(match.seats, scoring.points_of(match, chosen), scoring.outcomes(match), strict=True)
            for seat, worth, outcome in seats:
                points[seat.player].append(worth)
                ends[seat.player].append(outcome)
                if match.is_bye:
                    games[seat.player][0] += 2
            if not match.is_bye:
                for seat, other in (match.seats, match.seats[::-1]):
                    met[seat.player].append(other.player)
                    games[seat.player][0] += seat.games
                    games[seat.player][1] += other.games
    return met, points, ends, games


def rank_plainly(met, points, ends, games):
    """The columns and the order as floats in dictionaries, as one would write them first."""

    def mean(of):
        return {name: sum(of[other] for other in met[name]) / max(1, len(met[name])) for name in points}

    def total(of):
        return {name: sum(of[other] for other in met[name]) for name in points}

    mw = {name: max(0.33, sum(own) / (3 * len(own))) for name, own in points.items()}
    gw = {name: max(0.33, games[name][0] / sum(games[name])) for name in points}
    record = {name: max(-3, own.count("win") - own.count("loss")) for name, own in ends.items()}
    omw, sums = mean(mw), total(record)
    values = (omw, gw, mean(gw), mean(omw), sums, total(sums))
    rows = [(sum(own), *(column[name] for column in values), name) for name, own in points.items()]
    rows.sort(key=lambda row: [-round(number, 9) for number in row[:-1]])
    return {row[-1]: dict(zip(COLUMNS, row[1:], strict=False)) for row in rows}


def assert_same(one, other):
    for player, values in one.items():
        for key, value in values.items():
            assert abs(value - other[player][key]) < 1e-9, (player, key)


def main():
    print(f"Standings with {len(COLUMNS)} columns, processor time, best of 5")
    print(f"{'players':>8} {'rounds':>6} {'ms':>9} {'rows/s':>9} {'µs a row and round':>19}")
    for players, rounds in ((100, 15), (256, 8), (1_000, 15), (10_000, 15)):
        event = event_of(players, rounds)
        took = seconds(ours, event, 5)
        each = took / players / rounds * 1e6
        print(f"{players:8} {rounds:6} {took * 1e3:9.1f} {players / took:9.0f} {each:19.2f}")
    compare(event, took)


def compare(event, took):
    """The biggest event again: by dictionaries of floats, in its two halves, and by exact fractions."""
    chosen = settings_of(event.rulebook, event.phase(1).settings)
    tables, plainly = tables_of(event, 1, chosen, after_round=15), read_plainly(event)
    columns, listed = (StandingsColumn("points"), *chosen.columns), np.arange(len(tables.players))
    assert_same(ours(event), rank_plainly(*plainly))
    pairs = (
        ("history read", lambda e: tables_of(e, 1, chosen, after_round=15), read_plainly),
        ("columns and ranks", lambda _: ranked(tables, columns, listed), lambda _: rank_plainly(*plainly)),
        ("the whole", ours, lambda e: rank_plainly(*read_plainly(e))),
    )
    for name, one, other in pairs:
        quick, slow = seconds(one, event, 3), seconds(other, event, 3)
        print(f"{name:>18}: {quick * 1e3:6.0f} ms; dictionaries of floats {slow / quick:5.1f} times as long")
    exact = seconds(plain.standings, event, 1)
    print(f"{'the whole':>18}: fractions (tests/rules/oracle/standings.py) {exact / took:.0f} times as long")


if __name__ == "__main__":
    main()
