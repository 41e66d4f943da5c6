"""Columns from a player's own results: points, wins, match-win and game-win percentage."""

import numpy as np

from ..columns import DREW, FULL_BYE, OTHER_BYE, WON
from ..errors import _
from .entry import NUMBER, PERCENT, Tiebreaker, Working

MTR_C = "Magic Tournament Rules, appendix C"


def points(tables, options=None):
    """Points = the match points of all rounds."""
    return Working(tables.total(tables.played.points), tables.played.points, of="played", fold="sum")


def wins(tables, options=None):
    """Wins = rounds won, byes included; a draw is none."""
    won = tables.played.outcome == WON
    return Working(tables.total(won), won.astype(float), of="played", fold="sum")


def mw(tables, options=None):
    """MW = match points / (what a win is worth × rounds played), not below the floor nor above the cap."""
    played, switches = tables.played, tables.percentages
    counts = np.ones(len(played.player), bool)
    if not switches.bye_in_own_mw:
        # An unpaired loss is no bye: a round played and lost.
        half = (played.kind == OTHER_BYE) & (played.outcome == DREW)
        counts = (played.kind != FULL_BYE) & ~half
    possible = tables.most_points * tables.total(counts)
    share = ratio(tables.total(played.points, counts), possible)
    cap = np.where(tables.dropped, min(switches.cap, switches.cap_dropped), switches.cap)
    return Working(np.clip(share, switches.floor, cap))


def gw_raw(tables):
    """Game points / (3 × games played): a game is worth 3 won, 1 drawn; a bye is `bye_games` won."""
    played = tables.played
    bye_games = tables.percentages.bye_games * (played.kind == FULL_BYE)
    won, drawn = tables.total(played.won + bye_games), tables.total(played.drawn)
    return ratio(3 * won + drawn, 3 * (won + drawn + tables.total(played.lost)))


def gw_floored(tables):
    """The game-win percentage that the opponents see: never below the floor."""
    return np.maximum(gw_raw(tables), tables.percentages.floor)


def gw(tables, options=None):
    """GW = game points / (3 × games played); the switches say whether the own one is floored."""
    own = gw_floored if tables.percentages.own_gw_floored else gw_raw
    return Working(own(tables))


def ratio(part, whole):
    """part / whole, 0 where the whole is not positive."""
    return np.divide(part, whole, out=np.zeros(len(part)), where=whole > 0)


FAMILY = (
    Tiebreaker(
        "points",
        _("Points"),
        _("Match points of all rounds, byes included."),
        "Magic Tournament Rules, 3.1",
        NUMBER,
        points,
    ),
    Tiebreaker(
        "wins",
        _("Wins"),
        _("Rounds won, byes included; a draw counts nothing."),
        "Star Wars: Unlimited tiebreakers, Melee help",
        NUMBER,
        wins,
    ),
    Tiebreaker(
        "mw",
        _("MW %"),
        _("Match points out of those possible in the rounds played, raised to the floor if lower."),
        MTR_C,
        PERCENT,
        mw,
    ),
    Tiebreaker(
        "gw",
        _("GW %"),
        _("Game points out of those possible in the games played: 3 for a game won, 1 for a drawn one."),
        MTR_C,
        PERCENT,
        gw,
    ),
)
