"""What is to be expected of Swiss rounds, and what is certain of those under way."""

from .places import Places, places_of
from .race import Race, expected_finish, fewest, most, race_of, values_ahead
from .spread import spread
from .stakes import CAN, IN, NEEDS, OUT, Stake, stakes
from .triangle import NEARLY, Line, expected, lines, most_players, triangle

__all__ = [
    "CAN",
    "IN",
    "NEARLY",
    "NEEDS",
    "OUT",
    "Line",
    "Places",
    "Race",
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
