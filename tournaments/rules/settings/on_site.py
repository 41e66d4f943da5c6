"""On-site settings: the round clock and the reporting of results."""

from . import validators
from .pairing import one_of

# Results are reported by players on their own pages, by slips at the desk, or by organisers.
PLAYERS, SLIPS, ORGANISERS = "players", "slips", "organisers"
REPORTERS = (PLAYERS, SLIPS, ORGANISERS)

MOST_MINUTES, MOST_REPORT_MINUTES = 600, 120

CHECKS = {
    "minutes": lambda value, path: validators.whole(value, path, 0, MOST_MINUTES),
    "reporting": one_of(REPORTERS),
    "report_minutes": lambda value, path: validators.whole(value, path, 0, MOST_REPORT_MINUTES),
}

# What holds for the whole event, and so for a phase that is added to it.
SHARED = ("reporting", "report_minutes")


def shared(phases) -> dict:
    """The settings of the first of these phases that one more takes over."""
    return {key: phases[0].settings[key] for key in SHARED if key in phases[0].settings} if phases else {}
