"""Every version of a table's result: what was said, by whom, from where, when."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from ...models import Event, Report
from ...rules.errors import RuleViolation
from ...rules.history import MatchRecord, SeatRecord
from ...rules.log import part_json
from ...rules.results import text
from ..log.descriptions.names import Names
from .player_reports import said_in


@dataclass(frozen=True)
class Version:
    """`source` is empty where nobody knows."""

    words: str
    who: str
    source: str
    when: str


def versions_of(event: Event, phase: int, number: int, table: int) -> tuple[Version, ...]:
    """The versions of the result at a table of a round, the newest first."""
    rows = Report.objects.filter(
        match__round__phase__event=event,
        match__round__phase__number=phase,
        match__round__number=number,
        match__table=table,
    )
    names = Names(event.players.values_list("key", "name"), {}, ZoneInfo(event.timezone))
    return tuple(version_of(row, names) for row in rows.order_by("-id"))


def version_of(row: Report, names: Names) -> Version:
    at = timezone.localtime(row.at, names.zone)
    when = f"{date_format(at, 'j M')}, {date_format(at, 'H:i:s')}"
    return Version(said(row.result, names), row.who, row.get_source_display(), when)


def said(told: dict, names: Names) -> str:
    """“Ada 2–1 Bo”; what their players say while nothing stands; that the result was cleared."""
    try:
        match = part_json.from_json("match", told, "match")
        if match.reported:
            return text.words(match, names, gettext)
        return "; ".join(claimed(match, seat, names) for seat in match.seats if seat.claim) or gettext(
            "cleared"
        )
    except (RuleViolation, KeyError, TypeError, ValueError, AttributeError):
        # A report that came in a file may say anything.
        return gettext("cannot be read")


def claimed(match: MatchRecord, seat: SeatRecord, names: Names) -> str:
    words = gettext("{name} says {words}")
    return words.format(name=names[seat.player], words=said_in(match, seat.claim.said, names))
