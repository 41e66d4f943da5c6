"""Others who pair Swiss rounds, each asked about the same played event.

A peer is a function of a `Played` event; it reads the event and gives the question to be timed, whose
answer is (tables, who sit out), of player ids. None: it has no room for so many players.
"""

import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import networkx
import swisspair
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from .report_file import MOST, get_round_report

BYE = "bye"


def by_networkx(event):
    """Topcut's own order of wishes, as one exact matching over all pairs."""
    entrants, met = event.entrants(), {frozenset(pair) for pair in event.met}
    group = {points: at for at, points in enumerate(sorted({e.points for e in entrants}))}
    turns = turns_of(entrants)
    a_turn = len(entrants) * len(group) ** 2
    a_rematch = a_turn * (len(entrants) + 1)

    def solve():
        graph = networkx.Graph()
        for at, one in enumerate(entrants):
            for two in entrants[:at]:
                again = frozenset((one.player, two.player)) in met
                gap = group[one.points] - group[two.points]
                graph.add_edge(one.player, two.player, weight=gap * gap + again * a_rematch)
            if len(entrants) % 2:
                graph.add_edge(one.player, BYE, weight=turns[one.player] * a_turn)
        return _parted(networkx.min_weight_matching(graph), BYE)

    return solve


def by_swisspair(event):
    """Magic's way: no second bye, and the fewest gaps at the top, then below."""
    entrants = event.entrants()
    met = {e.player: set() for e in entrants}
    for one, two in event.met:
        if one in met and two in met:
            met[one].add(two)
            met[two].add(one)
    players = [
        swisspair.Player(e.player, int(2 * e.points), at, not e.byes, met[e.player])
        for at, e in enumerate(entrants, 1)
    ]

    def solve():
        return _parted([(m.p1.id, m.p2.id if m.p2 else BYE) for m in swisspair.create_matches(players)], BYE)

    return solve


def by_py4swiss(event):
    """FIDE's Dutch system."""
    if len(event.ratings) > MOST:
        return None
    with TemporaryDirectory() as folder:
        path = Path(folder, "event.trf")
        path.write_text(get_round_report(event))
        report = TrfParser.parse(path, strict=True)
    return lambda: _parted([(str(p.white), str(p.black)) for p in DutchEngine.generate_pairings(report)], "0")


def by_bbppairings(event):
    """FIDE's Dutch system; its start and the reading of the file are part of its time."""
    if len(event.ratings) > MOST:
        return None

    def solve():
        with TemporaryDirectory() as folder:
            report, pairs = Path(folder, "event.trf"), Path(folder, "pairs")
            report.write_text(get_round_report(event))
            subprocess.run([os.environ["BBP"], "--dutch", report, "-p", pairs], check=True)
            return _parted([tuple(line.split()) for line in pairs.read_text().splitlines()[1:]], "0")

    return solve


def turns_of(entrants):
    """Return the bye turn of each player id, 0 first: fewest byes, then the lowest rank."""
    keys = {e.player: (e.byes, -e.rank) for e in entrants}
    turns = {key: number for number, key in enumerate(sorted(set(keys.values())))}
    return {player: turns[key] for player, key in keys.items()}


def _parted(pairs, nobody):
    """Split pairs into (tables, players with a bye); `nobody` stands for the bye."""
    out = [one if two == nobody else two for one, two in pairs if nobody in (one, two)]
    return [pair for pair in pairs if nobody not in pair], out


PEERS = {"networkx": by_networkx, "py4swiss": by_py4swiss, "swisspair": by_swisspair}
if os.environ.get("BBP"):
    PEERS["bbpPairings"] = by_bbppairings
