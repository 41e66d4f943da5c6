"""The settings of finals and their checks."""

from ..errors import RuleViolation, _
from . import validators

# How those who go out in one round are placed: each by seed, or all sharing the best of their places.
BY_SEED, SHARED = "seed", "shared"
PLACES = (BY_SEED, SHARED)
# Who plays for somebody who leaves after the cut: nobody, so that the opponent has a bye (Magic Tournament
# Rules), or the next in the standings as long as no match has been played (AFL 2013).
OPPONENTS_BYE, NEXT_UP = "bye", "next"
AFTER_CUT = (OPPONENTS_BYE, NEXT_UP)


def best_of(value, path):
    """A number of games that somebody wins: an odd one, or 2."""
    if validators.whole(value, path, 1) == 2 or value % 2:
        return value
    raise RuleViolation(_("{path}: must be an odd number of games, or 2."), path=path)


def best_of_rounds(value, path):
    """{round of the phase as text: games}, as `{"4": 5}`."""
    for key, games in validators.mapping(value, path).items():
        if not (key.isascii() and key.isdecimal() and 1 <= int(key[:4]) <= 100 and str(int(key)) == key):
            raise RuleViolation(
                _("{path}: must be the number of a round, from 1 to 100."), path=f"{path}.{key}"
            )
        best_of(games, f"{path}.{key}")
    return dict(value)


def one_of(choices):
    return lambda value, path: validators.choice(value, path, choices)


CHECKS = {
    "third_place": validators.flag,
    "best_of_rounds": best_of_rounds,
    "places": one_of(PLACES),
    "after_cut": one_of(AFTER_CUT),
}
