"""The number of places in a cut, as far as points alone decide it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

KNOWN = {"top", "min_points", "percent", "at_least", "at_most"}


@dataclass(frozen=True, slots=True)
class CutPlaces:
    """At most `most` players advance, with at least `floor` points; the first `least` with any (see the cut).

    Without a limit `most` is infinite; without a floor `floor` is minus infinite.
    """

    most: float = math.inf
    floor: float = -math.inf
    least: float = 0


def places_of(rule: Mapping, listed: int) -> CutPlaces | None:
    """Return the CutPlaces of a `cut` setting for `listed` players; None for other kinds of cut."""
    if set(rule) - KNOWN:
        return None
    most = rule.get("top", math.inf)
    if "percent" in rule:
        most = min(most, math.ceil(Fraction(str(rule["percent"])) * listed / 100))
    at_most = rule.get("at_most", math.inf)
    return CutPlaces(
        min(most, at_most), rule.get("min_points", -math.inf), min(rule.get("at_least", 0), at_most)
    )
