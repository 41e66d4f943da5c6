"""Final standings, and standings that are hidden until then."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from ..errors import RuleViolation, _
from ..history import EventHistory, EventPhase, MatchRecord, SeatRecord
from ..rounds.progress import has_ended, is_over
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
    return place_players(history.all_phases)


def place_players(phases: Iterable[EventPhase]) -> tuple[PlayerStanding, ...]:
    """Return the last row of every player of these phases, as `final_standings` does of all of an event."""
    final, placed = [], set()
    for phase in reversed(list(phases)):
        rows = [row for row in standings(phase).rows if row.player not in placed]
        for _rank, tied in groupby(rows, attrgetter("rank")):
            rank = len(final) + 1
            final += [replace(row, rank=rank, pool="", place=None) for row in tied]
        placed |= {row.player for row in rows}
    return tuple(final)


def is_hidden(phase: EventPhase) -> bool:
    """Return whether the phase's results are hidden now; they are shown once the next phase begins.

    Never in brackets: the next pairings reveal the winners.
    """
    if phase.must_be_won or not phase.rounds or phase.number < phase.history.current_phase.number:
        return False
    return phase.settings.hidden_standings and not is_over(phase)


def without_hidden(history: EventHistory) -> EventHistory:
    """Return the history without the results that are hidden now; seats and byes remain."""
    for phase in history.all_phases:
        if is_hidden(phase):
            rounds = (replace(r, matches=tuple(map(_without_result, r.matches))) for r in phase.rounds)
            history = history.phase(phase.number).replace(rounds=tuple(rounds)).history
    return history


def _without_result(match: MatchRecord) -> MatchRecord:
    if match.is_bye:
        return match
    return replace(match, seats=tuple(map(SeatRecord, match.players)), drawn_games=0)
