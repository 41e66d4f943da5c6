"""Columns that average over the opponents: their match wins, game wins, and their opponents'."""

import numpy as np

from ..errors import _
from .entry import PERCENT, Tiebreaker, Working
from .own import MTR_C, gw_floored, mw, ratio


def omw(tables, options=None):
    """OMW = mean over opponents of MW."""
    return as_of_last_round(tables, lambda then: mean_over_opponents(then, mw(then).values))


def ogw(tables, options=None):
    """OGW = mean over opponents of GW, floored."""
    return as_of_last_round(tables, lambda then: mean_over_opponents(then, gw_floored(then)))


def oomw(tables, options=None):
    """OOMW = mean over opponents of OMW."""
    return as_of_last_round(tables, lambda then: mean_over_opponents(then, omw(then).values))


def mean_over_opponents(tables, values):
    """The mean of a number of each player's opponents; byes are none, rematches by the switch."""
    met, switches = tables.met, tables.percentages
    counted = first_meetings(tables) if switches.count_rematches == "once" else np.ones(len(met.player), bool)
    terms, many = values[met.opponent], len(tables.players)
    total = np.bincount(met.player, np.where(counted, terms, 0), many)
    opponents = np.bincount(met.player, counted, many)
    alone = switches.floor if switches.no_opponent == "floor" else 0
    means = np.where(opponents > 0, ratio(total, opponents), alone)
    return Working(means, terms, counted, "met", "mean")


def first_meetings(tables):
    """Which rows of `met` are the first of their player and opponent."""
    met = tables.met
    pairs = met.player * len(tables.players) + met.opponent
    first = np.zeros(len(pairs), bool)
    # Rows stand in order of player, opponent and round: the first one found is the earliest.
    first[np.unique(pairs, return_index=True)[1]] = True
    return first


def as_of_last_round(tables, compute):
    """What `compute` gives; if percentages freeze after a drop, each player's as of their last round."""
    now = compute(tables)
    if not tables.percentages.frozen_after_drop or not len(tables.last_round):
        return now
    values, terms = now.values.copy(), now.terms.copy()
    for last in np.unique(tables.last_round[tables.last_round < tables.last_round.max()]):
        then = compute(tables.until(last))
        gone = tables.last_round == last
        values[gone] = then.values[gone]
        met, met_then = tables.met, tables.met.round <= last
        terms[gone[met.player]] = then.terms[gone[met.player[met_then]]]
    return Working(values, terms, now.counted, now.of, now.fold)


FAMILY = (
    Tiebreaker(
        "omw",
        _("OMW %"),
        _("The mean of the opponents' match-win percentages; byes are no opponents."),
        MTR_C,
        PERCENT,
        omw,
    ),
    Tiebreaker(
        "ogw",
        _("OGW %"),
        _("The mean of the opponents' game-win percentages; byes are no opponents."),
        MTR_C,
        PERCENT,
        ogw,
    ),
    Tiebreaker(
        "oomw",
        _("OOMW %"),
        _("The mean of the opponents' own opponents' match-win percentages."),
        "Battlefy help: Swiss Tie Breaker Formats, Default",
        PERCENT,
        oomw,
    ),
)
