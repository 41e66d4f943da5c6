"""What a cut's rule says of how many go on, for those who only know points."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

KNOWN = {"top", "min_points", "percent", "at_least", "at_most"}


@dataclass(frozen=True, slots=True)
class Places:
    """`most` go on with `floor` points or more; the first `least` do with any (see rules.cuts).

    Without a limit `most` is infinite; without a floor `floor` is minus infinite.
    """

    most: float = math.inf
    floor: float = -math.inf
    least: float = 0


def places_of(rule: Mapping, listed: int) -> Places | None:
    """The Places of a `cut` setting with so many `listed` in the standings; None for one of another kind."""
    if set(rule) - KNOWN:
        return None
    most = rule.get("top", math.inf)
    if "percent" in rule:
        most = min(most, math.ceil(Fraction(str(rule["percent"])) * listed / 100))
    at_most = rule.get("at_most", math.inf)
    return Places(
        min(most, at_most), rule.get("min_points", -math.inf), min(rule.get("at_least", 0), at_most)
    )
