"""The registry of rulebooks, each with its source and year."""

from ..errors import RuleViolation, _
from ..settings.percentages import Percentages
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

RULEBOOKS = {
    rulebook.key: rulebook for module in (magic, wins, boards, pods) for rulebook in module.RULEBOOKS
}


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


def suggested_rounds(rulebook, players):
    """Return the rulebook's suggested number of Swiss rounds (at least 1)."""
    return next((rounds for up_to, rounds in rulebook.rounds if players <= up_to), rulebook.rounds[-1][1])
