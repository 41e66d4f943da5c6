"""The rulebooks: one value each, every number named, with its source and year."""

from ..errors import RuleViolation, _
from ..settings.percentages import Percentages
from ..settings.settings import Column, Settings, columns_of, merge
from . import boards, magic, pods, wins
from .rulebook import GAMES, POINTS, VP, Rulebook

__all__ = [
    "GAMES",
    "POINTS",
    "RULEBOOKS",
    "VP",
    "Column",
    "Percentages",
    "Rulebook",
    "Settings",
    "columns_of",
    "rulebook",
    "settings_of",
    "suggested_rounds",
]

RULEBOOKS = {one.key: one for one in (*magic.RULEBOOKS, *wins.RULEBOOKS, *boards.RULEBOOKS, *pods.RULEBOOKS)}


def rulebook(key):
    """The rulebook of this key; RuleViolation if there is none."""
    if not isinstance(key, str) or key not in RULEBOOKS:
        raise RuleViolation(
            _("There is no rulebook {key}; choose one of {known}."), key=key, known=", ".join(RULEBOOKS)
        )
    return RULEBOOKS[key]


def settings_of(rulebook_key, overrides, path="settings"):
    """The rulebook's Settings with `overrides` (the event file's `phases[].settings`) laid over them.

    RuleViolation, its words beginning with the path of what is wrong, for an unknown key or a value out of
    bounds.
    """
    return merge(rulebook(rulebook_key), overrides, path)


def suggested_rounds(rulebook, players):
    """How many Swiss rounds the rulebook suggests for so many players (at least 1)."""
    return next((rounds for up_to, rounds in rulebook.rounds if players <= up_to), rulebook.rounds[-1][1])
