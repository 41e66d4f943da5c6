"""The settings of finals and their checks."""

from ..errors import RuleViolation, _
from . import validators

# Places of players eliminated in the same round: by seed, or all share the best place.
BY_SEED, SHARED = "seed", "shared"
PLACES = (BY_SEED, SHARED)
# If a player leaves after the cut: the opponent has a bye (Magic Tournament Rules), or the next in the
# standings moves up as long as no match has been played (AFL 2013).
OPPONENTS_BYE, NEXT_UP = "bye", "next"
AFTER_CUT = (OPPONENTS_BYE, NEXT_UP)


def best_of(value, path):
    """Return a number of games of a match: an odd number, or 2."""
    if validators.whole(value, path, 1) == 2 or value % 2:
        return value
    raise RuleViolation(_("{path}: must be an odd number of games, or 2."), path=path)


def best_of_rounds(value, path):
    """Return {round of the phase as text: games}, such as `{"4": 5}`."""
    for key, games in validators.mapping(value, path).items():
        if not (key.isascii() and key.isdecimal() and 1 <= int(key[:4]) <= 100 and str(int(key)) == key):
            words = _("{path}: must be the number of a round, from 1 to 100.")
            raise RuleViolation(words, path=f"{path}.{key}")
        best_of(games, f"{path}.{key}")
    return dict(value)


CHECKS = {
    "third_place": validators.flag,
    "best_of_rounds": best_of_rounds,
    "places": validators.one_of(PLACES),
    "after_cut": validators.one_of(AFTER_CUT),
}
