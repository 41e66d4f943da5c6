"""The settings of a cut and their checks."""

from ..errors import RuleViolation, _
from . import validators

# Players tied across the line: as ranked by the tiebreakers, all in, or all out.
RANKED, IN, OUT = "ranked", "in", "out"
TIES = (RANKED, IN, OUT)
DIVISION, POOL = "division", "pool"
PER = (DIVISION, POOL)
# Keys that select players; the others limit the number.
SELECTING_KEYS = ("top", "min_points", "percent", "losses", "by_hand")

CHECKS = {
    "top": validators.whole_from(1),
    "min_points": validators.number,
    "percent": lambda value, path: validators.number(value, path, 0.01, 100),
    "losses": validators.whole_from(0, 100),
    "by_hand": validators.flag,
    "at_least": validators.whole_from(1),
    "at_most": validators.whole_from(1),
    "ties": validators.one_of(TIES),
    "per": validators.one_of(PER),
}


def check(value, path):
    """Return the cut. RuleViolation, with the path, if it selects no players or its bounds contradict."""
    validators.known_keys(value, path, tuple(CHECKS))
    for key, entry in value.items():
        CHECKS[key](entry, f"{path}.{key}")
    if not any(value.get(key) is not None and value[key] is not False for key in SELECTING_KEYS):
        words = _("{path}: set at least one of top, min_points, percent, losses or by_hand.")
        raise RuleViolation(words, path=path)
    if value.get("by_hand") and len(value) > 1:
        raise RuleViolation(_("{path}: by_hand can’t be combined with other rules."), path=path)
    if value.get("at_least", 0) > value.get("at_most", validators.MAX_VALUE):
        raise RuleViolation(_("{path}: at_least must not exceed at_most."), path=path)
    return dict(value)
