"""A preview of other settings: changes in the current standings and the cut."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...models import Event
from ...rules.history import EventHistory
from ...rules.rounds.phases import cut_rule
from ...rules.standings.standings import standings
from ..history.cache import load_history
from ..history.load import without_draft_rounds
from ..standings.cut_line import those_in

# So many are named; the rest is counted.
MOST_MOVES, MOST_NAMES = 12, 4


@dataclass(frozen=True)
class Move:
    """A player's rank now and under the new settings; `by` counts ranks, upwards positive."""

    name: str
    was: int
    now: int

    @property
    def by(self):
        return self.was - self.now

    @property
    def ranks(self):
        return abs(self.by)


@dataclass(frozen=True)
class Preview:
    """`moves` are the first changes, best new rank first, `more` counts the others; `warning` describes the
    change of the cut, empty if it stays.
    """

    summary: str
    moves: tuple[Move, ...]
    more: int
    warning: str


def preview_of(event: Event, phase: int, **settings) -> Preview:
    """Compare the current standings with those under other settings; None means the rulebook's value."""
    history = without_draft_rounds(load_history(event))
    merged = history.phase(phase).settings | settings
    new_settings = {name: value for name, value in merged.items() if value is not None}
    now = standings(history, phase, live=True).rows
    then = standings(history.with_phase(phase, settings=new_settings), phase, live=True).rows
    ranks = {row.player: row.rank for row in now}
    moves = [Move(row.name, ranks[row.player], row.rank) for row in then if row.rank != ranks[row.player]]
    return Preview(
        summary(moves, len(now)),
        tuple(moves[:MOST_MOVES]),
        max(0, len(moves) - MOST_MOVES),
        warning(history, phase, now, then),
    )


def summary(moves, players: int) -> str:
    """“5 of 32 would move, by up to 3 ranks.”"""
    if not moves:
        return gettext("Nobody would move in the standings as they are now.")
    most = max(move.ranks for move in moves)
    words = ngettext(
        "{moved} of {all} would move, by 1 rank.", "{moved} of {all} would move, by up to {most} ranks.", most
    )
    return words.format(moved=len(moves), all=players, most=most)


def warning(history: EventHistory, phase: int, now, then) -> str:
    """“This would alter the cut: Bo_Ek would be in, Lotte out.”"""
    if phase >= len(history.phases) or not now:
        return ""
    rule = cut_rule(history, phase + 1)
    was, would = those_in(history, phase, now, rule), those_in(history, phase, then, rule)
    names = {row.player: row.name for row in now}
    comes = [row.name for row in then if row.player in would - was]
    goes = [names[row.player] for row in now if row.player in was - would]
    if not comes and not goes:
        return ""
    if not goes:
        return gettext("This would alter the cut: {comes} would be in.").format(comes=listed(comes))
    if not comes:
        return gettext("This would alter the cut: {goes} would be out.").format(goes=listed(goes))
    words = gettext("This would alter the cut: {comes} would be in, {goes} out.")
    return words.format(comes=listed(comes), goes=listed(goes))


def listed(names: list[str]) -> str:
    """“Ada, Bo and Chidi”, “Ada, Bo, Chidi, Dan and 3 others”."""
    if len(names) == 1:
        return names[0]
    if len(names) > MOST_NAMES + 1:
        some, rest = names[:MOST_NAMES], len(names) - MOST_NAMES
        words = ngettext("{some} and {count} other", "{some} and {count} others", rest)
        return words.format(some=", ".join(some), count=rest)
    return gettext("{some} and {last}").format(some=", ".join(names[:-1]), last=names[-1])
