"""Finals: brackets as tables of data, and one engine that reads them."""

from .bracket import Bracket, BracketSide, Meeting, bracket
from .comparison import SeedSummary, SystemComparison, compared, even_odds
from .labels import Label
from .odds.dead_rubbers import DeadRubber, dead_rubbers
from .odds.exact import Odds, exact_odds, has_exact_odds
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
from .system import FinalsSystem, Slot
from .systems.registry import DRAWN_POD, FINALS, THIRD_PLACE, Finals, check_finals, table

__all__ = [
    "DEFAULT_FINALS",
    "DRAWN_POD",
    "FINALS",
    "THIRD_PLACE",
    "Bracket",
    "BracketSide",
    "DeadRubber",
    "Estimate",
    "Finals",
    "FinalsSystem",
    "Label",
    "Meeting",
    "Odds",
    "Rated",
    "SeedSummary",
    "Slot",
    "SystemComparison",
    "bracket",
    "bracket_of",
    "check_finals",
    "compared",
    "dead_rubbers",
    "entrants_of",
    "estimated",
    "even_odds",
    "exact_odds",
    "has_exact_odds",
    "match_of",
    "next_matches",
    "placed",
    "placings",
    "rated",
    "round_count",
    "table",
    "table_of",
    "win_rate",
]
