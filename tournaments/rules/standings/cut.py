"""The cut: selects the players of the next phase from a phase's standings."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from ..errors import RuleViolation, _
from ..settings.fields import IN, OUT, RANKED

POINTS = "points"
MIN_ENTRANTS = 2


@dataclass(frozen=True, slots=True)
class Cut:
    """The players who make the cut, as ids in seed order.

    `tied_at_line`: a player inside and one outside share a rank, so only the order of the list
    separates them; the page has to mention it.
    """

    entrants: tuple[str, ...]
    tied_at_line: bool = False


def apply_cut(rows, setting, dropped=frozenset(), group_of=None, column=POINTS):
    """Return the Cut of standings rows (`rank`, `player`, `points`, `losses`) by a `cut` setting.

    `{"top": 8}`, `{"min_points": 12}`, `{"percent": 50}` (of all listed players, rounded up),
    `{"losses": 2}` (at most that many; a draw is not a loss): all present keys must hold; `at_least` and
    `at_most` limit the number. `ties` decides for players tied across the line in the first `column`:
    as ranked, all `in` (limited by `at_most`) or all `out` (limited by `at_least`). None takes everyone.
    Players in `dropped` are skipped and the next in rank move up (Magic Tournament Rules 2.10). With
    `per` the setting applies to each group of `group_of` (player → group name) separately; the first of
    all groups are seeded before the second ones.
    RuleViolation if the cut asks for more players than are left, or leaves fewer than two.
    """
    setting = setting or {}
    if setting.get("by_hand"):
        raise RuleViolation(_("The players who advance are chosen by hand. Choose them first."))
    inside, tied = [], False
    for name, group in group_rows(rows, group_of if "per" in setting else None).items():
        field = [row for row in group if row.player not in dropped]
        check_enough(field, setting, name)
        selected = _select(field, len(group), setting, column)
        inside += enumerate(selected)
        ranks, players = {row.rank for row in selected}, {row.player for row in selected}
        tied |= any(row.rank in ranks for row in field if row.player not in players)
    if len(inside) < MIN_ENTRANTS:
        raise RuleViolation(
            _("The cut leaves fewer than two players ({left}). Make it larger."), left=len(inside)
        )
    order = {row.player: place for place, row in enumerate(rows)}
    seeded = sorted((place, order[row.player], row.player) for place, row in inside)
    if "per" not in setting:
        seeded.sort(key=lambda seat: seat[1])
    return Cut(tuple(player for *_place, player in seeded), tied)


def group_rows(rows, group_of=None):
    """Return {group name: rows}, in the order of their best rows; without `group_of` one unnamed group."""
    rows_by_group = {}
    for row in rows:
        name = "" if group_of is None else group_of.get(row.player, "")
        rows_by_group.setdefault(name, []).append(row)
    return rows_by_group


def check_enough(field, setting, name=""):
    """Raise RuleViolation if the cut takes more players than are left in a group."""
    for key in ("top", "at_least"):
        if setting.get(key, 0) <= len(field):
            continue
        words = _("The cut takes {wanted} players, but only {left} are left. Make it smaller.")
        if name:
            words = _("The cut takes {wanted} players of {group}, but only {left} are left. Make it smaller.")
        raise RuleViolation(words, wanted=setting[key], left=len(field), group=name)


def _select(field, listed_count, setting, column):
    """Return the rows of the field that make the cut, in order."""
    ties, least = setting.get("ties", RANKED), setting.get("at_least", 0)
    size = setting.get("top", len(field))
    if "percent" in setting:
        size = min(size, ceil(Fraction(str(setting["percent"])) * listed_count / 100))
    size = shift_line(field, size, ties, column)
    places = {place for place, row in enumerate(field) if place < size and meets_conditions(row, setting)}
    if len(places) < least:
        shifted = shift_line(field, least, IN if ties == IN else RANKED, column)
        others = [place for place in range(len(field)) if place not in places]
        places.update(others[: max(0, shifted - len(places))])
    rows = [field[place] for place in sorted(places)]
    if len(rows) <= setting.get("at_most", len(rows)):
        return rows
    most = shift_line(rows, setting["at_most"], OUT if ties == OUT else RANKED, column)
    return rows[: max(most, least)]


def meets_conditions(row, setting) -> bool:
    """Return whether a row has the points and losses that the cut requires."""
    enough = row.points >= setting.get("min_points", float("-inf"))
    return enough and ("losses" not in setting or row.losses <= setting["losses"])


def shift_line(field, size, ties, column=POINTS) -> int:
    """Return the size of the cut after players tied across its line are moved in or out together."""
    if ties == RANKED or not 0 < size < len(field):
        return size
    level = column_value(field[size], column)
    if column_value(field[size - 1], column) != level:
        return size
    tied = [place for place, row in enumerate(field) if column_value(row, column) == level]
    return tied[0] if ties == OUT else tied[-1] + 1


def column_value(row, column):
    """Return a row's number in the first column."""
    return row.points if column == POINTS else row.values[column]


def seeded_entrants(phase):
    """Return player ids of a phase in seed order; () before the cut.

    In a first phase without entrants everyone plays, in the order of `by_seed`.
    """
    if phase.entrants is not None or phase.number > 1:
        return tuple(phase.entrants or ())
    return tuple(player.id for player in by_seed(phase.history.players))


def by_seed(players):
    """Sort players without standings: by seed, then by rating, then as listed."""
    return sorted(players, key=lambda p: (p.seed is None, p.seed or 0, p.rating is None, -(p.rating or 0)))
