"""What an entry of the log changed, part by part."""

from ..models import LogEntry
from ..rules import paths


def parts(row: LogEntry, *kinds: str):
    """(kind, name, before, after) of each part of these kinds that the entry changed."""
    for path, (before, after) in row.changes.items():
        kind, name = paths.split(path)
        if kind in kinds:
            yield kind, name, before, after


def plainly(action: str) -> str:
    words = action.replace("_", " ").strip()
    return words[:1].upper() + words[1:]
