"""Time and quality of pairing a round, compared with other programs, and how it grows: `make bench`."""

from statistics import median

from tournaments.rules.history import BOUND
from tournaments.rules.pairing import METHODS, RANDOM
from tournaments.rules.pairing.objectives import compute_costs

from .clock import median_of, timed
from .pairing_constraints import (
    after_gaps,
    bands_of_two,
    constraints,
    forbidden_pairs,
    half_in_one_club,
    others_in_eights,
    wished_tables,
)
from .peers import PEERS, turns_of
from .played_events import Played, event_before

SIZES = (64, 65, 128, 129, 256, 257, 512, 1_024, 1_025, 2_048, 4_096, 10_000)
LATE = ((24, 18), (25, 18), (32, 24), (33, 24), (64, 48), (65, 48))
MAX_PEER_SECONDS = 60  # expected from a peer's last time and the cube of the size
PLAYERS_PER_LEAVER = 50  # after each round an odd number leaves, so that there are byes
MANY = 1_024
MAX_SECONDS = 1.0  # for a round of up to 1,024 players

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
PEER_ROW = "{:>8} {:12} {:>9} {:>9} {:>10} {:>11} {:>12} {:>7}"
PEER_HEAD = PEER_ROW.format(
    "players", "", "ms", "x Topcut", "rematches", "byes before", "turns passed", "Σ gap²"
)
GROWTH = "{:35} {:11} {:>7} {:>6} {:>8} {:>8} {:>5} {:>9} {:>8} {:>7} {:>8}"
GROWTH_HEAD = GROWTH.format(
    *("asked for", "method", "players", "rounds", "ms", "slowest"),
    *("round", "rematches", "of club", "Σ gap²", "searched"),
)
NOTHING, CLUB = list(KINDS)[:2]
WITH_METHOD = (NOTHING, CLUB, "10 forbidden pairs a player")


def compare(title, events):
    print(f"\n{title}")
    print(PEER_HEAD)
    last = dict.fromkeys(PEERS, (1, 0.0))
    for event in events:
        players = len(event.playing)
        took, pairing = median_of(event.question())
        ours = quality(event, pairing.tables, [pairing.bye] if pairing.bye else [])
        print(PEER_ROW.format(players, "Topcut", f"{took * 1e3:.1f}", "1", *ours))
        for name, peer in PEERS.items():
            size, seconds = last[name]
            question = seconds * (players / size) ** 3 < MAX_PEER_SECONDS and peer(event)
            if question:
                seconds, answer = median_of(question)
                last[name] = players, seconds
                theirs = quality(event, *answer)
                is_expected = ours == theirs if name == "networkx" else ours <= theirs
                assert is_expected, (name, ours, theirs)
                print(PEER_ROW.format("", name, f"{seconds * 1e3:.1f}", f"{seconds / took:,.1f}", *theirs))


def quality(event, tables, out):
    """Return (rematches, earlier byes, turns passed over for the bye, Σ gap²) of a round."""
    entrants = event.entrants()
    assert sorted([p for table in tables for p in table] + list(out)) == sorted(e.player for e in entrants)
    points, byes = {e.player: e.points for e in entrants}, {e.player: e.byes for e in entrants}
    cost = compute_costs(tables, out, points=points, met=event.met, byes=byes, clubs={})
    turns = turns_of(entrants)
    return cost.rematches, cost.byes, sum(turns[player] for player in out), cost.gap


def growth(title, cases):
    """Play whole events of (constraints, players, rounds, method); return texts about too slow cases."""
    print(f"\n{title}")
    print(GROWTH_HEAD)
    slow = []
    for kind, players, rounds, method in cases:
        taken, pairings = play_event(kind, players, rounds, method)
        worst, at = max((seconds, number) for number, seconds in enumerate(taken, 1))
        times = (f"{seconds * 1e3:.1f}" for seconds in (median(taken), worst))
        sums = (
            sum(column) for column in zip(*((d.rematches, d.apart, d.gap) for d in pairings), strict=True)
        )
        searched = sum(d.proof != BOUND for d in pairings)
        print(GROWTH.format(kind, method, players, rounds, *times, at, *sums, searched))
        if worst > MAX_SECONDS and players <= MANY:
            slow.append(f"{kind}, {method}, {players} players, round {at}: {worst:.1f} s")
    return slow


def play_event(kind, players, rounds, method):
    event, taken, pairings = Played(players), [], []
    for number in range(1, rounds + 1):
        options = {"constraints": constraints(event, *KINDS[kind]), "rounds_left": rounds - number}
        seconds, pairing = timed(event.question(method, **options))
        taken.append(seconds)
        pairings.append(pairing)
        event.play(pairing)
    return taken, pairings


def main():
    print(HEAD)
    compare(
        "Round 6, about one in fifty players having left after each round",
        (event_before(6, players, players // PLAYERS_PER_LEAVER | 1) for players in SIZES),
    )
    compare("Late in a small event", (event_before(rounds, players) for players, rounds in LATE))
    print("\nHow it grows: whole events, median and slowest round; sums over the rounds; rounds whose proof")
    print("took an exact search (for the others the lower bound was met).")
    slow = [
        *growth("With the players", ((NOTHING, players, 9, RANDOM) for players in SIZES)),
        *growth("With the rounds", ((NOTHING, players, rounds, RANDOM) for players, rounds in LATE)),
        *growth("With a club", ((CLUB, players, 6, RANDOM) for players in (64, 128, 256, 512))),
        *growth("With what is asked for", ((kind, MANY, 6, RANDOM) for kind in KINDS)),
        *growth("With the method", ((kind, MANY, 6, method) for method in METHODS for kind in WITH_METHOD)),
    ]
    print(f"\nOver {MAX_SECONDS:.0f} s:", *slow or ["none"], sep="\n  ")


if __name__ == "__main__":
    main()
