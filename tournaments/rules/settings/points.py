"""The points of results: by outcome, by games, by the difference of victory points."""

import re

from ..errors import RuleViolation, _
from ..results.scoring import VP_SHARES
from . import validators

OUTCOMES = ("win", "draw", "loss", "bye")
# WTC: (a difference of up to so many victory points, the winner's share of 20); beyond the last, 20.
VP_TABLES = {
    "A": ((1, 10), (5, 11), (10, 12), (15, 13), (20, 14), (25, 15), (30, 16), (40, 17), (50, 18), (60, 19)),
    "B": ((5, 10), (10, 11), (15, 12), (20, 13), (25, 14), (30, 15), (35, 16), (40, 17), (45, 18), (50, 19)),
}


def points(value, path, rulebook):
    """Return the points by outcome, based on the rulebook's; or by games, with their extremes by outcome."""
    for key, worth in validators.mapping(value, path).items():
        if key not in OUTCOMES and not re.fullmatch(r"[0-9]{1,6}-[0-9]{1,6}", key):
            words = _("{path}: unknown key. Use win, draw, loss, bye, or games such as 2-1.")
            raise RuleViolation(words, path=f"{path}.{key}")
        validators.number(worth, f"{path}.{key}")
    by_games = [worth for key, worth in value.items() if key not in OUTCOMES]
    if not by_games:
        return dict(rulebook.points) | value
    most, least = max(by_games), min(by_games)
    rest = {"win": most, "draw": max(0, least), "loss": least, "bye": most}
    return rest | value


def vp_table(value, path):
    """Return the rows of table A or B, or custom rows: differences that rise, shares that do not fall."""
    if isinstance(value, str):
        return VP_TABLES[validators.choice(value, path, tuple(VP_TABLES))]
    words = _("{path}: must be A, B, or rows of a difference and the winner’s share of 20, such as [5, 11].")
    if not isinstance(value, list | tuple) or not value:
        raise RuleViolation(words, path=path)
    rows, least = [], (-1, VP_SHARES / 2)
    for position, row in enumerate(value):
        where = f"{path}[{position}]"
        if not isinstance(row, list | tuple) or len(row) != 2:
            raise RuleViolation(words, path=where)
        up_to = validators.whole(row[0], where, least[0] + 1)
        least = (up_to, validators.number(row[1], where, least[1], VP_SHARES))
        rows.append(least)
    return tuple(rows)
