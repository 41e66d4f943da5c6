"""Other programs that pair Swiss rounds.

A peer takes a `Played` event and returns a function to be timed, which returns (tables, players with a bye),
or None if it cannot handle so many players.
"""

import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import networkx
import swisspair
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from .report_file import MAX_PLAYERS, get_round_report

BYE = "bye"


def by_networkx(event):
    """Topcut's own objectives, as one exact matching over all pairs."""
    entrants, met = event.entrants(), {frozenset(pair) for pair in event.met}
    group = {points: n for n, points in enumerate(sorted({e.points for e in entrants}))}
    turns = turns_of(entrants)
    turn_weight = len(entrants) * len(group) ** 2
    rematch_weight = turn_weight * (len(entrants) + 1)

    def solve():
        graph = networkx.Graph()
        for n, first in enumerate(entrants):
            for second in entrants[:n]:
                is_rematch = frozenset((first.player, second.player)) in met
                gap = group[first.points] - group[second.points]
                graph.add_edge(first.player, second.player, weight=gap * gap + is_rematch * rematch_weight)
            if len(entrants) % 2:
                graph.add_edge(first.player, BYE, weight=turns[first.player] * turn_weight)
        return _split(networkx.min_weight_matching(graph), BYE)

    return solve


def by_swisspair(event):
    """Magic's rules: no second bye, and the fewest gaps at the top, then below."""
    entrants = event.entrants()
    met = {e.player: set() for e in entrants}
    for first, second in event.met:
        if first in met and second in met:
            met[first].add(second)
            met[second].add(first)
    players = [
        swisspair.Player(e.player, int(2 * e.points), n, not e.byes, met[e.player])
        for n, e in enumerate(entrants, 1)
    ]

    def solve():
        return _split([(m.p1.id, m.p2.id if m.p2 else BYE) for m in swisspair.create_matches(players)], BYE)

    return solve


def by_py4swiss(event):
    """FIDE's Dutch system."""
    if len(event.ratings) > MAX_PLAYERS:
        return None
    with TemporaryDirectory() as folder:
        path = Path(folder, "event.trf")
        path.write_text(get_round_report(event))
        report = TrfParser.parse(path, strict=True)
    return lambda: _split([(str(p.white), str(p.black)) for p in DutchEngine.generate_pairings(report)], "0")


def by_bbppairings(event):
    """FIDE's Dutch system; the time includes the program's start and reading the file."""
    if len(event.ratings) > MAX_PLAYERS:
        return None

    def solve():
        with TemporaryDirectory() as folder:
            report, pairs = Path(folder, "event.trf"), Path(folder, "pairs")
            report.write_text(get_round_report(event))
            subprocess.run([os.environ["BBP"], "--dutch", report, "-p", pairs], check=True)
            return _split([tuple(line.split()) for line in pairs.read_text().splitlines()[1:]], "0")

    return solve


def turns_of(entrants):
    """Return the bye turn of each player id, 0 first: fewest byes, then the lowest rank."""
    keys = {e.player: (e.byes, -e.rank) for e in entrants}
    turns = {key: number for number, key in enumerate(sorted(set(keys.values())))}
    return {player: turns[key] for player, key in keys.items()}


def _split(pairs, bye):
    """Split pairs into (tables, players with a bye); `bye` is the opponent of a bye."""
    byes = [first if second == bye else second for first, second in pairs if bye in (first, second)]
    return [pair for pair in pairs if bye not in pair], byes


PEERS = {"networkx": by_networkx, "py4swiss": by_py4swiss, "swisspair": by_swisspair}
if os.environ.get("BBP"):
    PEERS["bbpPairings"] = by_bbppairings
