"""The finals of simulated events: all events at once, match by match in the order of the table."""

from dataclasses import dataclass

import numpy as np

from ..finals.odds.sides import is_played, known_sides
from ..finals.systems.registry import Finals
from ..history import NOTHING
from .luck import Luck
from .matches import win_chance
from .plan import Format
from .swiss import is_stronger


@dataclass(frozen=True, slots=True)
class PlayedFinals:
    """The finals of some events.

    `entrants` (event, seed - 1) are the players in seed order. The others are arrays (match, event), the
    matches in the table's order: whether it was `played` (a deciding match may not be needed), the seeds of
    its `first` and `second` side, and of its `winner`.
    """

    table: Finals
    entrants: np.ndarray
    played: np.ndarray
    first: np.ndarray
    second: np.ndarray
    winner: np.ndarray

    @property
    def loser(self) -> np.ndarray:
        """The seed that lost, by match and event."""
        return self.first + self.second - self.winner

    @property
    def rounds(self) -> np.ndarray:
        """The round of each match."""
        return np.array([slot.round for slot in self.table.matches])

    @property
    def champions(self) -> np.ndarray:
        """The seed that wins the title, by event."""
        return self.winner[-1]

    def players(self, seeds) -> np.ndarray:
        """Return the players of seeds (match, event)."""
        return self.entrants[np.arange(len(self.entrants)), seeds - 1]


def play_finals(format_: Format, entrants, luck: Luck) -> PlayedFinals:
    """Play the finals of all events; the better seed of a choice meets the worst-seeded candidate."""
    table, events = format_.table, np.arange(len(entrants))
    known, facts, rows = known_sides(table, NOTHING, NOTHING), {}, []
    for slot in table.matches:
        first, second = (
            np.broadcast_to(np.asarray(seeds), events.shape)
            for seeds in known.seeds_of(slot, facts.__getitem__)
        )
        played = np.broadcast_to(is_played(slot, facts.__getitem__), events.shape)
        one, other = entrants[events, first - 1], entrants[events, second - 1]
        ratings = luck.ratings[events, one], luck.ratings[events, other]
        is_first = is_stronger(*ratings, one, other)
        chance = win_chance(format_.finals_best_of, np.maximum(*ratings), np.minimum(*ratings))
        stronger_wins = luck.finals[events, slot.round - 1, np.where(is_first, one, other)] < chance
        # A deciding match that is not needed has the result of the match before it, its first side's win.
        winner = np.where((stronger_wins == is_first) | ~played, first, second)
        facts |= {f"A:{slot.id}": first, f"W:{slot.id}": winner, f"L:{slot.id}": first + second - winner}
        rows.append((played, first, second, winner))
    return PlayedFinals(table, entrants, *map(np.array, zip(*rows, strict=True)))


def dead_matches(format_: Format, finals: PlayedFinals) -> np.ndarray:
    """Return which matches were dead rubbers, by match and event (see `DeadRubber`).

    Tables with too many ways to search have none: of the program's own these are double eliminations, where
    a loss always costs the second chance.
    """
    search, matches = format_.dead_rubbers, finals.table.matches
    dead = np.zeros(finals.winner.shape, bool)
    for index, slot in enumerate(matches):
        if slot.id not in search.candidates:
            continue
        others = [n for n, other in enumerate(matches) if other.round <= slot.round and n != index]
        ids = [matches[n].id for n in others]
        # Only the winners of these matches count, and few combinations of them occur.
        combinations, combination = np.unique(finals.winner[others], axis=1, return_inverse=True)
        is_dead = [
            search.is_dead(slot.id, dict(zip(ids, winners, strict=True)))
            for winners in combinations.T.tolist()
        ]
        dead[index] = np.array(is_dead)[combination.ravel()]
    return dead
