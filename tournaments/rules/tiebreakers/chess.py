"""FIDE's tie-breaks, with its unplayed rounds by article 16 of C.07."""

from dataclasses import dataclass

import numpy as np

from ..errors import _
from ..standings.tables import FORFEIT, LOST, MATCH, OTHER_BYE
from .entry import Rows, Tiebreaker, sum_terms

C07 = "FIDE Handbook C.07, Tie-Break Regulations, 1 August 2024"
ABSENT, RUNNING = 4, 5
CUT = _("cut")


@dataclass(frozen=True, slots=True)
class Rounds:
    """All rounds so far of all players: arrays of players × rounds.

    `opponent` is -1 for none. `given_up` are voluntary unplayed rounds: requested byes (half-point and
    zero-point byes, absences) and forfeit losses.
    """

    kind: np.ndarray
    points: np.ndarray
    opponent: np.ndarray
    requested: np.ndarray
    given_up: np.ndarray

    @property
    def played(self):
        return self.kind == MATCH

    @property
    def counts(self):
        return self.kind != RUNNING


def rounds_of(tables):
    """Return the Rounds of the tables; absence in a round counts as a requested zero-point bye."""
    size, played, met = (len(tables.players), tables.rounds), tables.played, tables.meetings
    kind, points = np.full(size, ABSENT), np.zeros(size)
    lost, opponent = np.zeros(size, bool), np.full(size, -1)
    at = played.player, played.round - 1
    kind[at], points[at], lost[at] = played.kind, played.points, played.outcome == LOST
    kind[tables.unreported[:, 0], tables.unreported[:, 1] - 1] = RUNNING
    opponent[met.player, met.round - 1] = met.opponent
    requested = (kind == OTHER_BYE) | (kind == ABSENT)
    return Rounds(kind, points, opponent, requested, requested | ((kind == FORFEIT) & lost))


def adjusted_scores(tables, rounds):
    """Return scores by 16.3: a requested bye counts as a draw if only voluntary unplayed rounds follow it."""
    idle = rounds.given_up | ~rounds.counts
    to_the_end = np.logical_and.accumulate(idle[:, ::-1], axis=1)[:, ::-1]
    draw = tables.settings.points["draw"]
    return np.where(rounds.requested & to_the_end, draw, rounds.points).sum(axis=1)


def contributions(tables, rounds):
    """Return each round's term of Buchholz: the opponent's adjusted score; unplayed, the own score (16.4)."""
    adjusted, met = adjusted_scores(tables, rounds), tables.meetings
    opponents_scores = np.zeros(rounds.kind.shape)
    np.add.at(opponents_scores, (met.player, met.round - 1), adjusted[met.opponent])
    dummy = np.repeat(rounds.points.sum(axis=1)[:, None], tables.rounds, axis=1)
    if tables.settings.dummy_capped:
        # C.07 of March 2026: by the scheduled opponent after a forfeit, else by a draw in every round.
        draws = tables.settings.points["draw"] * tables.rounds
        forfeit = (rounds.kind == FORFEIT) & (rounds.opponent >= 0)
        dummy = np.minimum(dummy, np.where(forfeit, opponents_scores, draws))
    return np.where(rounds.played, opponents_scores, dummy)


def buchholz(tables, options=None):
    """Buchholz = sum of the opponents' adjusted scores."""
    rounds = rounds_of(tables)
    return over_rounds(tables, rounds, contributions(tables, rounds))


def buchholz_cut1(tables, options=None):
    """Buchholz without its lowest contribution."""
    rounds = rounds_of(tables)
    terms = contributions(tables, rounds)
    return over_rounds(tables, rounds, terms, ~lowest(terms, rounds))


def buchholz_median(tables, options=None):
    """Buchholz without its lowest contribution, then without the highest that is left."""
    rounds = rounds_of(tables)
    terms = contributions(tables, rounds)
    low = lowest(terms, rounds)
    high = first_best(np.where(rounds.counts & ~low, terms, -np.inf))
    return over_rounds(tables, rounds, terms, ~low & ~high)


def sonneborn_berger(tables, options=None):
    """Sonneborn-Berger = sum of the opponents' adjusted scores × the points taken from them."""
    rounds = rounds_of(tables)
    return over_rounds(tables, rounds, contributions(tables, rounds) * rounds.points)


def progressive(tables, options=None):
    """Progressive = sum of the scores after each round."""
    rounds = rounds_of(tables)
    scores = np.cumsum(rounds.points, axis=1)
    players, numbers = np.nonzero(np.ones_like(scores, bool))
    return sum_terms(tables, Rows(players, numbers + 1), scores.ravel())


def lowest(terms, rounds):
    """Return the term that a cut removes (16.5): the lowest of rounds given up, else the lowest of all."""
    given_up = rounds.given_up.any(axis=1)[:, None]
    open_to_cut = rounds.counts & (rounds.given_up | ~given_up)
    return first_best(np.where(open_to_cut, -terms, -np.inf))


def first_best(terms):
    """Return the earliest highest term of each player, if any is above minus infinity."""
    best = np.zeros(terms.shape, bool)
    if terms.size:
        best[np.arange(len(terms)), terms.argmax(axis=1)] = True
    return best & np.isfinite(terms)


def over_rounds(tables, rounds, terms, counted=None):
    """Return the sum of the terms of all rounds except running ones."""
    players, numbers = np.nonzero(rounds.counts)
    opponent = np.where(rounds.played, rounds.opponent, -1)[rounds.counts]
    return sum_terms(
        tables,
        Rows(players, numbers + 1, opponent),
        terms[rounds.counts],
        None if counted is None else counted[rounds.counts],
        left_out=CUT,
    )


FAMILY = (
    Tiebreaker(
        "buchholz",
        _("Buchholz"),
        _("The sum of the opponents’ scores; an unplayed round counts the player’s own score."),
        C07,
        buchholz,
    ),
    Tiebreaker(
        "buchholz_cut1",
        _("Buchholz cut 1"),
        _("Buchholz without the lowest opponent; forfeited rounds are removed first."),
        C07,
        buchholz_cut1,
    ),
    Tiebreaker(
        "buchholz_median",
        _("Buchholz median"),
        _("Buchholz without the lowest and the highest opponent."),
        C07,
        buchholz_median,
    ),
    Tiebreaker(
        "sonneborn_berger",
        _("Sonneborn-Berger"),
        _("The sum of each opponent’s score times the points scored against them."),
        C07,
        sonneborn_berger,
    ),
    Tiebreaker(
        "progressive",
        _("Progressive"),
        _("The sum of the scores after each round: winning early is better."),
        C07,
        progressive,
    ),
)
