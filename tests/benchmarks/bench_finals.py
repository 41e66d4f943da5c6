"""Time of odds, compared with playing out every course of the finals, and of brackets: `make bench`."""

import os
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.rules.finals.enumeration import by_rate, enumerate_odds
from tournaments.rules.finals import (
    FINALS,
    bracket_of,
    build_table,
    estimate_odds,
    next_matches,
    odds_from_ratings,
)
from tournaments.rules.finals.odds.exact import exact_odds
from tournaments.rules.history import EventHistory, PhaseRecord, PlayerRecord, RoundRecord, SeatRecord

from .clock import median_of, timed

RATE = Fraction(11, 20)
FEW = 9  # matches; with more, playing every way out takes long
LIMIT = 0.005  # seconds that the odds of an eight take at most

HEAD = """
Finals: odds at 11/20 for the better seed. Processor time, median; by rating, and every way played out one
by one in fractions, so many times as long. Both give the same odds.
"""
LINE = "{:18} {:>5} {:>8} {:>9} {:>11} {:>10}"


def main():
    print(HEAD)
    print(LINE.format("system", "size", "matches", "ms", "by rating x", "every way x"))
    served = [(key, 8 if 8 in system.sizes else system.sizes[0]) for key, system in FINALS.items()]
    sizes = [("double", 4), *served, ("double", 12), ("double", 16), ("single", 64), ("single", 512)]
    slow = [values for key, size in sizes if (values := beside_every_way(build_table(key, size)))]
    simulated()
    after_each_result("double", 128)
    after_each_result("single", 64)
    bracket_pages()
    if slow:
        raise SystemExit(f"Slower than it may be: {'; '.join(slow)}")


def beside_every_way(finals):
    """Prints the line of a table; gives it back where the odds of an eight took too long."""
    took, odds = median_of(lambda: exact_odds(finals, RATE))
    ratings = odds_from_ratings([2000 - 17 * seed for seed in range(finals.size)])
    by_rating, _odds = median_of(lambda: exact_odds(finals, ratings))
    slower = ""
    if len(finals.matches) <= FEW:
        seconds, plainly = timed(lambda: enumerate_odds(finals, by_rate(RATE)))
        assert odds == plainly
        slower = f"{seconds / took:,.0f}"
    values = (
        finals.key,
        finals.size,
        len(finals.matches),
        f"{took * 1e3:.2f}",
        f"{by_rating / took:.1f}",
        slower,
    )
    print(LINE.format(*values))
    return f"{finals.key}: {took * 1e3:.1f} ms" if finals.size <= 8 and took > LIMIT else ""


def simulated():
    print("\nEstimates of what is too big, ten thousand times played out:")
    for size in (32, 128):
        took, odds = median_of(lambda size=size: estimate_odds(build_table("double", size), RATE))
        print(f"double {size:3}: {took * 1e3:6.0f} ms, standard error at most {odds.largest_error:.2%}")


def event_of(key, size):
    """An event that is a bracket alone, with nothing played."""
    players = tuple(PlayerRecord(f"p{seed}", f"Player {seed}") for seed in range(1, size + 1))
    ids = tuple(player.id for player in players)
    return EventHistory("Bench", "magic", players, (PhaseRecord("bracket", "Finals", {"finals": key}, ids),))


def rounds_of(event):
    """The event after each round, the first seat winning two matches of three."""
    while matches := next_matches(event.phase(1)):
        played = []
        for n, match in enumerate(matches):
            ends = ("loss", "win") if n % 3 == 2 else ("win", "loss")
            seats = (SeatRecord(seat.player, result=end) for seat, end in zip(match.seats, ends, strict=True))
            played.append(type(match)(tuple(seats), match.table, slot=match.slot))
        before = event.phase(1).rounds
        for count in range(1, len(played) + 1):
            rounds = (*before, RoundRecord(len(before) + 1, matches=tuple(played[:count])))
            yield event.phase(1).replace(rounds=rounds).history
        event = (
            event.phase(1)
            .replace(rounds=(*before, RoundRecord(len(before) + 1, matches=tuple(played))))
            .history
        )


def after_each_result(key, size):
    taken = sorted(
        timed(lambda event=event: bracket_of(event.phase(1)))[0] for event in rounds_of(event_of(key, size))
    )
    median, worst = taken[len(taken) // 2], taken[-1]
    print(f"\nThe bracket of {key} {size} after each of {len(taken)} results:", end=" ")
    print(f"median {median * 1e3:.1f} ms, slowest {worst * 1e3:.1f} ms")


def bracket_pages():
    """Prints how long the whole page takes with nothing cached, over a database of its own."""
    with TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder, 'bench.sqlite3')}"
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        import django
        from django.core.cache import cache
        from django.core.management import call_command
        from django.test import Client

        django.setup()
        call_command("migrate", verbosity=0)
        from tournaments.events.actions.events import import_event

        print("\nThe bracket page, nothing cached:")
        for key, size in (("single", 64), ("mcintyre8", 8), ("double", 16), ("double", 64)):
            half = list(rounds_of(event_of(key, size)))[size // 2 - 1]
            address = f"/e/{import_event(half).slug}/bracket/"

            def page(address=address):
                cache.clear()
                answer = Client().get(address, headers={"host": "localhost"})
                assert answer.status_code == 200, answer.status_code

            page()
            print(f"{key} {size:3}: {median_of(page)[0] * 1e3:6.0f} ms")


if __name__ == "__main__":
    main()
