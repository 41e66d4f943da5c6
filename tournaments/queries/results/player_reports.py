"""The desk's inbox: players' result reports, disputed tables, messages, and alerts."""

from dataclasses import dataclass

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
    """An open message to the desk; `query` leads to its table."""

    pk: int
    text: str
    sender: str
    time: str
    query: str


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
    """Return the open messages from phones, oldest first."""
    rows = Message.objects.filter(event=event, done_at=None).order_by("id")
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
    return DeskMessage(row.pk, message, row.who, time_at(timezone, row.at), query)


def build_alerts(disputed: dict[str, int], messages: tuple[DeskMessage, ...]) -> Alerts:
    """Return the alerts of disputed tables (key → table) and messages."""
    texts = [gettext("Table {table} is disputed").format(table=table) for table in disputed.values()]
    texts += [message.text for message in messages]
    return Alerts(" ".join([*disputed, *(f"m{message.pk}" for message in messages)]), ". ".join(texts))
