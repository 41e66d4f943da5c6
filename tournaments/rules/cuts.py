"""Who goes on: the cut from one phase's standings into the next phase."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from tournaments.rules.errors import RuleViolation, _


@dataclass(frozen=True, slots=True)
class Cut:
    """Those who go on, as player ids in seed order.

    `tied_at_line`: somebody in and somebody out share a rank, so that only the order of the list
    parts them; the page has to say so.
    """

    entrants: tuple[str, ...]
    tied_at_line: bool = False


def cut(rows, setting, dropped=frozenset()):
    """The Cut of standings rows (`rank`, `player`, `points`) by a `cut` setting of the event file.

    `{"top": 8}`, `{"min_points": 12}`, `{"percent": 50}` (of all that are listed, rounded up): all
    that are given must hold; `at_least` and `at_most` bound the number. None takes everybody. Players
    in `dropped` are passed over and the next in rank move up (Magic Tournament Rules 2.10).
    RuleViolation where the cut asks for more than there are, or leaves fewer than two.
    """
    setting = setting or {}
    field = [row for row in rows if row.player not in dropped]
    for key in ("top", "at_least"):
        if setting.get(key, 0) > len(field):
            raise RuleViolation(
                _("The cut takes {wanted} players and only {left} are left; make it smaller."),
                wanted=setting[key],
                left=len(field),
            )
    inside = _inside(field, len(rows), setting)
    if len(inside) < 2:
        raise RuleViolation(_("The cut leaves fewer than two players ({left}); widen it."), left=len(inside))
    entrants = tuple(row.player for row in inside)
    ranks = {row.rank for row in inside}
    tied = any(row.rank in ranks for row in field if row.player not in entrants)
    return Cut(entrants, tied)


def _inside(field, listed, setting):
    """The rows of the field that go on, in their order."""
    size = setting.get("top", len(field))
    if "percent" in setting:
        size = min(size, ceil(Fraction(str(setting["percent"])) * listed / 100))
    enough = setting.get("min_points", float("-inf"))
    inside = {place for place, row in enumerate(field) if place < size and row.points >= enough}
    missing = max(0, setting.get("at_least", 0) - len(inside))
    inside |= set([place for place in range(len(field)) if place not in inside][:missing])
    return [field[place] for place in sorted(inside)][: setting.get("at_most")]


def by_seed(players):
    """Players where no standings say their order: given seeds first, then by rating, then as listed."""
    return sorted(
        players,
        key=lambda p: (p.seed is None, p.seed or 0, p.rating is None, -(p.rating or 0)),
    )
