"""The events that a format has played, and what several measures need of them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .finals import PlayedFinals
from .luck import Luck
from .matches import ResultTable, result_table
from .plan import Format, Plan
from .stakes import SwissStakes
from .swiss import SwissRanking, SwissRounds


@dataclass(frozen=True)
class PlayedFormat:
    """Some events of a plan, played in one format."""

    plan: Plan
    format: Format
    luck: Luck
    rounds: SwissRounds
    ranking: SwissRanking
    stakes: SwissStakes
    finals: PlayedFinals | None

    @property
    def ratings(self) -> np.ndarray:
        return self.luck.ratings

    @cached_property
    def table(self) -> ResultTable:
        return result_table(self.format.settings)

    @cached_property
    def outcomes(self) -> np.ndarray:
        """LOST, DREW or WON by event, player and Swiss round; a bye is won."""
        return self.table.outcome[self.rounds.results]

    @cached_property
    def title(self) -> np.ndarray:
        """Each player's part of the title, by event and player."""
        if self.finals is None:
            is_first = self.ranking.ranks == 1
            return is_first / is_first.sum(axis=1, keepdims=True)
        title = np.zeros(self.ratings.shape)
        events = np.arange(len(title))
        title[events, self.finals.entrants[events, self.finals.champions - 1]] = 1
        return title

    @cached_property
    def stronger_count(self) -> np.ndarray:
        """The number of entrants with a higher rating, by event and player."""
        return (self.ratings[:, None, :] > self.ratings[:, :, None]).sum(axis=2)

    @cached_property
    def equal_count(self) -> np.ndarray:
        """The number of entrants with the same rating, the player included, by event and player."""
        return (self.ratings[:, None, :] == self.ratings[:, :, None]).sum(axis=2)

    @cached_property
    def finals_losses(self) -> np.ndarray:
        """The number of matches lost in the finals, by event and player."""
        losses = np.zeros(self.ratings.shape, int)
        if self.finals:
            losers = self.finals.players(self.finals.loser)
            events = np.broadcast_to(np.arange(len(losses)), losers.shape)
            np.add.at(losses, (events[self.finals.played], losers[self.finals.played]), 1)
        return losses
