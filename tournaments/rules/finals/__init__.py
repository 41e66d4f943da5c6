"""Finals: brackets as tables of data, and one engine that reads them."""

from .bracket import Bracket, Meeting, Side, bracket
from .chances import Rated, rated, win_rate
from .comparison import Comparison, Given, compared, even_odds
from .odds import Odds, exact, odds
from .placings import placed
from .rubbers import DeadRubber, dead_rubbers
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
from .simulation import Estimate, estimated
from .system import Slot, System
from .tables import DRAWN_POD, FINALS, THIRD_PLACE, Finals, check_finals, table
from .words import Words

__all__ = [
    "DEFAULT_FINALS",
    "DRAWN_POD",
    "FINALS",
    "THIRD_PLACE",
    "Bracket",
    "Comparison",
    "DeadRubber",
    "Estimate",
    "Finals",
    "Given",
    "Meeting",
    "Odds",
    "Rated",
    "Side",
    "Slot",
    "System",
    "Words",
    "bracket",
    "bracket_of",
    "check_finals",
    "compared",
    "dead_rubbers",
    "entrants_of",
    "estimated",
    "even_odds",
    "exact",
    "match_of",
    "next_matches",
    "odds",
    "placed",
    "placings",
    "rated",
    "round_count",
    "table",
    "table_of",
    "win_rate",
]
