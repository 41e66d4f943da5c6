"""Settings of match-win and game-win percentages, which differ between publishers."""

from dataclasses import dataclass, replace

from ..errors import RuleViolation, _
from . import validators

EACH, ONCE = "each", "once"


@dataclass(frozen=True, slots=True)
class Percentages:
    """Settings of match-win (MW%) and game-win (GW%) percentages; shares are from 0 to 1.

    `floor` and `cap` bound each MW% in the opponents' means; `cap_dropped` is the cap of dropped players.
    `own_gw_floored`: the floor applies to the own GW%, too. `count_rematches`: EACH match counts, or each
    opponent ONCE. `frozen_after_drop`: the opponents' means stay as of the last round played.
    `bye_in_own_mw`: a bye is a won round; `bye_games`: by so many games; `bye_in_matches`: a bye that is not
    won counts as a match. `bye_opponents`: a bye counts as so many opponents, with an MW% of
    `bye_opponent_rate`. `no_opponent`: the mean of a player without opponents, 0 or `floor`.
    """

    floor: float = 0.33
    own_gw_floored: bool = True
    count_rematches: str = EACH
    frozen_after_drop: bool = False
    bye_in_own_mw: bool = True
    bye_games: int = 2
    bye_in_matches: bool = False
    bye_opponents: int = 0
    bye_opponent_rate: float = 0.0
    no_opponent: int | str = 0
    cap: float = 1.0
    cap_dropped: float = 1.0


CHECKS = {
    "floor": validators.share,
    "own_gw_floored": validators.flag,
    "count_rematches": validators.one_of((EACH, ONCE)),
    "frozen_after_drop": validators.flag,
    "bye_in_own_mw": validators.flag,
    "bye_games": validators.whole,
    "bye_in_matches": validators.flag,
    "bye_opponents": validators.whole_from(0, 10),
    "bye_opponent_rate": validators.share,
    "no_opponent": validators.one_of((0, "floor")),
    "cap": validators.share,
    "cap_dropped": validators.share,
}


def changed_percentages(percentages, value, path):
    """Return the percentages with the changes of an event file's `percentages`.

    RuleViolation for an unknown key, a value out of bounds, or a cap below the floor.
    """
    validators.known_keys(value, path, tuple(CHECKS))
    checked = {key: CHECKS[key](changed, f"{path}.{key}") for key, changed in value.items()}
    merged = replace(percentages, **checked)
    for name in ("cap", "cap_dropped"):
        if getattr(merged, name) < merged.floor:
            raise RuleViolation(_("{path}: is below the minimum. Raise it."), path=f"{path}.{name}")
    return merged
