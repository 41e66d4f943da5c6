"""Who plays whom next."""

from .constraints import Constraints, Tables
from .field import BY_STANDING, FOLD, METHODS, RANDOM, Entrant
from .swiss import Pairing, pair
from .wording import Reason, noted

__all__ = [
    "BY_STANDING",
    "FOLD",
    "METHODS",
    "RANDOM",
    "Constraints",
    "Entrant",
    "Pairing",
    "Reason",
    "Tables",
    "noted",
    "pair",
]
