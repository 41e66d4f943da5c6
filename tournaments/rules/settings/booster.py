"""The settings of a booster draft: pods, their format, packs, and deck-building time."""

from .pairing import RANDOM, STANDING
from .validators import one_of, whole_from

# The players of a pod: by lot, by standing, or by rating. Seats are always by lot.
RATING = "rating"
POD_PLAYERS = (RANDOM, STANDING, RATING)
# The format inside a pod: Swiss rounds, or single elimination.
SWISS, BRACKET = "swiss", "bracket"
FORMATS = (SWISS, BRACKET)
ROUNDS = 3

MAX_PACKS, MIN_CARDS, MAX_CARDS, MAX_BUILD_MINUTES = 10, 2, 15, 180

CHECKS = {
    "draft_pods": one_of(POD_PLAYERS),
    "draft_inside": one_of(FORMATS),
    "draft_packs": whole_from(1, MAX_PACKS),
    "draft_cards": whole_from(MIN_CARDS, MAX_CARDS),
    "draft_minutes": whole_from(1, MAX_BUILD_MINUTES),
}
