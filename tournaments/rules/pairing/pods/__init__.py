"""Pairing of pods: the next round's tables and seats."""

from .draw import PodPairing, pair_pods
from .objectives import BYES, FIVES, POD_SIZES, THREES, seats_per_pod

__all__ = ["BYES", "FIVES", "POD_SIZES", "THREES", "PodPairing", "pair_pods", "seats_per_pod"]
