"""Invented events up to a round about to be paired, for the benchmarks: the same every time."""

from collections import defaultdict
from random import Random

from tournaments.rules.pairing import RANDOM, Entrant, pair_swiss

DRAWS = 0.08  # of the matches
SPREAD = 250  # of the ratings, whose difference decides as in chess
WORTH = {"1": 1, "=": 0.5, "0": 0}


class Played:
    """An event so far: who plays its next round, and what they have played.

    Players are numbers from 1, the strongest first. `lines` holds each player's rounds as in a
    tournament report file: (opponent or 0, colour "w", "b" or "-", result "1", "=", "0", "U" for a
    bye). `met` has the ids of each two who met, in order.
    """

    def __init__(self, players):
        self.lot = Random(players)
        self.ratings = sorted((self.lot.gauss(0, SPREAD) for _ in range(players)), reverse=True)
        self.playing = list(range(1, players + 1))
        self.round, self.met = 1, []
        self.lines, self.points, self.byes = defaultdict(list), defaultdict(float), defaultdict(int)

    def entrants(self):
        """Return the players as entrants, ranked by points, then opponents' points; equals share a rank."""
        sums = {p: sum(self.points[line[0]] for line in self.lines[p] if line[0]) for p in self.playing}
        keys = {player: (-self.points[player], -sums[player]) for player in self.playing}
        rows, rank, last = [], 0, None
        for place, player in enumerate(sorted(self.playing, key=keys.__getitem__), 1):
            rank, last = (rank if keys[player] == last else place), keys[player]
            rows.append(Entrant(str(player), self.points[player], rank, self.byes[player], place))
        return rows

    def question(self, method=RANDOM, **how):
        """The question to be timed, whose answer is the Pairing of the next round; `how` is for `pair`."""
        entrants, number = self.entrants(), self.round
        return lambda: pair_swiss(
            entrants, self.met, method=method, seed=f"round {number}", round_number=number, **how
        )

    def play(self, pairing):
        """Play the round of a Pairing, each result by strength and chance."""
        for one, two in pairing.tables:
            self._match(int(one), int(two))
        self.met += pairing.tables
        if pairing.bye:
            self.byes[int(pairing.bye)] += 1
            self.points[int(pairing.bye)] += 1
            self.lines[int(pairing.bye)].append((0, "-", "U"))
        self.round += 1

    def leave(self, count):
        """So many leave, by lot."""
        dropped = set(self.lot.sample(self.playing, count))
        self.playing = [player for player in self.playing if player not in dropped]

    def _match(self, one, two):
        expected = 1 / (1 + 10 ** ((self.ratings[two - 1] - self.ratings[one - 1]) / 400))
        won = "=" if self.lot.random() < DRAWS else "1" if self.lot.random() < expected else "0"
        lost = {"1": "0", "=": "=", "0": "1"}[won]
        white = min(one, two, key=self._whites)
        for player, other, result in ((one, two, won), (two, one, lost)):
            self.points[player] += WORTH[result]
            self.lines[player].append((other, "w" if player == white else "b", result))

    def _whites(self, player):
        """Return the sort key for White: fewer times White first, then Black last."""
        colours = [colour for _other, colour, _result in self.lines[player] if colour != "-"]
        return colours.count("w") - colours.count("b"), colours[-1:], player


def event_before(number, players, leavers=0):
    """An event with so many players in the round of that number, so many having left after each before."""
    event = Played(players + leavers * (number - 1))
    while event.round < number:
        event.play(event.question(rounds_left=number - event.round)())
        event.leave(leavers)
    return event
