"""The places in a cut, as far as points and losses decide them."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..settings.cut import IN, RANKED


@dataclass(frozen=True, slots=True)
class CutPlaces:
    """The places in a cut.

    The players ranked in the first `limit` places advance if they have at least `min_points` and at most
    `max_losses`; the first `guaranteed` players advance in any case. `ties` decides for players tied across
    the line in points. At most `at_most` players advance; this is part of `limit` unless ties or losses make
    a difference.
    """

    limit: float = math.inf
    min_points: float = -math.inf
    guaranteed: float = 0
    ties: str = RANKED
    max_losses: float = math.inf
    at_most: float = math.inf

    @property
    def counts_losses(self):
        return self.max_losses < math.inf

    @property
    def is_losses_only(self):
        """Return whether a player's own losses are the only condition."""
        has_size = self.limit < math.inf or self.at_most < math.inf
        return self.counts_losses and not has_size and self.min_points == -math.inf


def cut_places(rule: Mapping, listed_count: int) -> CutPlaces | None:
    """Return the CutPlaces of a `cut` setting for a number of listed players; None for a cut by hand.

    With `per` these are the places of each group.
    """
    if rule.get("by_hand"):
        return None
    limit, at_most, ties = rule.get("top", math.inf), rule.get("at_most", math.inf), rule.get("ties", RANKED)
    if "percent" in rule:
        limit = min(limit, math.ceil(Fraction(str(rule["percent"])) * listed_count / 100))
    if ties != IN and "losses" not in rule:
        limit, at_most = min(limit, at_most), math.inf
    return CutPlaces(
        limit,
        rule.get("min_points", -math.inf),
        rule.get("at_least", 0),
        ties,
        rule.get("losses", math.inf),
        at_most,
    )
