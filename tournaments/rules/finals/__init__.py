"""Finals: brackets as tables of data, and one engine that reads them."""

from .bracket import Bracket, Meeting, Side, bracket
from .odds import Odds, odds, win_rate
from .placings import placed
from .tables import FINALS, LATER, Finals, Slot, System, check_finals, table
from .words import Words

__all__ = [
    "FINALS",
    "LATER",
    "Bracket",
    "Finals",
    "Meeting",
    "Odds",
    "Side",
    "Slot",
    "System",
    "Words",
    "bracket",
    "check_finals",
    "odds",
    "placed",
    "table",
    "win_rate",
]
