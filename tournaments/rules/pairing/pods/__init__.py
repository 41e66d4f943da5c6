"""Who sits at which pod next, and in which seat."""

from .draw import Pods, pair_pods
from .sizes import BYES, FIVES, POD_SIZES, THREES, sizes_of

__all__ = ["BYES", "FIVES", "POD_SIZES", "THREES", "Pods", "pair_pods", "sizes_of"]
