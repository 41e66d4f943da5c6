"""The desk's inbox: players' result reports, disputed tables, messages, and alerts."""

from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext, gettext_noop

from ...models import Event, Message
from ...rules.errors import RuleViolation
from ...rules.history import DRAFT, EventHistory, MatchRecord
from ...rules.results import parsing, player_reports, text
from ..rounds.clock import time_at, time_text

IN, WAITING, REPORTED, DISPUTED = "in", "waiting", "reported", "disputed"
# Labels of the table states, most urgent first.
STATES = {
    DISPUTED: gettext_noop("disputed"),
    REPORTED: gettext_noop("1 of 2 reported"),
    WAITING: gettext_noop("waiting"),
    IN: gettext_noop("reported"),
}
# Judge calls that ended with a result stay in the inbox, to be seen; the newest of them.
MAX_ENDED_CALLS = 3
STATE_OF_REPORTS = {
    player_reports.NO_REPORT: WAITING,
    player_reports.WAITING: REPORTED,
    player_reports.DISPUTED: DISPUTED,
    player_reports.AGREED: REPORTED,
}


@dataclass(frozen=True)
class PlayerReport:
    """A reported result: the notation that accepts it, its text, the players who reported it, and when."""

    notation: str
    result_text: str
    reporters: str
    time: str


@dataclass(frozen=True)
class DeskMessage:
    """A message to the desk; `query` leads to its table. An ended judge call needs nothing any more."""

    pk: int
    text: str
    sender: str
    time: str
    query: str
    has_ended: bool = False


@dataclass(frozen=True)
class Alerts:
    """The desk's alerts: their keys, by which the page recognises new ones, and their texts."""

    keys: str
    text: str


def get_table_state(match: MatchRecord) -> str:
    """Return IN, WAITING, REPORTED (by one side), or DISPUTED."""
    return IN if match.reported else STATE_OF_REPORTS[player_reports.report_state(match)]


def list_player_reports(match: MatchRecord, names: dict, timezone: str) -> tuple[PlayerReport, ...]:
    """Return the players' reports of a table, oldest first."""
    return tuple(
        PlayerReport(
            report.result_text,
            format_report(match, report.result_text, names),
            text.join_names(tuple(names[match.players[seat]] for seat in report.seats), gettext),
            time_text(timezone, report.since),
        )
        for report in player_reports.reported_results(match)
    )


def format_report(match: MatchRecord, notation: str, names: dict) -> str:
    """Format a reported result; return an unreadable one unchanged."""
    kind = next((kind for kind in ("points", "vp") if notation.startswith(f"{kind} ")), "games")
    try:
        return text.describe_result(parsing.apply_result(match, notation, mode=kind), names, gettext)
    except RuleViolation:
        return notation


def list_messages(event: Event, history: EventHistory) -> tuple[DeskMessage, ...]:
    """Return the open messages from phones, oldest first, then this round's judge calls that ended."""
    phase = history.current_phase
    round_ = phase.current_round
    place = {"phase": phase.number, "round": round_.number if round_ else 0}
    ended = Q(kind=Message.JUDGE, done_at__isnull=False, done_by="", **place)
    rows = list(Message.objects.filter(Q(done_at=None) | ended, event=event).order_by("id"))
    ended_rows = [row for row in rows if row.done_at]
    rows = [row for row in rows if not row.done_at] + ended_rows[-MAX_ENDED_CALLS:]
    tables = {
        (number, round_.number, match.table)
        for number, phase in enumerate(history.phases, 1)
        for round_ in phase.rounds
        if round_.state != DRAFT
        for match in round_.matches
    }
    return tuple(build_message(row, history.timezone, tables) for row in rows)


def build_message(row: Message, timezone: str, tables: set) -> DeskMessage:
    message = gettext("Judge call at table {table}")
    if row.kind == Message.LATE_REPORT:
        message = gettext("Late report for round {round}, table {table}: {report}")
        if row.table is None:
            message = gettext("Late report for round {round}: {report}")
    message = message.format(table=row.table, round=row.round, report=row.text)
    # The round may have been undone since.
    exists = (row.phase, row.round, row.table) in tables
    query = f"phase={row.phase}&round={row.round}&table={row.table}" if exists else ""
    return DeskMessage(row.pk, message, row.who, time_at(timezone, row.at), query, row.done_at is not None)


def build_alerts(disputed: dict[str, int], messages: tuple[DeskMessage, ...]) -> Alerts:
    """Return the alerts of disputed tables (key → table) and messages."""
    texts = [gettext("Table {table} is disputed").format(table=table) for table in disputed.values()]
    messages = [message for message in messages if not message.has_ended]
    texts += [message.text for message in messages]
    return Alerts(" ".join([*disputed, *(f"m{message.pk}" for message in messages)]), ". ".join(texts))
