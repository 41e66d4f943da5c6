"""The registry of rulebooks, each with its source and year."""

from ..errors import RuleViolation, _
from ..settings.fields import Percentages
from ..settings.settings import Settings, StandingsColumn, columns_of, merge
from . import boards, magic, pods, wins
from .rulebook import GAMES, POINTS, VP, Rulebook

__all__ = [
    "GAMES",
    "POINTS",
    "RULEBOOKS",
    "VP",
    "Percentages",
    "Rulebook",
    "Settings",
    "StandingsColumn",
    "columns_of",
    "rulebook",
    "settings_of",
    "suggested_rounds",
]

# The games that most shops play come first, then the modules in this order.
MOST_PLAYED = ("magic", "pods-multiplayer", "pokemon", "yugioh", "flesh-and-blood", "star-wars-unlimited")
_BY_KEY = {rulebook.key: rulebook for module in (magic, wins, boards, pods) for rulebook in module.RULEBOOKS}
RULEBOOKS = {key: _BY_KEY[key] for key in MOST_PLAYED} | _BY_KEY


def rulebook(key):
    """Return the rulebook of this key; RuleViolation for an unknown key."""
    if not isinstance(key, str) or key not in RULEBOOKS:
        raise RuleViolation(
            _("Rulebook {key} doesn’t exist. Choose one of {known}."), key=key, known=", ".join(RULEBOOKS)
        )
    return RULEBOOKS[key]


def settings_of(rulebook_key, overrides, path="settings"):
    """Return the rulebook's Settings with `overrides` (the event file's `phases[].settings`).

    RuleViolation, beginning with the path, for an unknown key or a value out of bounds.
    """
    return merge(rulebook(rulebook_key), overrides, path)


def suggested_rounds(rounds_by_size, players):
    """Return the suggested number of Swiss rounds from rows of (up to so many players, rounds)."""
    return next((rounds for up_to, rounds in rounds_by_size if players <= up_to), rounds_by_size[-1][1])
