"""Time of standings, compared with plain dictionaries, and how it grows: `make bench`."""

from collections import defaultdict
from time import process_time

import numpy as np

from tests.benchmarks.sample_event import play_rounds
from tests.rules.oracle import standings as plain
from tournaments.rules.history import EventHistory, PhaseRecord, PlayerRecord
from tournaments.rules.results import scoring
from tournaments.rules.rulebooks import StandingsColumn
from tournaments.rules.standings.standings import ranked, standings
from tournaments.rules.standings.table_builder import build_tables

COLUMNS = ["omw", "gw", "ogw", "oomw", "win_loss_sum", "first_tiebreaker_sum"]


def event_of(players, rounds):
    """Return a Swiss event of odd size, so that each round has a bye."""
    people = tuple(PlayerRecord(f"p{n:05}", f"p{n:05}") for n in range(players + 1))
    phase = PhaseRecord(overrides={"tiebreakers": COLUMNS}, rounds=play_rounds(people, rounds))
    return EventHistory("Bench", "magic", people, (phase,))


def seconds(compute, event, times):
    """Return the shortest processor time of some runs, which other programs disturb least."""
    best = float("inf")
    for _ in range(times):
        start = process_time()
        compute(event)
        best = min(best, process_time() - start)
    return best


def ours(event):
    return {row.player: row.values for row in standings(event.phase(1)).rows}


def read_plainly(event):
    """Return (opponents, points, outcomes, games) of a history, each as a dictionary by player."""
    settings = event.phase(1).settings
    opponents, points, outcomes = defaultdict(list), defaultdict(list), defaultdict(list)
    games = defaultdict(lambda: [0, 0])
    for round_ in event.phase(1).rounds:
        for match in round_.matches:
            seats = zip(match.seats, scoring.points_of(match, settings), scoring.outcomes(match), strict=True)
            for seat, seat_points, outcome in seats:
                points[seat.player].append(seat_points)
                outcomes[seat.player].append(outcome)
                if match.is_bye:
                    games[seat.player][0] += 2
            if not match.is_bye:
                for seat, other in (match.seats, match.seats[::-1]):
                    opponents[seat.player].append(other.player)
                    games[seat.player][0] += seat.games
                    games[seat.player][1] += other.games
    return opponents, points, outcomes, games


def rank_plainly(opponents, points, outcomes, games):
    """Return the values of each player in the order of the standings, with floats in dictionaries."""

    def total(values):
        return {name: sum(values[other] for other in opponents[name]) for name in points}

    def mean(values):
        return {name: value / max(1, len(opponents[name])) for name, value in total(values).items()}

    mw = {name: max(0.33, sum(own) / (3 * len(own))) for name, own in points.items()}
    gw = {name: max(0.33, games[name][0] / sum(games[name])) for name in points}
    record = {name: max(-3, own.count("win") - own.count("loss")) for name, own in outcomes.items()}
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
    """Time the biggest event with dictionaries of floats, also in two halves, and with exact fractions."""
    settings = event.phase(1).settings
    tables, records = build_tables(event.phase(1), after_round=15), read_plainly(event)
    columns, players = (StandingsColumn("points"), *settings.columns), np.arange(len(tables.players))
    assert_same(ours(event), rank_plainly(*records))
    pairs = (
        ("history read", lambda e: build_tables(e.phase(1), after_round=15), read_plainly),
        ("columns and ranks", lambda _: ranked(tables, columns, players), lambda _: rank_plainly(*records)),
        ("the whole", ours, lambda e: rank_plainly(*read_plainly(e))),
    )
    for name, topcut, plainly in pairs:
        quick, slow = seconds(topcut, event, 3), seconds(plainly, event, 3)
        print(f"{name:>18}: {quick * 1e3:6.0f} ms; dictionaries of floats {slow / quick:5.1f} times as long")
    exact = seconds(plain.standings, event, 1)
    print(f"{'the whole':>18}: fractions (tests/rules/oracle/standings.py) {exact / took:.0f} times as long")


if __name__ == "__main__":
    main()
