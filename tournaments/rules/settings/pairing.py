"""The pairing settings of a phase and their checks."""

from ..pairing.pods.sizes import POD_SIZES
from ..terms import ABSENT, BYES, DRAFT_PODS, PODS, SWISS
from . import validators
from .validators import one_of

RANDOM, FOLD, BY_STANDING = "random", "fold", "by_standing"
PAIRINGS = (RANDOM, FOLD, BY_STANDING)
PAIRING_KEYS = ("pairing", "first_round_pairing", "last_round_pairing")
# Players who share a club or household are kept apart, for a number of rounds of the phase or always.
CLUB, HOUSEHOLD = "club", "household"
SHARED = (CLUB, HOUSEHOLD)
ALWAYS = "always"
LOWEST = "lowest"
BYES_TO = (LOWEST, RANDOM)
# The first seat of a table of two: the better placed player, or the one who had it less often (as in pods).
STANDING, BALANCED = "standing", "balanced"
FIRST_SEATS = (STANDING, BALANCED)
LATE_ENTRIES = (*BYES, ABSENT)
# Settings without a use in a drawn phase of this kind: pods have first seats of their own; in a draft the
# seats determine round 1, and nobody can enter late.
UNUSED_SETTINGS = {
    SWISS: ("pod_sizes",),
    PODS: ("first_seat",),
    DRAFT_PODS: ("pod_sizes", "first_round_pairing", "late_entry"),
}


def apart(value, path):
    """Return {what is shared: number of rounds or ALWAYS}, without zeros."""
    validators.known_keys(value, path, SHARED)
    for key, rounds in value.items():
        if rounds != ALWAYS:
            validators.whole(rounds, f"{path}.{key}", 0, 100)
    return {key: rounds for key, rounds in value.items() if rounds}


def band(value, path):
    return None if value is None else validators.number(value, path, 0.01)


CHECKS = {
    **dict.fromkeys(PAIRING_KEYS, one_of(PAIRINGS)),
    "pod_sizes": one_of(POD_SIZES),
    "apart": apart,
    "apart_after_gaps": validators.flag,
    "bye_to": one_of(BYES_TO),
    "band": band,
    "late_entry": one_of(LATE_ENTRIES),
    "first_seat": one_of(FIRST_SEATS),
}
