"""Who goes on: the cut from one phase's standings into the next phase."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from tournaments.rules.errors import RuleViolation, _
from tournaments.rules.settings.cut import IN, OUT, RANKED

POINTS = "points"


@dataclass(frozen=True, slots=True)
class Cut:
    """Those who go on, as player ids in seed order.

    `tied_at_line`: somebody in and somebody out share a rank, so that only the order of the list
    parts them; the page has to say so.
    """

    entrants: tuple[str, ...]
    tied_at_line: bool = False


def cut(rows, setting, dropped=frozenset(), group_of=None, column=POINTS):
    """The Cut of standings rows (`rank`, `player`, `points`, `losses`) by a `cut` setting of the event file.

    `{"top": 8}`, `{"min_points": 12}`, `{"percent": 50}` (of all that are listed, rounded up),
    `{"losses": 2}` (at most so many; a draw is none): all that are given must hold; `at_least` and
    `at_most` bound the number. `ties` says what becomes of those who are level in the first `column`
    across the line: as ranked, all `in` (as far as `at_most` lets them) or all `out` (not below
    `at_least`). None takes everybody. Players in `dropped` are passed over and the next in rank move up
    (Magic Tournament Rules 2.10). With `per` all of it holds for each group of `group_of` (player → its
    name) alone; the first of all groups are seeded before the second ones.
    RuleViolation where the cut asks for more than there are, or leaves fewer than two.
    """
    setting = setting or {}
    if setting.get("by_hand"):
        raise RuleViolation(_("Who goes on is chosen by hand: choose them first."))
    inside, tied = [], False
    for name, group in groups(rows, group_of if "per" in setting else None).items():
        field = [row for row in group if row.player not in dropped]
        _check_enough(field, setting, name)
        chosen = _inside(field, len(group), setting, column)
        inside += enumerate(chosen)
        ranks, there = {row.rank for row in chosen}, {row.player for row in chosen}
        tied |= any(row.rank in ranks for row in field if row.player not in there)
    if len(inside) < 2:
        raise RuleViolation(_("The cut leaves fewer than two players ({left}); widen it."), left=len(inside))
    order = {row.player: place for place, row in enumerate(rows)}
    seeded = sorted((place, order[row.player], row.player) for place, row in inside)
    if "per" not in setting:
        seeded.sort(key=lambda seat: seat[1])
    return Cut(tuple(player for *_place, player in seeded), tied)


def groups(rows, group_of=None):
    """{name of the group: its rows}, in the order of their best; one group without a name for all."""
    found = {}
    for row in rows:
        found.setdefault(group_of.get(row.player, "") if group_of is not None else "", []).append(row)
    return found


def _check_enough(field, setting, name):
    for key in ("top", "at_least"):
        if setting.get(key, 0) <= len(field):
            continue
        words = _("The cut takes {wanted} players and only {left} are left; make it smaller.")
        if name:
            words = _(
                "The cut takes {wanted} players of {group}, where only {left} are left; make it smaller."
            )
        raise RuleViolation(words, wanted=setting[key], left=len(field), group=name)


def _inside(field, listed, setting, column):
    """The rows of the field that go on, in their order."""
    ties, least = setting.get("ties", RANKED), setting.get("at_least", 0)
    size = setting.get("top", len(field))
    if "percent" in setting:
        size = min(size, ceil(Fraction(str(setting["percent"])) * listed / 100))
    size = moved(field, size, ties, column)
    inside = {place for place, row in enumerate(field) if place < size and holds(row, setting)}
    if len(inside) < least:
        least = moved(field, least, IN if ties == IN else RANKED, column)
        missing = max(0, least - len(inside))
        inside |= set([place for place in range(len(field)) if place not in inside][:missing])
    inside = [field[place] for place in sorted(inside)]
    if len(inside) <= setting.get("at_most", len(inside)):
        return inside
    most = moved(inside, setting["at_most"], OUT if ties == OUT else RANKED, column)
    return inside[: max(most, setting.get("at_least", 0))]


def holds(row, setting) -> bool:
    """Whether a row has the points and the record that the cut asks for."""
    enough = row.points >= setting.get("min_points", float("-inf"))
    return enough and ("losses" not in setting or row.losses <= setting["losses"])


def moved(field, size, ties, column=POINTS) -> int:
    """Where the line below the first `size` rows comes to lie when those level across it go one way."""
    if ties == RANKED or not 0 < size < len(field):
        return size
    level = worth(field[size], column)
    if worth(field[size - 1], column) != level:
        return size
    tied = [place for place, row in enumerate(field) if worth(row, column) == level]
    return tied[0] if ties == OUT else tied[-1] + 1


def worth(row, column):
    """A row's number in the column that ranks first."""
    return row.points if column == POINTS else row.values[column]


def entered(history, phase_number):
    """Player ids of a phase in seed order; () until a cut has made them.

    In a first phase without entrants everybody plays, in the order of `by_seed`.
    """
    phase = history.phase(phase_number)
    if phase.entrants is not None or phase_number > 1:
        return tuple(phase.entrants or ())
    return tuple(player.id for player in by_seed(history.players))


def by_seed(players):
    """Players where no standings say their order: given seeds first, then by rating, then as listed."""
    return sorted(
        players,
        key=lambda p: (p.seed is None, p.seed or 0, p.rating is None, -(p.rating or 0)),
    )
