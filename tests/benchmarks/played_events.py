"""Random events before the pairing of a round, the same every time."""

from collections import defaultdict
from random import Random

from tournaments.rules.pairing import RANDOM, Entrant, pair_swiss

DRAW_SHARE = 0.08
RATING_DEVIATION = 250  # of Elo ratings
POINTS = {"1": 1, "=": 0.5, "0": 0}


class Played:
    """An event with its played rounds and the players of the next one.

    Players are numbers from 1, the strongest first. `lines` has each player's rounds as in a tournament
    report file: (opponent or 0, colour "w", "b" or "-", result "1", "=", "0", "U" for a bye). `met` has the
    pairs of ids that have met, in order.
    """

    def __init__(self, players):
        self.rng = Random(players)
        self.ratings = sorted((self.rng.gauss(0, RATING_DEVIATION) for _ in range(players)), reverse=True)
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

    def question(self, method=RANDOM, **options):
        """Return the function to be timed, which returns the Pairing of the next round."""
        entrants, number = self.entrants(), self.round
        return lambda: pair_swiss(
            entrants, self.met, method=method, seed=f"round {number}", round_number=number, **options
        )

    def play(self, pairing):
        """Play the round of a Pairing with random results by rating."""
        for first, second in pairing.tables:
            self._play_match(int(first), int(second))
        self.met += pairing.tables
        if pairing.bye:
            self.byes[int(pairing.bye)] += 1
            self.points[int(pairing.bye)] += 1
            self.lines[int(pairing.bye)].append((0, "-", "U"))
        self.round += 1

    def leave(self, count):
        """Drop random players."""
        dropped = set(self.rng.sample(self.playing, count))
        self.playing = [player for player in self.playing if player not in dropped]

    def _play_match(self, first, second):
        expected = 1 / (1 + 10 ** ((self.ratings[second - 1] - self.ratings[first - 1]) / 400))
        won = "=" if self.rng.random() < DRAW_SHARE else "1" if self.rng.random() < expected else "0"
        lost = {"1": "0", "=": "=", "0": "1"}[won]
        white = min(first, second, key=self._white_order)
        for player, other, result in ((first, second, won), (second, first, lost)):
            self.points[player] += POINTS[result]
            self.lines[player].append((other, "w" if player == white else "b", result))

    def _white_order(self, player):
        """Return the sort key for White: fewer times White first, then Black last."""
        colours = [colour for _other, colour, _result in self.lines[player] if colour != "-"]
        return colours.count("w") - colours.count("b"), colours[-1:], player


def event_before(number, players, leavers=0):
    """Return an event before a round with this number of players; after each earlier round some have left."""
    event = Played(players + leavers * (number - 1))
    while event.round < number:
        event.play(event.question(rounds_left=number - event.round)())
        event.leave(leavers)
    return event
