"""The settings that have a form of their own: cut, finals, pairing, points, percentages, clock, draft."""

import math
import re
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction

from ..errors import RuleViolation, _
from ..pairing.pods.objectives import POD_SIZES
from ..results.scoring import VP_SHARES
from ..terms import ABSENT, BYES, DRAFT_PODS, PODS, SWISS

MAX_VALUE = 100_000
# Beyond so many known keys, an error names only the nearest ones.
MAX_NAMED_KEYS, NEAREST_KEYS = 20, 5


def mapping(value, path):
    """Return the value if it is an object with keys."""
    if isinstance(value, dict):
        return value
    raise RuleViolation(_("{path}: must be an object, with a name for each value."), path=path)


def known_keys(value, path, known):
    """Return the object if it has only known keys."""
    for key in mapping(value, path):
        if key not in known:
            words, named = _("{path}: unknown key. Known keys: {known}."), known
            if len(known) > MAX_NAMED_KEYS:
                words = _("{path}: unknown key. Similar keys: {known}.")
                named = get_close_matches(str(key), known, NEAREST_KEYS, 0)
            raise RuleViolation(words, path=f"{path}.{key}", known=", ".join(named))
    return value


def whole(value, path, low=0, high=MAX_VALUE):
    """Return a whole number from low to high, never true or false."""
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    words = _("{path}: must be a whole number from {low} to {high}.")
    raise RuleViolation(words, path=path, low=low, high=high)


def as_int_if_whole(value):
    """Return 2.0 as 2, other values unchanged: the database does not distinguish them."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def number(value, path, low=-MAX_VALUE, high=MAX_VALUE):
    """Return a finite number from low to high, never true or false."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and math.isfinite(value) and low <= value <= high:
        return value
    raise RuleViolation(_("{path}: must be a number from {low} to {high}."), path=path, low=low, high=high)


