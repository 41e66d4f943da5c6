"""Revisions of a table's result in the log."""

from collections.abc import Iterator

from .. import event_file
from ..errors import RuleViolation
from ..event_file import AFTER, BEFORE
from ..history import MatchRecord
from . import part_paths


def changed_results(changes: dict) -> Iterator[tuple[str, dict]]:
    """Yield (path, match as stored in the log) of each table whose result or players' reports change.

    Invalid changes are skipped.
    """
    for path, change in changes.items():
        if not path.startswith("match:"):
            continue
        try:
            before, after = (event_file.read_parts({path: change}, side)[path] for side in (BEFORE, AFTER))
        except RuleViolation:
            # A log from a file may contain anything.
            continue
        if after is not None and reported_state(before) != reported_state(after):
            yield path, change[1]


def reported_state(match: MatchRecord | None):
    """Return the seats and drawn games of a match; None without a result and reports."""
    if match is None or not (match.reported or any(seat.player_report for seat in match.seats)):
        return None
    return match.seats, match.drawn_games


def place(path: str) -> tuple[int, int, int]:
    """Return (phase, round, table) of a table's path."""
    return part_paths.split(path)[1]
