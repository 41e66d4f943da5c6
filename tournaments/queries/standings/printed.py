"""Five players from a published article, ranked by any rulebook."""

from dataclasses import replace

from ...rules.rulebooks import settings_of
from ...rules.standings.standings import PlayerStanding, rank

# HCT Europe Winter 2017, the five players at 5-2 as the Hearthstone Swiss article prints them; the
# match-win percentage of Farm4fame is the mean that the rule asks for, not the article's pooled one.
PRINTED_KEYS = ("wins", "win_loss_sum", "first_tiebreaker_sum", "timing", "omw", "gw")
PRINTED = {
    "Neirea": (5, 23, 76, 85, 0.735, 0.581),
    "GreenSheep": (5, 17, 57, 61, 0.673, 0.655),
    "Twink": (5, 17, 49, 65, 0.673, 0.581),
    "M1SA": (5, 15, 57, 41, 0.653, 0.621),
    "Farm4fame": (5, 11, 58, 65, 0.604, 0.607),
}
PRINTED_LOSSES = 2


def is_printed(key: str) -> bool:
    """Return whether the article printed the rulebook's first tiebreaker."""
    columns = settings_of(key, {}).columns
    return bool(columns) and columns[0].key in PRINTED_KEYS[1:]


def printed_rows(key: str) -> tuple[PlayerStanding, ...]:
    """Return the article's players ranked by a rulebook's columns, as far as they were printed."""
    settings = settings_of(key, {})
    keys = [column.key for column in settings.columns if column.key in PRINTED_KEYS]
    worth = settings.points["win"], settings.points["loss"]
    rows = []
    for name, figures in PRINTED.items():
        known = dict(zip(PRINTED_KEYS, figures, strict=True))
        points = known["wins"] * worth[0] + PRINTED_LOSSES * worth[1]
        values = {one: known[one] for one in (*keys, "wins")}
        rows.append(PlayerStanding(0, name, name, known["wins"], PRINTED_LOSSES, 0, points, values))
    ranks = rank([[row.points, *(row.values[one] for one in keys)] for row in rows])
    ranked = [replace(row, rank=place) for row, place in zip(rows, ranks, strict=True)]
    return tuple(sorted(ranked, key=lambda row: row.rank))
