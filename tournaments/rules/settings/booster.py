"""The settings of a booster draft: pods, their format, packs, and deck-building time."""

from . import validators
from .pairing import RANDOM, STANDING, one_of

# Who drafts together: by lot, the best so far together, or the highest rated. Seats are by lot always.
RATING = "rating"
TOGETHER = (RANDOM, STANDING, RATING)
# Inside a pod: Swiss rounds, or single elimination.
SWISS, BRACKET = "swiss", "bracket"
INSIDES = (SWISS, BRACKET)
ROUNDS = 3

MOST_PACKS, LEAST_CARDS, MOST_CARDS, MOST_MINUTES = 10, 2, 15, 180

CHECKS = {
    "draft_pods": one_of(TOGETHER),
    "draft_inside": one_of(INSIDES),
    "draft_packs": lambda value, path: validators.whole(value, path, 1, MOST_PACKS),
    "draft_cards": lambda value, path: validators.whole(value, path, LEAST_CARDS, MOST_CARDS),
    "draft_minutes": lambda value, path: validators.whole(value, path, 1, MOST_MINUTES),
}
