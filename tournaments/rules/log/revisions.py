"""Revisions of a table's result in the log."""

from collections.abc import Iterator

from ..errors import RuleViolation
from . import part_json, part_paths


def changed_results(changes: dict) -> Iterator[tuple[str, dict]]:
    """Yield (path, match as stored in the log) of each table whose result or players' reports change.

    Invalid changes are skipped.
    """
    for path, change in changes.items():
        try:
            if part_paths.split(path)[0] != "match":
                continue
            before, after = change
            if after is not None and reported_state(before, path) != reported_state(after, path):
                yield path, after
        except (RuleViolation, ValueError, TypeError, KeyError, AttributeError):
            # A log from a file may contain anything.
            continue


def reported_state(value: dict | None, path: str):
    """Return the seats and drawn games of a match; None without a result and reports."""
    match = part_json.from_json("match", value, path)
    if match is None or not (match.reported or any(seat.player_report for seat in match.seats)):
        return None
    return match.seats, match.drawn_games


def place(path: str) -> tuple[int, int, int]:
    """Return (phase, round, table) of a table's path."""
    return part_paths.split(path)[1]
