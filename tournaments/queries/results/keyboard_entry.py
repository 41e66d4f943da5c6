"""Keyboard entry of results at the desk: by games, by points, or by the winner's seat."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from ...models import Event, Round, Seat
from ...rules.history import DRAFT, PODS, PUBLISHED
from ...rules.rulebooks import GAMES, POINTS, VP, rulebook

# Labels of the fields by reporting mode.
LABELS = {
    GAMES: (
        gettext_noop("Games"),
        gettext_noop("Games of the first player"),
        gettext_noop("Games of the second player"),
    ),
    POINTS: (
        gettext_noop("Points"),
        gettext_noop("Points of the first player"),
        gettext_noop("Points of the second player"),
    ),
    VP: (
        gettext_noop("Victory points"),
        gettext_noop("Victory points of the first player"),
        gettext_noop("Victory points of the second player"),
    ),
    PODS: (gettext_noop("Winner’s seat"),),
}
# Examples by reporting mode: keys to press between the table and Enter, and their meaning.
KEYS = {
    GAMES: (
        (("2", "1"), gettext_noop("two games for the first player, one for the second")),
        (("2", "1", "1"), gettext_noop("the same with one drawn game")),
    ),
    POINTS: ((("6", "⏎", "0"), gettext_noop("six points for the first player, none for the second")),),
    VP: ((("75", "⏎", "40"), gettext_noop("75 victory points for the first player, 40 for the second")),),
    PODS: (
        (("3",), gettext_noop("seat 3 won")),
        (("d",), gettext_noop("everyone drew")),
        (("draw 1 2",), gettext_noop("seats 1 and 2 drew, the others lost")),
        (("1-3-2-4",), gettext_noop("the place of each seat, in order")),
        (("3 no-show 2",), gettext_noop("seat 3 won, seat 2 didn’t show up")),
    ),
}


@dataclass(frozen=True)
class QuickEntry:
    """The keyboard entry; its `mode` is games, points, victory points, or pods (winner's seat, notation)."""

    mode: str

    @property
    def label(self):
        return gettext(LABELS[self.mode][0])

    @property
    def labels(self):
        """Return a screen reader's label for each number."""
        return tuple(map(gettext, LABELS[self.mode][1:]))

    @property
    def keys(self):
        return tuple((keys, gettext(meaning)) for keys, meaning in KEYS[self.mode])

    @property
    def is_pod(self):
        return self.mode == PODS

    @property
    def has_drawn_games(self):
        return self.mode == GAMES


def get_quick_entry(event: Event) -> QuickEntry:
    """Return the form for the current round, else the last one, by its seats and the rulebook."""
    rounds = list(
        Round.objects.filter(phase__event=event)
        .exclude(state=DRAFT)
        .order_by("phase__number", "number")
        .values_list("pk", "phase", "state")
    )
    open_rounds = [
        pk
        for pk, phase, state in rounds
        if (phase, state) == (rounds[-1][1], PUBLISHED) or pk == rounds[-1][0]
    ]
    if Seat.objects.filter(round__in=open_rounds, position__gt=2).exists():
        return QuickEntry(PODS)
    return QuickEntry(rulebook(event.rulebook).report)
