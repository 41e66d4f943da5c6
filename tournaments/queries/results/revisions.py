"""The revisions of a table's result: text, reporter, source and time."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from ...models import Event, ResultRevision
from ...rules import event_file
from ...rules.errors import RuleViolation
from ...rules.history import MatchRecord, SeatRecord
from ...rules.results import player_reports, text
from ..log.names import Names
from .player_reports import format_report


@dataclass(frozen=True)
class RevisionLine:
    """A revision of a result; `source` is empty if unknown."""

    text: str
    author: str
    source: str
    time: str


def get_revisions(event: Event, phase: int, number: int, table: int) -> tuple[RevisionLine, ...]:
    """Return the revisions of the result at a table, newest first."""
    rows = ResultRevision.objects.filter(
        match__round__phase__event=event,
        match__round__phase__number=phase,
        match__round__number=number,
        match__table=table,
    )
    names = Names(event.players.values_list("public_id", "name"), {}, ZoneInfo(event.timezone))
    return tuple(build_revision(row, names) for row in rows.order_by("-id"))


def build_revision(row: ResultRevision, names: Names) -> RevisionLine:
    at = timezone.localtime(row.at, names.zone)
    time = f"{date_format(at, 'j M')}, {date_format(at, 'H:i:s')}"
    return RevisionLine(revision_text(row.result, names), row.who, row.get_source_display(), time)


def revision_text(part: dict, names: Names) -> str:
    """Return “Ada 2–1 Bo”, the players' reports if no result stands, or “cleared”."""
    try:
        match = event_file.READERS["match"](part, "match")
        if match.reported:
            return text.describe_result(match, names, gettext)
        reports = [player_report_text(match, seat, names) for seat in match.seats if seat.player_report]
        return "; ".join(reports) or gettext("cleared")
    except RuleViolation:
        # A revision from an archive may have any content.
        return gettext("unreadable")


def player_report_text(match: MatchRecord, seat: SeatRecord, names: Names) -> str:
    if seat.player_report.result_text == player_reports.DISPUTE:
        return gettext("{name} disputes the result").format(name=names[seat.player])
    report = gettext("{name} reported {result}")
    result = format_report(match, seat.player_report.result_text, names)
    return report.format(name=names[seat.player], result=result)
