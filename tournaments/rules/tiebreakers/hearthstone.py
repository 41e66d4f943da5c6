"""Columns of the Hearthstone Championship Tour: opponents' records, and the rounds lost."""

import numpy as np

from ..errors import _
from ..standings.tables import LOST
from .entry import Tiebreaker, clamp, sum_terms
from .opponents import of_opponents

HCT = "Battlefy help: Swiss Tie Breaker Formats, HCT"


def win_loss_sum(tables, options):
    """T1 = sum over opponents of wins − losses, each not below the floor; a bye adds nothing."""
    # Outcomes are 0, 1, 2 for a loss, a draw, a win.
    record = sum_terms(tables, tables.played, tables.played.outcome - 1.0)
    return sum_over_opponents(tables, clamp(record, low=options["floor"]))


def first_tiebreaker_sum(tables, options):
    """T2 = sum over opponents of T1."""
    return sum_over_opponents(tables, win_loss_sum(tables, options))


def timing(tables, options):
    """T3 = sum of the squares of the rounds lost: later losses rank higher."""
    played = tables.played
    return sum_terms(tables, played, np.where(played.outcome == LOST, played.round**2, 0).astype(float))


def sum_over_opponents(tables, opponent_column):
    """Return the sum of a number of each player's opponents; opponents met twice count twice."""
    return sum_terms(tables, tables.meetings, **of_opponents(tables, opponent_column))


FAMILY = (
    Tiebreaker(
        "win_loss_sum",
        _("Win/loss sum"),
        _("The sum of the opponents’ wins minus losses, each at least the minimum; a bye adds nothing."),
        HCT,
        win_loss_sum,
        options={"floor": -3},
    ),
    Tiebreaker(
        "first_tiebreaker_sum",
        _("Opponents’ win/loss sum"),
        _("The sum of all opponents’ win/loss sums."),
        HCT,
        first_tiebreaker_sum,
        options={"floor": -3},
        takes_after="win_loss_sum",
    ),
    Tiebreaker(
        "timing",
        _("Timing"),
        _("The sum of the squares of the lost rounds’ numbers: losing later ranks higher."),
        HCT,
        timing,
    ),
)
