"""The changes of a log entry, part by part."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext

from ....models import LogEntry
from ....rules.log import part_paths


class ChangedPart(NamedTuple):
    """A part that an entry changed, as JSON before and after; None for a missing part."""

    kind: str
    name: tuple
    before: dict | None
    after: dict | None


def parts(row: LogEntry, *kinds: str) -> Iterator[ChangedPart]:
    """Yield the changed parts of these kinds, p9 before p10: backups and PostgreSQL keep other orders."""
    for path, (before, after) in sorted(row.changes.items(), key=lambda part: (len(part[0]), part[0])):
        kind, name = part_paths.split(path)
        if kind in kinds:
            yield ChangedPart(kind, name, before, after)


def changed_keys(before: dict, after: dict) -> list[str]:
    return [key for key in {**before, **after} if before.get(key) != after.get(key)]


def shorten(texts: list[str], separator: str = "; ") -> str:
    """Join the first eight texts; an ellipsis stands for the others."""
    return separator.join(texts[:8]) + (" …" if len(texts) > 8 else "")


def plainly(action: str) -> str:
    """Return a key as words: “change_event” as “Change event”."""
    text = action.replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def suffix_of(row: LogEntry) -> str:
    """Return the text after the colon of an entry's action."""
    return row.action.partition(": ")[2]


def plain(message):
    """Describe an action without details."""
    return lambda row, names: (gettext(message), "")


def by_sender(message):
    """Describe an action with the name of the player who sent it."""
    return lambda row, names: (gettext(message).format(name=row.who), "")


def of_name(message):
    """Describe an action that has a name after its colon."""
    return lambda row, names: (gettext(message).format(name=suffix_of(row)), "")
