"""The settings of a cut and their checks."""

from ..errors import RuleViolation, _
from . import validators

# Who is tied across the line: as ranked by the tiebreakers, all in, or all out.
RANKED, IN, OUT = "ranked", "in", "out"
TIES = (RANKED, IN, OUT)
DIVISION, POOL = "division", "pool"
PER = (DIVISION, POOL)
# Keys that select players; the others limit the number.
WHO = ("top", "min_points", "percent", "losses", "by_hand")

CHECKS = {
    "top": lambda value, path: validators.whole(value, path, 1),
    "min_points": validators.number,
    "percent": lambda value, path: validators.number(value, path, 0.01, 100),
    "losses": lambda value, path: validators.whole(value, path, 0, 100),
    "by_hand": validators.flag,
    "at_least": lambda value, path: validators.whole(value, path, 1),
    "at_most": lambda value, path: validators.whole(value, path, 1),
    "ties": lambda value, path: validators.choice(value, path, TIES),
    "per": lambda value, path: validators.choice(value, path, PER),
}


def check(value, path):
    """The cut, if it says who goes on and its bounds agree; RuleViolation with the path of what is wrong."""
    validators.known_keys(value, path, tuple(CHECKS))
    for key, entry in value.items():
        CHECKS[key](entry, f"{path}.{key}")
    if not any(value.get(key) is not None and value[key] is not False for key in WHO):
        raise RuleViolation(
            _("{path}: say who goes on by top, min_points, percent, losses or by_hand."), path=path
        )
    if value.get("by_hand") and len(value) > 1:
        raise RuleViolation(_("{path}: by_hand stands alone: no rule says who goes on."), path=path)
    if value.get("at_least", 0) > value.get("at_most", validators.LARGEST):
        raise RuleViolation(_("{path}: at_least lies above at_most."), path=path)
    return dict(value)
