"""Tiebreakers: one function per column, grouped by family, in one registry."""

from ..errors import _
from . import chess, hearthstone, opponents, own, ties, wargames
from .entry import MEAN, NUMBER, PERCENT, RATIO, SUM, ColumnValues, Tiebreaker

__all__ = [
    "FAMILIES",
    "MEAN",
    "NUMBER",
    "PERCENT",
    "RATIO",
    "SUM",
    "TIEBREAKERS",
    "ColumnValues",
    "Tiebreaker",
]

# (name, its columns), as lists and help pages group them.
FAMILIES = (
    (_("Own results"), own.FAMILY),
    (_("Opponents"), opponents.FAMILY),
    (_("Win/loss sums"), hearthstone.FAMILY),
    (_("Victory points and schedule"), wargames.FAMILY),
    (_("Chess"), chess.FAMILY),
    (_("Among tied players"), ties.FAMILY),
)
TIEBREAKERS = {entry.key: entry for _name, family in FAMILIES for entry in family}
