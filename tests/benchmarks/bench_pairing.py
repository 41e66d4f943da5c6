"""The pairing of a round beside other programs that pair the same, and how it grows: `make bench`."""

from statistics import median

from tournaments.rules.history import BOUND
from tournaments.rules.pairing import METHODS, RANDOM
from tournaments.rules.pairing.costs import compute_costs

from .asked_pairings import (
    after_gaps,
    bands_of_two,
    constraints,
    forbidden_pairs,
    half_in_one_club,
    others_in_eights,
    wished_tables,
)
from .clock import median_of, timed
from .peers import PEERS, turns_of
from .played_events import Played, event_before

SIZES = (64, 65, 128, 129, 256, 257, 512, 1_024, 1_025, 2_048, 4_096, 10_000)
LATE = ((24, 18), (25, 18), (32, 24), (33, 24), (64, 48), (65, 48))
PATIENCE = 60  # seconds that a peer may be expected to take, by its last time and the cube of the size
LEAVE = 50  # one in so many leaves after each round, an odd number of them: so there have been byes
MANY = 1_024
LIMIT = 1.0  # seconds: no round of up to 1,024 players takes longer

HEAD = """
Pairing: one round by Topcut and by others, given the same past and standings. Processor time, median.
  networkx     Topcut's own order of wishes as one exact matching over all pairs
  py4swiss     FIDE's Dutch system: it must keep colours balanced, for which gaps may widen; byes by its rules
  swisspair    by rules of its own: fewest gaps at the top; the bye to anybody low who has had none
  bbpPairings  the Dutch system too: shown where BBP= is the path of its program, whose start counts
Left out where one would take over a minute, or has no room for so many players. Less is better in each:
rematches; byes that who sits out has had; turns of others that the bye passed; Σ (gap in score groups)².
"""
KINDS = {
    "nothing asked": (),
    "half in one club": (half_in_one_club,),
    "half in one club, after gaps": (half_in_one_club, after_gaps),
    "half in one club, others in eights": (half_in_one_club, others_in_eights),
    "clubs of eight in the other half": (others_in_eights,),
    "10 forbidden pairs a player": (forbidden_pairs,),
    "25 wished tables a round": (wished_tables,),
    "bands of 2 points": (bands_of_two,),
    "all of these": (half_in_one_club, others_in_eights, forbidden_pairs, wished_tables, bands_of_two),
}
BESIDE = "{:>8} {:12} {:>9} {:>9} {:>10} {:>11} {:>12} {:>7}"
BESIDE_HEAD = BESIDE.format(
    "players", "", "ms", "x Topcut", "rematches", "byes before", "turns passed", "Σ gap²"
)
GROWN = "{:35} {:11} {:>7} {:>6} {:>8} {:>8} {:>5} {:>9} {:>8} {:>7} {:>8}"
GROWN_HEAD = GROWN.format(
    *("asked for", "method", "players", "rounds", "ms", "slowest"),
    *("round", "rematches", "of club", "Σ gap²", "searched"),
)
NOTHING, CLUB = list(KINDS)[:2]
WITH_METHOD = (NOTHING, CLUB, "10 forbidden pairs a player")


def beside_peers(title, events):
    print(f"\n{title}")
    print(BESIDE_HEAD)
    last = dict.fromkeys(PEERS, (1, 0.0))
    for event in events:
        players = len(event.playing)
        took, pairing = median_of(event.question())
        ours = quality(event, pairing.tables, [pairing.bye] if pairing.bye else [])
        print(BESIDE.format(players, "Topcut", f"{took * 1e3:.1f}", "1", *ours))
        for name, peer in PEERS.items():
            size, seconds = last[name]
            question = seconds * (players / size) ** 3 < PATIENCE and peer(event)
            if question:
                seconds, answer = median_of(question)
                last[name] = players, seconds
                theirs = quality(event, *answer)
                assert ours == theirs if name == "networkx" else ours <= theirs, (name, ours, theirs)
                print(BESIDE.format("", name, f"{seconds * 1e3:.1f}", f"{seconds / took:,.1f}", *theirs))


def quality(event, tables, out):
    """(rematches, byes had before, turns passed over for the bye, Σ gap²) of a round of everybody."""
    entrants = event.entrants()
    assert sorted([p for table in tables for p in table] + list(out)) == sorted(e.player for e in entrants)
    points, byes = {e.player: e.points for e in entrants}, {e.player: e.byes for e in entrants}
    cost = compute_costs(tables, out, points=points, met=event.met, byes=byes, clubs={})
    turns = turns_of(entrants)
    return cost.rematches, cost.byes, sum(turns[player] for player in out), cost.gap


def growth(title, cases):
    """Whole events, each round timed once, of (what is asked, players, rounds, method); the cases that
    took longer than they may, in words."""
    print(f"\n{title}")
    print(GROWN_HEAD)
    slow = []
    for kind, players, rounds, method in cases:
        taken, pairings = played_through(kind, players, rounds, method)
        worst, at = max((seconds, number) for number, seconds in enumerate(taken, 1))
        times = (f"{seconds * 1e3:.1f}" for seconds in (median(taken), worst))
        sums = (
            sum(column) for column in zip(*((d.rematches, d.apart, d.gap) for d in pairings), strict=True)
        )
        searched = sum(d.proof != BOUND for d in pairings)
        print(GROWN.format(kind, method, players, rounds, *times, at, *sums, searched))
        if worst > LIMIT and players <= MANY:
            slow.append(f"{kind}, {method}, {players} players, round {at}: {worst:.1f} s")
    return slow


def played_through(kind, players, rounds, method):
    event, taken, pairings = Played(players), [], []
    for number in range(1, rounds + 1):
        how = {"constraints": constraints(event, *KINDS[kind]), "rounds_left": rounds - number}
        seconds, pairing = timed(event.question(method, **how))
        taken.append(seconds)
        pairings.append(pairing)
        event.play(pairing)
    return taken, pairings


def main():
    print(HEAD)
    beside_peers(
        "Round 6, about one in fifty players having left after each round",
        (event_before(6, players, players // LEAVE | 1) for players in SIZES),
    )
    beside_peers("Late in a small event", (event_before(rounds, players) for players, rounds in LATE))
    print("\nHow it grows: whole events, median and slowest round; sums over the rounds; rounds whose proof")
    print("took an exact search (for the others the lower bound was met).")
    slow = [
        *growth("With the players", ((NOTHING, players, 9, RANDOM) for players in SIZES)),
        *growth("With the rounds", ((NOTHING, players, rounds, RANDOM) for players, rounds in LATE)),
        *growth("With a club", ((CLUB, players, 6, RANDOM) for players in (64, 128, 256, 512))),
        *growth("With what is asked for", ((kind, MANY, 6, RANDOM) for kind in KINDS)),
        *growth("With the method", ((kind, MANY, 6, method) for method in METHODS for kind in WITH_METHOD)),
    ]
    print(f"\nOver {LIMIT:.0f} s:", *slow or ["none"], sep="\n  ")


if __name__ == "__main__":
    main()
