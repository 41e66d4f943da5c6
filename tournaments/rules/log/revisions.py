"""Versions of a table's result: what each line of a log says that it came to be."""

from collections.abc import Iterator

from ..errors import RuleViolation
from . import part_json, part_paths


def said(changes: dict) -> Iterator[tuple[str, dict]]:
    """(path of a table, the match in the log's words) of each table of which these changes say something new:
    a result, another one, none any more, or what a player claims. What makes no sense is left out."""
    for path, told in changes.items():
        try:
            if part_paths.split(path)[0] != "match":
                continue
            before, after = told
            if after is not None and words_in(before, path) != words_in(after, path):
                yield path, after
        except (RuleViolation, ValueError, TypeError, KeyError, AttributeError):
            # A log that came in a file may say anything.
            continue


def words_in(told: dict | None, path: str):
    """What is said of a match: its seats and drawn games; None where nobody has said anything."""
    match = part_json.from_json("match", told, path)
    if match is None or not (match.reported or any(seat.claim for seat in match.seats)):
        return None
    return match.seats, match.drawn_games


def place(path: str) -> tuple[int, int, int]:
    """(phase, round, table) of a table's path."""
    return part_paths.split(path)[1]
