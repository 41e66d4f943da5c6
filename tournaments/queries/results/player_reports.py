"""The desk's inbox: players' result reports, disputed tables, and messages."""

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
    REPORTED: gettext_noop("one report"),
    WAITING: gettext_noop("waiting"),
    IN: gettext_noop("in"),
}
ORDER = tuple(STATES)


@dataclass(frozen=True)
class PlayerReport:
    """A reported result: the notation that accepts it, its text, who reported it, and when."""

    notation: str
    words: str
    who: str
    time: str


@dataclass(frozen=True)
class DeskMessage:
    """An open message to the desk: text, sender, time, and a `query` that leads to its table."""

    pk: int
    words: str
    who: str
    time: str
    query: str


@dataclass(frozen=True)
class Alerts:
    """What the desk alerts to: a key per alert, and the text of the newest."""

    names: tuple[str, ...]
    words: str

    @property
    def all(self):
        return " ".join(self.names)


def state_of(match: MatchRecord) -> str:
    """Return IN, WAITING, REPORTED (by one side), or DISPUTED."""
    if match.reported:
        return IN
    return OF_CLAIMS[player_reports.state(match)]


OF_CLAIMS = {
    player_reports.NOBODY: WAITING,
    player_reports.WAITING: REPORTED,
    player_reports.DISPUTED: DISPUTED,
    player_reports.AGREED: REPORTED,
}


def list_player_reports(history: EventHistory, match: MatchRecord, names: dict) -> tuple[PlayerReport, ...]:
    """Return the players' reports of a table, oldest first."""
    return tuple(
        PlayerReport(
            version.result_text,
            format_report(match, version.result_text, names),
            text.listed(tuple(names[match.players[seat]] for seat in version.seats), gettext),
            time_text(history.timezone, version.since),
        )
        for version in player_reports.reported_results(match)
    )


def format_report(match: MatchRecord, notation: str, names: dict) -> str:
    """Format a reported result; return an unreadable one unchanged."""
    kind = next((kind for kind in ("points", "vp") if notation.startswith(f"{kind} ")), "games")
    try:
        return text.words(parsing.apply_result(match, notation, way=kind), names, gettext)
    except RuleViolation:
        return notation


def messages_of(event: Event, history: EventHistory) -> tuple[DeskMessage, ...]:
    """Return the open messages from phones, oldest first."""
    rows = Message.objects.filter(event=event, done_at=None).order_by("id")
    tables = {
        (number, round_.number, match.table)
        for number, phase in enumerate(history.phases, 1)
        for round_ in phase.rounds
        if round_.state != DRAFT
        for match in round_.matches
    }
    return tuple(describe_message(row, history.timezone, tables) for row in rows)


def describe_message(row: Message, zone: str, tables: set) -> DeskMessage:
    words = gettext("Table {table} needs a judge")
    if row.kind == Message.LATE_REPORT:
        words = gettext("Round {round}, table {table}, too late: {said}")
        if row.table is None:
            words = gettext("Round {round}, too late: {said}")
    where = f"phase={row.phase}&round={row.round}&table={row.table}"
    # The round may have been undone since.
    query = where if row.table and (row.phase, row.round, row.table) in tables else ""
    at = time_at(zone, row.at)
    return DeskMessage(
        row.pk, words.format(table=row.table, round=row.round, said=row.text), row.who, at, query
    )


def build_alerts(disputed: dict[str, int], messages: tuple[DeskMessage, ...]) -> Alerts:
    """Return the alerts of disputed tables (name → table) and messages."""
    words = [gettext("Table {table} is disputed").format(table=table) for table in disputed.values()]
    words += [message.words for message in messages]
    return Alerts((*disputed, *(f"m{message.pk}" for message in messages)), ". ".join(words))
