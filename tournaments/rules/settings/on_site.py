"""On-site settings: the round clock and the reporting of results."""

from .validators import one_of, whole_from

# Results are reported by players on their own pages, also by phones that picked a player's name, by slips at
# the desk, or by organisers.
PLAYERS, ANYONE, SLIPS, ORGANISERS = "players", "anyone", "slips", "organisers"
REPORTERS = (PLAYERS, ANYONE, SLIPS, ORGANISERS)

MAX_ROUND_MINUTES, MAX_REPORT_MINUTES = 600, 120

CHECKS = {
    "minutes": whole_from(0, MAX_ROUND_MINUTES),
    "reporting": one_of(REPORTERS),
    "report_minutes": whole_from(0, MAX_REPORT_MINUTES),
}

# Settings of the whole event, which a new phase takes over.
EVENT_WIDE = ("reporting", "report_minutes")


def shared(phases) -> dict:
    """Return the settings that a new phase takes over from the first of these phases."""
    return {key: phases[0].settings[key] for key in EVENT_WIDE if key in phases[0].settings} if phases else {}
