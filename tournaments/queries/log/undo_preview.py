"""The preview of an undo, redo or restore: the changes, or why it is impossible."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.utils.translation import gettext, gettext_noop, ngettext

from ...models import Event, LogEntry, Match, Snapshot
from ...rules.errors import RuleViolation
from ...rules.log import part_paths
from ..wording.formats import in_words, when_text
from . import undo
from .diff import Differences, differences
from .log_page import words_for


@dataclass(frozen=True)
class UndoPreview:
    """A preview.

    `refused` says why it is impossible; then `differences` is None. `before` is the entry whose earlier state
    can be restored instead, if one action alone cannot be undone; `table` is the query of the table whose
    result it was, to correct it instead.
    """

    version: int
    heading: str
    name: str
    when: str
    note: str
    button: str
    differences: Differences | None
    refused: str
    before: int | None
    table: str


@dataclass(frozen=True)
class Kind:
    heading: str
    button: str
    compute: Callable


KINDS = {
    "undo": Kind(gettext_noop("Take back"), gettext_noop("Take it back"), undo.undo_one),
    "redo": Kind(gettext_noop("Do again"), gettext_noop("Do it again"), undo.undo_one),
    "back": Kind(gettext_noop("Go back to before this"), gettext_noop("Go back"), undo.rewind_to),
    "point": Kind(gettext_noop("Go back to a restore point"), gettext_noop("Go back"), undo.restore_snapshot),
}


def get_undo_preview(event: Event, kind: str, row: LogEntry | Snapshot) -> UndoPreview:
    """Return the preview of one of KINDS for this log entry or restore point."""
    of_kind, refused, changes, since = KINDS[kind], "", None, None
    version, alone = event.version, kind in ("undo", "redo")
    try:
        state_change = of_kind.compute(event, undo.last_of_undo_chain(row) if alone else row)
        since = state_change.since
        if state_change.now == state_change.then:
            refused = gettext(undo.AS_IT_WAS)
        else:
            changes = differences(state_change.now, state_change.then)
    except RuleViolation as wrong:
        refused = in_words(wrong)
    when = when_text(row.at, ZoneInfo(event.timezone))
    return UndoPreview(
        version=version,
        heading=gettext(of_kind.heading),
        name=row.reason if kind == "point" else words_for(event, row),
        when=f"{row.who}, {when}" if row.who else when,
        note=alone_words(kind) if alone else since_words(event, since),
        button=gettext(of_kind.button),
        differences=changes,
        refused=refused,
        before=row.pk if alone else None,
        table=table_of(event, row) if alone and refused else "",
    )


def table_of(event: Event, row: LogEntry) -> str:
    """Return the query of the one table that an action changed; empty if there is no such table now."""
    kind, name = part_paths.split(next(iter(row.changes))) if len(row.changes) == 1 else ("", ())
    if kind != "match":
        return ""
    query = dict(zip(("phase", "round", "table"), name, strict=True))
    phase, number, table = name
    here = Match.objects.filter(round__phase__event=event, round__phase__number=phase, round__number=number)
    return urlencode(query) if here.filter(table=table).exists() else ""


def alone_words(kind: str) -> str:
    if kind == "redo":
        return gettext("It is done again alone; everything else stays as it is.")
    return gettext("It is taken back alone; everything done since stays as it is.")


def since_words(event: Event, since: int | None) -> str:
    """Say how many log entries are undone at once."""
    if not since:
        return ""
    count = event.log.filter(id__gte=since).exclude(changes={}).count()
    words = ngettext(
        "What {n} action changed is put back as it was.",
        "What the last {n} actions changed is put back as it was.",
        count,
    )
    return words.format(n=count)
