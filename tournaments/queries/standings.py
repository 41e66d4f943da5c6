"""Standings of an event, as commands and pages show them."""

from ..models import Event
from ..rules.standings import Standings, standings
from .histories import history_of


def standings_for(
    event: Event, phase: int | None = None, *, after_round=None, live=False, tiebreakers=None
) -> Standings:
    """Standings of a phase (from 1; default the current one). Raises RuleViolation as rules.standings does."""
    told = history_of(event)
    return standings(told, told.current if phase is None else phase, after_round=after_round, live=live, tiebreakers=tiebreakers)


def as_json(event: Event, phase: int, found: Standings) -> dict:
    """The standings in the words of the command line's contract; floats unrounded."""
    return {
        "event": event.slug,
        "phase": phase,
        "after_round": found.after_round,
        "columns": list(found.columns),
        "rows": [
            {
                "rank": row.rank,
                "player": row.player,
                "name": row.name,
                "record": row.record,
                "points": row.points,
                "values": row.values,
            }
            for row in found.rows
        ],
    }
