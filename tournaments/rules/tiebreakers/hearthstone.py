"""Columns of the Hearthstone Championship Tour: opponents' records, and when one lost."""

import numpy as np

from ..columns import LOST, WON
from ..errors import _
from .entry import NUMBER, Tiebreaker, Working

HCT = "Battlefy help: Swiss Tie Breaker Formats, HCT"


def win_loss_sum(tables, options):
    """T1 = sum over opponents of wins − losses, each not below the floor; a bye adds nothing."""
    record = tables.total(tables.played.outcome == WON) - tables.total(tables.played.outcome == LOST)
    floor = options["floor"]
    return sum_over_opponents(tables, record if floor is None else np.maximum(record, floor))


def first_tiebreaker_sum(tables, options):
    """T2 = sum over opponents of T1."""
    return sum_over_opponents(tables, win_loss_sum(tables, options).values)


def timing(tables, options):
    """T3 = sum of the squares of the rounds lost: later losses rank higher."""
    squares = np.where(tables.played.outcome == LOST, tables.played.round**2, 0).astype(float)
    return Working(tables.total(squares), squares, of="played", fold="sum")


def sum_over_opponents(tables, values):
    """The sum of a number of each player's opponents; one met twice counts twice."""
    met = tables.met
    terms = values[met.opponent]
    return Working(np.bincount(met.player, terms, len(tables.players)), terms, of="met", fold="sum")


FAMILY = (
    Tiebreaker(
        "win_loss_sum",
        _("Win/loss sum"),
        _("Each opponent adds wins less losses, but not less than the floor; a bye adds nothing."),
        HCT,
        NUMBER,
        win_loss_sum,
        options={"floor": -3},
    ),
    Tiebreaker(
        "first_tiebreaker_sum",
        _("Opponents' win/loss sum"),
        _("The win/loss sums of all opponents added up."),
        HCT,
        NUMBER,
        first_tiebreaker_sum,
        options={"floor": -3},
        takes_after="win_loss_sum",
    ),
    Tiebreaker(
        "timing",
        _("Timing"),
        _("The squares of the rounds lost added up: losing later ranks higher."),
        HCT,
        NUMBER,
        timing,
    ),
)
