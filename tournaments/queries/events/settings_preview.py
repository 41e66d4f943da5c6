"""A preview of other settings: changes in the current standings and the cut."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from ...models import Event
from ...rules.history import EventPhase
from ...rules.rounds.phases import cut_rule
from ...rules.standings.standings import standings
from ..history.cache import load_history
from ..history.load import without_draft_rounds
from ..standings.cut_line import find_qualifiers

# More changes and names are only counted.
MAX_CHANGES, MAX_NAMES = 12, 4


@dataclass(frozen=True)
class RankChange:
    """A player's rank now and under the new settings; `by` counts ranks, upwards positive."""

    name: str
    old: int
    new: int

    @property
    def by(self):
        return self.old - self.new

    @property
    def ranks(self):
        return abs(self.by)


@dataclass(frozen=True)
class SettingsPreview:
    """The effect of other settings on the ranks and the cut.

    `changes` are the first ones, best new rank first, `more` counts the others; `warning` is about the cut.
    """

    summary: str
    changes: tuple[RankChange, ...]
    more: int
    warning: str


def preview_settings(event: Event, phase: int, **settings) -> SettingsPreview:
    """Compare the current standings with those under other settings; None means the rulebook's value."""
    history = without_draft_rounds(load_history(event))
    shown = history.phase(phase)
    merged = shown.record.settings | settings
    new_settings = {name: value for name, value in merged.items() if value is not None}
    old = standings(shown, live=True).rows
    new = standings(shown.replace(settings=new_settings), live=True).rows
    ranks = {row.player: row.rank for row in old}
    changes = [
        RankChange(row.name, ranks[row.player], row.rank) for row in new if row.rank != ranks[row.player]
    ]
    return SettingsPreview(
        summary_text(changes, len(old)),
        tuple(changes[:MAX_CHANGES]),
        max(0, len(changes) - MAX_CHANGES),
        cut_warning(shown, old, new),
    )


def summary_text(changes, players: int) -> str:
    """Return “5 of 32 would move, by up to 3 ranks.”"""
    if not changes:
        return gettext("No one would move in the current standings.")
    most = max(change.ranks for change in changes)
    text = ngettext(
        "{moved} of {all} would move, by 1 rank.", "{moved} of {all} would move, by up to {most} ranks.", most
    )
    return text.format(moved=len(changes), all=players, most=most)


def cut_warning(phase: EventPhase, old, new) -> str:
    """Return “This would alter the cut: Bo_Ek would be in, Lotte out.”"""
    if phase.next is None or not old:
        return ""
    rule = cut_rule(phase.next)
    old_qualifiers, new_qualifiers = (find_qualifiers(phase, rows, rule) for rows in (old, new))
    entering = join_names([row.name for row in new if row.player in new_qualifiers - old_qualifiers])
    leaving = join_names([row.name for row in old if row.player in old_qualifiers - new_qualifiers])
    if entering and leaving:
        text = gettext("This would change the cut: {comes} would be in, {goes} out.")
    elif entering:
        text = gettext("This would change the cut: {comes} would be in.")
    else:
        text = gettext("This would change the cut: {goes} would be out.") if leaving else ""
    return text.format(comes=entering, goes=leaving)


def join_names(names: list[str]) -> str:
    """Return “Ada, Bo and Chidi” or “Ada, Bo, Chidi, Dan and 3 others”."""
    if len(names) < 2:
        return "".join(names)
    if len(names) > MAX_NAMES + 1:
        first, rest = ", ".join(names[:MAX_NAMES]), len(names) - MAX_NAMES
        text = ngettext("{some} and {count} other", "{some} and {count} others", rest)
        return text.format(some=first, count=rest)
    return gettext("{some} and {last}").format(some=", ".join(names[:-1]), last=names[-1])
