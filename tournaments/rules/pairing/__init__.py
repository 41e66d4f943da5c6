"""Who plays whom next."""

from .constraints import Constraints, Tables
from .field import BY_STANDING, FOLD, METHODS, RANDOM, Entrant
from .reasons.wording import Reason, noted
from .swiss import Pairing, pair

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
