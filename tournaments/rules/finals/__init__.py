"""Finals: brackets as tables of data, and one engine that reads them."""

from .bracket import Bracket, Meeting, Side, bracket
from .comparison import Comparison, Given, compared, even_odds
from .labels import Words
from .odds.dead_rubbers import DeadRubber, dead_rubbers
from .odds.exact import Odds, exact, odds
from .odds.match_odds import Rated, rated, win_rate
from .odds.simulation import Estimate, estimated
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
from .systems.registry import DRAWN_POD, FINALS, THIRD_PLACE, Finals, check_finals, table

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
