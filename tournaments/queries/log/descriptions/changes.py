"""The changes of a log entry, part by part."""

from django.utils.translation import gettext

from ....models import LogEntry
from ....rules.log import part_paths


def parts(row: LogEntry, *kinds: str):
    """(kind, name, before, after) of each part of these kinds that the entry changed, p9 before p10: backups
    and PostgreSQL keep orders of their own."""
    for path, (before, after) in sorted(row.changes.items(), key=lambda part: (len(part[0]), part[0])):
        kind, name = part_paths.split(path)
        if kind in kinds:
            yield kind, name, before, after


def plainly(action: str) -> str:
    words = action.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def plain(words):
    """Describe an action without details."""
    return lambda row, names: (gettext(words), "")


def of_name(words):
    """Of an action that says a name behind its own."""
    return lambda row, names: (gettext(words).format(name=row.action.partition(": ")[2]), "")