def share(value, path):
    """Return a share from 0 to 1 as a float, given as a number or as a fraction such as `1/3`."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,6}/[1-9][0-9]{0,5}", value):
        value = float(Fraction(value))
    return float(number(value, path, 0, 1))


def flag(value, path):
    """Return true or false."""
    if isinstance(value, bool):
        return value
    raise RuleViolation(_("{path}: must be true or false."), path=path)


def choice(value, path, choices):
    """Return one of the choices."""
    if isinstance(value, str | int) and not isinstance(value, bool) and value in choices:
        return value
    raise RuleViolation(
        _("{path}: must be one of {choices}."), path=path, choices=", ".join(map(str, choices))
    )


def one_of(choices):
    """Return a check for one of the choices."""
    return lambda value, path: choice(value, path, choices)


def whole_from(low, high=MAX_VALUE):
    """Return a check for a whole number from low to high."""
    return lambda value, path: whole(value, path, low, high)


# Players tied across the line: as ranked by the tiebreakers, all in, or all out.
RANKED, IN, OUT = "ranked", "in", "out"
TIES = (RANKED, IN, OUT)
DIVISION, POOL = "division", "pool"
PER = (DIVISION, POOL)
# Keys that select players; the others limit the number.
SELECTING_KEYS = ("top", "min_points", "percent", "losses", "by_hand")

CUT_CHECKS = {
    "top": whole_from(1),
    "min_points": number,
    "percent": lambda value, path: number(value, path, 0.01, 100),
    "losses": whole_from(0, 100),
    "by_hand": flag,
    "at_least": whole_from(1),
    "at_most": whole_from(1),
    "ties": one_of(TIES),
    "per": one_of(PER),
}


def check(value, path):
    """Return the cut. RuleViolation, with the path, if it selects no players or its bounds contradict."""
    known_keys(value, path, tuple(CUT_CHECKS))
    for key, entry in value.items():
        CUT_CHECKS[key](entry, f"{path}.{key}")
    if not any(value.get(key) is not None and value[key] is not False for key in SELECTING_KEYS):
        words = _("{path}: set at least one of top, min_points, percent, losses or by_hand.")
        raise RuleViolation(words, path=path)
    if value.get("by_hand") and len(value) > 1:
        raise RuleViolation(_("{path}: by_hand can’t be combined with other rules."), path=path)
    if value.get("at_least", 0) > value.get("at_most", MAX_VALUE):
        raise RuleViolation(_("{path}: at_least must not exceed at_most."), path=path)
    return dict(value)


# Places of players eliminated in the same round: by seed, or all share the best place.
BY_SEED, SHARED = "seed", "shared"
PLACES = (BY_SEED, SHARED)
# If a player leaves after the cut: the opponent has a bye (Magic Tournament Rules), or the next in the
# standings moves up as long as no match has been played (AFL 2013).
OPPONENTS_BYE, NEXT_UP = "bye", "next"
AFTER_CUT = (OPPONENTS_BYE, NEXT_UP)


def best_of(value, path):
    """Return a number of games of a match: an odd number, or 2."""
    if whole(value, path, 1) == 2 or value % 2:
        return value
    raise RuleViolation(_("{path}: must be an odd number of games, or 2."), path=path)


def best_of_rounds(value, path):
    """Return {round of the phase as text: games}, such as `{"4": 5}`."""
    for key, games in mapping(value, path).items():
        if not (key.isascii() and key.isdecimal() and 1 <= int(key[:4]) <= 100 and str(int(key)) == key):
            words = _("{path}: must be the number of a round, from 1 to 100.")
            raise RuleViolation(words, path=f"{path}.{key}")
        best_of(games, f"{path}.{key}")
    return dict(value)


FINALS_CHECKS = {
    "third_place": flag,
    "best_of_rounds": best_of_rounds,
    "places": one_of(PLACES),
    "after_cut": one_of(AFTER_CUT),
}

RANDOM, FOLD, BY_STANDING = "random", "fold", "by_standing"
PAIRINGS = (RANDOM, FOLD, BY_STANDING)
PAIRING_KEYS = ("pairing", "first_round_pairing", "last_round_pairing")
# Players who share a club or household are kept apart, for a number of rounds of the phase or always.
CLUB, HOUSEHOLD = "club", "household"
SHARED_BY = (CLUB, HOUSEHOLD)
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
    known_keys(value, path, SHARED_BY)
    for key, rounds in value.items():
        if rounds != ALWAYS:
            whole(rounds, f"{path}.{key}", 0, 100)
    return {key: rounds for key, rounds in value.items() if rounds}


def band(value, path):
    return None if value is None else number(value, path, 0.01)


PAIRING_CHECKS = {
    **dict.fromkeys(PAIRING_KEYS, one_of(PAIRINGS)),
    "pod_sizes": one_of(POD_SIZES),
    "apart": apart,
    "apart_after_gaps": flag,
    "bye_to": one_of(BYES_TO),
    "band": band,
    "late_entry": one_of(LATE_ENTRIES),
    "first_seat": one_of(FIRST_SEATS),
}

# The players of a pod: by lot, by standing, or by rating. Seats are always by lot.
RATING = "rating"
POD_PLAYERS = (RANDOM, STANDING, RATING)
# The format inside a pod: Swiss rounds, or single elimination.
INSIDE_SWISS, INSIDE_BRACKET = "swiss", "bracket"
FORMATS = (INSIDE_SWISS, INSIDE_BRACKET)
ROUNDS = 3

MAX_PACKS, MIN_CARDS, MAX_CARDS, MAX_BUILD_MINUTES = 10, 2, 15, 180

DRAFT_CHECKS = {
    "draft_pods": one_of(POD_PLAYERS),
    "draft_inside": one_of(FORMATS),
    "draft_packs": whole_from(1, MAX_PACKS),
    "draft_cards": whole_from(MIN_CARDS, MAX_CARDS),
    "draft_minutes": whole_from(1, MAX_BUILD_MINUTES),
}

# Results are reported by players on their own pages, also by phones that picked a player's name, by slips at
# the desk, or by organisers.
PLAYERS, ANYONE, SLIPS, ORGANISERS = "players", "anyone", "slips", "organisers"
REPORTERS = (PLAYERS, ANYONE, SLIPS, ORGANISERS)

MAX_ROUND_MINUTES, MAX_REPORT_MINUTES = 600, 120

ON_SITE_CHECKS = {
    "minutes": whole_from(0, MAX_ROUND_MINUTES),
    "reporting": one_of(REPORTERS),
    "report_minutes": whole_from(0, MAX_REPORT_MINUTES),
}

# Settings of the whole event, which a new phase takes over.
EVENT_WIDE = ("reporting", "report_minutes")


def shared(phases) -> dict:
    """Return the settings that a new phase takes over from the first of these phases."""
    return (
        {key: phases[0].overrides[key] for key in EVENT_WIDE if key in phases[0].overrides} if phases else {}
    )


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


PERCENTAGE_CHECKS = {
    "floor": share,
    "own_gw_floored": flag,
    "count_rematches": one_of((EACH, ONCE)),
    "frozen_after_drop": flag,
    "bye_in_own_mw": flag,
    "bye_games": whole,
    "bye_in_matches": flag,
    "bye_opponents": whole_from(0, 10),
    "bye_opponent_rate": share,
    "no_opponent": one_of((0, "floor")),
    "cap": share,
    "cap_dropped": share,
}


def changed_percentages(percentages, value, path):
    """Return the percentages with the changes of an event file's `percentages`.

    RuleViolation for an unknown key, a value out of bounds, or a cap below the floor.
    """
    known_keys(value, path, tuple(PERCENTAGE_CHECKS))
    checked = {key: PERCENTAGE_CHECKS[key](changed, f"{path}.{key}") for key, changed in value.items()}
    merged = replace(percentages, **checked)
    for name in ("cap", "cap_dropped"):
        if getattr(merged, name) < merged.floor:
            raise RuleViolation(_("{path}: is below the minimum. Raise it."), path=f"{path}.{name}")
    return merged


OUTCOMES = ("win", "draw", "loss", "bye")
# WTC: (a difference of up to so many victory points, the winner's share of 20); beyond the last, 20.
VP_TABLES = {
    "A": ((1, 10), (5, 11), (10, 12), (15, 13), (20, 14), (25, 15), (30, 16), (40, 17), (50, 18), (60, 19)),
    "B": ((5, 10), (10, 11), (15, 12), (20, 13), (25, 14), (30, 15), (35, 16), (40, 17), (45, 18), (50, 19)),
}


def points(value, path, rulebook):
    """Return the points by outcome, based on the rulebook's; or by games, with their extremes by outcome."""
    for key, worth in mapping(value, path).items():
        if key not in OUTCOMES and not re.fullmatch(r"[0-9]{1,6}-[0-9]{1,6}", key):
            words = _("{path}: unknown key. Use win, draw, loss, bye, or games such as 2-1.")
            raise RuleViolation(words, path=f"{path}.{key}")
        number(worth, f"{path}.{key}")
    by_games = [worth for key, worth in value.items() if key not in OUTCOMES]
    if not by_games:
        return dict(rulebook.points) | value
    most, least = max(by_games), min(by_games)
    rest = {"win": most, "draw": max(0, least), "loss": least, "bye": most}
    return rest | value


def vp_table(value, path):
    """Return the rows of table A or B, or custom rows: differences that rise, shares that do not fall."""
    if isinstance(value, str):
        return VP_TABLES[choice(value, path, tuple(VP_TABLES))]
    words = _("{path}: must be A, B, or rows of a difference and the winner’s share of 20, such as [5, 11].")
    if not isinstance(value, list | tuple) or not value:
        raise RuleViolation(words, path=path)
    rows, least = [], (-1, VP_SHARES / 2)
    for position, row in enumerate(value):
        where = f"{path}[{position}]"
        if not isinstance(row, list | tuple) or len(row) != 2:
            raise RuleViolation(words, path=where)
        up_to = whole(row[0], where, least[0] + 1)
        least = (up_to, number(row[1], where, least[1], VP_SHARES))
        rows.append(least)
    return tuple(rows)
