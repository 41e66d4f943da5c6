"""Pairing of the next round."""

from .field import BY_STANDING, FOLD, METHODS, RANDOM, Constraints, Entrant, PlayerPairs
from .reasons.byes import Reason, with_note
from .swiss import Pairing, pair_swiss

__all__ = [
    "BY_STANDING",
    "FOLD",
    "METHODS",
    "RANDOM",
    "Constraints",
    "Entrant",
    "Pairing",
    "PlayerPairs",
    "Reason",
    "pair_swiss",
    "with_note",
]
