"""Final standings: everyone by where they finished, the champion first."""

from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from ..errors import RuleViolation, _
from ..history import EventHistory
from ..rounds.progress import has_ended
from .standings import PlayerStanding, standings


def final_standings(history: EventHistory) -> tuple[PlayerStanding, ...]:
    """Return the last row of every player, best first, with the rank in the whole event.

    Players of a later phase come before those who only played earlier ones; within a phase its own
    standings decide, in finals the setting `places`. Tied players share a rank. Disqualified players have
    none. RuleViolation while the event is not over.
    """
    if not has_ended(history):
        raise RuleViolation(
            _("The event isn’t finished yet. Final standings are available after the last round.")
        )
    final, placed = [], set()
    for phase in reversed(history.all_phases):
        rows = [row for row in standings(phase).rows if row.player not in placed]
        for _rank, tied in groupby(rows, attrgetter("rank")):
            rank = len(final) + 1
            final += [replace(row, rank=rank, pool="", place=None) for row in tied]
        placed |= {row.player for row in rows}
    return tuple(final)
