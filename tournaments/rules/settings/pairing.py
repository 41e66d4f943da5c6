"""The pairing settings of a phase and their checks."""

from ..history import ABSENT, BYES, DRAFT_PODS, PODS, SWISS
from ..pairing.pods.sizes import POD_SIZES
from . import validators

RANDOM, FOLD, BY_STANDING = "random", "fold", "by_standing"
PAIRINGS = (RANDOM, FOLD, BY_STANDING)
PAIRED_BY = ("pairing", "first_round_pairing", "last_round_pairing")
# What two players may share that keeps them apart, for so many rounds of the phase or always.
CLUB, HOUSEHOLD = "club", "household"
SHARED = (CLUB, HOUSEHOLD)
ALWAYS = "always"
LOWEST = "lowest"
BYES_TO = (LOWEST, RANDOM)
# Who of a table of two sits first: the better placed, or who has done so less often (at a pod always so).
STANDING, BALANCED = "standing", "balanced"
FIRST_SEATS = (STANDING, BALANCED)
LATE_ENTRIES = (*BYES, ABSENT)
# What a drawn phase of this kind has no use for: pods have first seats of their own, in a draft the seats say
# who meets in round 1, and nobody comes late.
UNFIT = {
    SWISS: ("pod_sizes",),
    PODS: ("first_seat",),
    DRAFT_PODS: ("pod_sizes", "first_round_pairing", "late_entry"),
}


def one_of(choices):
    return lambda value, path: validators.choice(value, path, choices)


def apart(value, path):
    """For each thing shared the number of rounds; 0, never, is left out."""
    validators.known_keys(value, path, SHARED)
    for key, rounds in value.items():
        if rounds != ALWAYS:
            validators.whole(rounds, f"{path}.{key}", 0, 100)
    return {key: rounds for key, rounds in value.items() if rounds}


def band(value, path):
    return None if value is None else validators.number(value, path, 0.01)


CHECKS = {
    **dict.fromkeys(PAIRED_BY, one_of(PAIRINGS)),
    "pod_sizes": one_of(POD_SIZES),
    "apart": apart,
    "apart_after_gaps": validators.flag,
    "bye_to": one_of(BYES_TO),
    "band": band,
    "late_entry": one_of(LATE_ENTRIES),
    "first_seat": one_of(FIRST_SEATS),
}
