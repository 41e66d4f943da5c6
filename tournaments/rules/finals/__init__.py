"""Finals: brackets as tables of data, and one engine that reads them."""

from .bracket import Bracket, Meeting, Side, bracket
from .odds import Odds, odds, win_rate
from .placings import placed
from .series import (
    DEFAULT_FINALS,
    bracket_of,
    entrants_of,
    match_of,
    next_matches,
    placings,
    round_count,
    table_of,
)
from .system import Slot, System
from .tables import FINALS, THIRD_PLACE, Finals, check_finals, table
from .words import Words

__all__ = [
    "DEFAULT_FINALS",
    "FINALS",
    "THIRD_PLACE",
    "Bracket",
    "Finals",
    "Meeting",
    "Odds",
    "Side",
    "Slot",
    "System",
    "Words",
    "bracket",
    "bracket_of",
    "check_finals",
    "entrants_of",
    "match_of",
    "next_matches",
    "odds",
    "placed",
    "placings",
    "round_count",
    "table",
    "table_of",
    "win_rate",
]
