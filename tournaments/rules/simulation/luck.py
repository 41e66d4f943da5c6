"""The random numbers of simulated events: the same for all formats, so that differences are paired."""

from dataclasses import dataclass

import numpy as np

from .plan import Plan

RATINGS, SWISS_MATCHES, FINALS_MATCHES = range(3)


@dataclass(frozen=True, slots=True)
class Luck:
    """The random numbers of some events; the first axis of each array is the event, the last the player.

    `ratings`: Elo numbers. `swiss` and `finals`: for each round and player a number from 0 to 1. A match is
    decided by the number of its stronger player in that round, so each match has a number of its own, and
    two formats that let the same two players meet in the same round get the same result. `numbers` are the
    numbers of the events, from 1, and `seed` the seed of them all.
    """

    seed: int
    numbers: tuple[int, ...]
    ratings: np.ndarray
    swiss: np.ndarray
    finals: np.ndarray

    def round_seed(self, index: int, round_number: int) -> str:
        """Return the seed from which a Swiss round of the event at this index is paired."""
        return f"{self.seed}|{self.numbers[index]}|{round_number}"


def draw_luck(plan: Plan, seed: int, numbers: range) -> Luck:
    """Return the Luck of the events of these numbers: it depends on the seed and the event alone."""
    swiss_rounds = max(format_.rounds for format_ in plan.formats)
    finals_rounds = max((format_.table.rounds for format_ in plan.formats if format_.table), default=0)
    ratings, swiss, finals = [], [], []
    for number in numbers:
        ratings.append(_ratings(plan, np.random.default_rng((seed, number, RATINGS))))
        for rows, kind, rounds in (
            (swiss, SWISS_MATCHES, swiss_rounds),
            (finals, FINALS_MATCHES, finals_rounds),
        ):
            rows.append(np.random.default_rng((seed, number, kind)).random((rounds, plan.players)))
    return Luck(seed, tuple(numbers), np.array(ratings), np.array(swiss), np.array(finals))


def _ratings(plan, random):
    """Return a rating for each player of one event.

    A list is shuffled: the standings order ties by name, which must not favour the strong.
    """
    if plan.ratings:
        return random.permutation(plan.ratings)
    return plan.spread * random.standard_normal(plan.players)
