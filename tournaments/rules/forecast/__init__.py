"""Forecasts of Swiss rounds: expected records, and results that are already certain."""

from .places import CutPlaces, places_of
from .race import Race, expected_finish, fewest, most, race_of, values_ahead
from .spread import spread
from .stakes import CAN, IN, NEEDS, OUT, Stake, stakes
from .triangle import NEARLY, ScoreLine, expected, lines, most_players, triangle

__all__ = [
    "CAN",
    "IN",
    "NEARLY",
    "NEEDS",
    "OUT",
    "CutPlaces",
    "Race",
    "ScoreLine",
    "Stake",
    "expected",
    "expected_finish",
    "fewest",
    "lines",
    "most",
    "most_players",
    "places_of",
    "race_of",
    "spread",
    "stakes",
    "triangle",
    "values_ahead",
]
