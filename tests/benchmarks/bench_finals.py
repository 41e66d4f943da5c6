"""How long a bracket takes to be read after a result: python -m tests.benchmarks.bench_finals"""

from dataclasses import replace

from tests.benchmarks.clock import median_of
from tournaments.rules import progress
from tournaments.rules.finals import FINALS, bracket_of
from tournaments.rules.history import Event, Phase, Player


def played(key, size):
    """Finals to their end, every other match won by the worse seed."""
    players = tuple(Player(f"p{n}", f"Player {n}") for n in range(1, size + 1))
    event = Event("Cup", "magic", players, (Phase("bracket", "", {"finals": key}),))
    while True:
        drawn = progress.next_round(event, "s")
        if drawn.round is None:
            return drawn.event
        matches = tuple(won(match, place) for place, match in enumerate(drawn.round.matches))
        event = progress.with_round(drawn.event, 1, replace(drawn.round, matches=matches))


def won(match, place):
    a, b = match.seats
    games = (2, 0) if place % 2 else (0, 2)
    return replace(match, seats=(replace(a, games=games[0]), replace(b, games=games[1])))


def main():
    print("A bracket read after its last result, processor time, median of 9")
    for key, size in (("mcintyre8", 8), ("double", 8), ("double", 64), ("double", 128), ("single", 512)):
        event = played(key, size)
        taken, now = median_of(lambda event=event: bracket_of(event, 1))
        assert now.over
        print(f"{FINALS[key].name:>24} {size:4} {taken * 1e3:8.2f} ms")


if __name__ == "__main__":
    main()
