"""Switches for the differences between publishers' percentages."""

from dataclasses import dataclass, replace

from ..errors import RuleViolation, _
from . import validators

EACH, ONCE = "each", "once"


@dataclass(frozen=True, slots=True)
class Percentages:
    """How match-win and game-win percentages are taken; shares lie from 0 to 1.

    `floor`: none counts less. `own_gw_floored`: the own GW% shows it too. `count_rematches`: each
    match, or each opponent once. `frozen_after_drop`: opponents' means stay as of the last round
    played. `bye_in_own_mw`, `bye_games`: a bye is a round won, by so many games. `bye_in_matches`: one that
    is not won counts as a match all the same. `bye_opponents`, `bye_opponent_rate`: a bye stands for so many
    opponents who have such a match-win percentage. `no_opponent`:
    what the means are for who has met nobody, 0 or `floor`. `cap`, `cap_dropped`: no MW% counts
    more, nor that of a player who has dropped.
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
    "count_rematches": lambda value, path: validators.choice(value, path, (EACH, ONCE)),
    "frozen_after_drop": validators.flag,
    "bye_in_own_mw": validators.flag,
    "bye_games": validators.whole,
    "bye_in_matches": validators.flag,
    "bye_opponents": lambda value, path: validators.whole(value, path, 0, 10),
    "bye_opponent_rate": validators.share,
    "no_opponent": lambda value, path: validators.choice(value, path, (0, "floor")),
    "cap": validators.share,
    "cap_dropped": validators.share,
}


def changed_percentages(percentages, value, path):
    """These percentages with the switches of an event file's `percentages` changed.

    RuleViolation for an unknown switch, a value out of bounds, a cap below the floor.
    """
    validators.known_keys(value, path, tuple(CHECKS))
    checked = {key: CHECKS[key](switch, f"{path}.{key}") for key, switch in value.items()}
    merged = replace(percentages, **checked)
    for name in ("cap", "cap_dropped"):
        if getattr(merged, name) < merged.floor:
            raise RuleViolation(_("{path}: lies below the floor; raise it."), path=f"{path}.{name}")
    return merged
