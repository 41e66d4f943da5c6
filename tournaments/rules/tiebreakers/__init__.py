"""Tiebreakers: one function per column, grouped by family, in one registry."""

from ..errors import _
from . import chess, own, wargames
from .entry import MEAN, NUMBER, PERCENT, RATIO, SUM, ColumnValues, Tiebreaker
from .opponents import FAMILY, HEARTHSTONE_FAMILY
from .wargames import TIES_FAMILY

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
    (_("Opponents"), FAMILY),
    (_("Win/loss sums"), HEARTHSTONE_FAMILY),
    (_("Victory points and schedule"), wargames.FAMILY),
    (_("Chess"), chess.FAMILY),
    (_("Among tied players"), TIES_FAMILY),
)
TIEBREAKERS = {entry.key: entry for _name, family in FAMILIES for entry in family}
