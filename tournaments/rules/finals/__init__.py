"""Finals: brackets as tables of data, and one engine that reads them."""

from ..finals_systems.registry import DRAWN_POD, FINALS, THIRD_PLACE, build_table, check_finals
from ..finals_systems.system import Label
from .bracket import Bracket, BracketSide, Meeting, build_bracket
from .comparison import SeedSummary, SystemComparison, compare_system, even_odds
from .odds.exact import exact_odds, has_exact_odds
from .odds.match_odds import estimate_odds, odds_from_ratings, parse_win_rate
from .series import (
    DEFAULT_FINALS,
    bracket_of,
    match_of,
    next_matches,
    placings,
    round_count,
    table_of,
)

__all__ = [
    "DEFAULT_FINALS",
    "DRAWN_POD",
    "FINALS",
    "THIRD_PLACE",
    "Bracket",
    "BracketSide",
    "Label",
    "Meeting",
    "SeedSummary",
    "SystemComparison",
    "bracket_of",
    "build_bracket",
    "build_table",
    "check_finals",
    "compare_system",
    "estimate_odds",
    "even_odds",
    "exact_odds",
    "has_exact_odds",
    "match_of",
    "next_matches",
    "odds_from_ratings",
    "parse_win_rate",
    "placings",
    "round_count",
    "table_of",
]
