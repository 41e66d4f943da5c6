"""Players’ reports, and what follows from a changed result."""

import re
from dataclasses import dataclass

from django.db.models import Q
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop

from ...history.cache import load_history
from ...models import Event, Message
from ...rules.errors import RuleViolation
from ...rules.history import BRACKET, DRAFT, DRAW, WIN, EventHistory, MatchRecord
from ...rules.results import player_reports, scoring
from ...rules.results.corrections import UndoneMatch, change_finals_result, round_drawn_after
from ...rules.results.notation import DASH, describe_result, join_names
from ...rules.results.parsing import apply_result, parse_result
from ...web.status import time_at, time_text

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
    """A reported result: the notation that accepts it, its text, the players who reported it, and when.

    `score` is its figures, empty without any; beside it, `title` says who won. `seats` (from 0) are those of
    the players.
    """

    notation: str
    result_text: str
    reporters: str
    time: str
    score: str
    title: str
    seats: tuple[int, ...]


@dataclass(frozen=True)
class DeskMessage:
    """A message to the desk; `query` leads to its table. An ended judge call needs nothing any more.

    `table_key` is the key of the table that waits for a judge, empty for other messages.
    """

    pk: int
    text: str
    sender: str
    time: str
    query: str
    has_ended: bool = False
    table_key: str = ""


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
            join_names(tuple(names[match.players[seat]] for seat in report.seats), gettext),
            time_text(timezone, report.since),
            score_of(report.result_text),
            report_title(match, report.result_text, names),
            report.seats,
        )
        for report in player_reports.reported_results(match)
    )


def score_of(notation: str) -> str:
    """Return the figures of a result of two players as pages show them; empty for any other result."""
    figures = re.fullmatch(r"(?:(?:points|vp) )?([\d.]+(?:-[\d.]+)+)", notation)
    return figures[1].replace("-", DASH) if figures else ""


def report_title(match: MatchRecord, notation: str, names: dict) -> str:
    """Return who won by a reported result with figures, or else the whole result."""
    reported = read_report(match, notation)
    outcomes = scoring.outcomes(reported) if reported and score_of(notation) and not match.is_pod else ()
    if WIN in outcomes:
        return gettext("{name} won").format(name=names[match.players[outcomes.index(WIN)]])
    return gettext("Draw") if DRAW in outcomes else format_report(match, notation, names)


def format_report(match: MatchRecord, notation: str, names: dict) -> str:
    """Format a reported result; return an unreadable one unchanged."""
    reported = read_report(match, notation)
    return describe_result(reported, names, gettext) if reported else notation


def read_report(match: MatchRecord, notation: str) -> MatchRecord | None:
    """Return the match with a reported result; None if it cannot be read."""
    kind = next((kind for kind in ("points", "vp") if notation.startswith(f"{kind} ")), "games")
    try:
        return apply_result(match, notation, mode=kind)
    except RuleViolation:
        return None


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
    return tuple(build_message(row, history, tables) for row in rows)


def build_message(row: Message, history: EventHistory, tables: set) -> DeskMessage:
    message = gettext("Judge call at table {table}")
    if row.kind == Message.LATE_REPORT:
        message = gettext("Late report for round {round}, table {table}: {report}")
        if row.table is None:
            message = gettext("Late report for round {round}: {report}")
    report, who = history.with_public_names_in(row.text), history.with_public_names_in(row.who)
    message = message.format(table=row.table, round=row.round, report=report)
    # The round may have been undone since.
    exists = (row.phase, row.round, row.table) in tables
    query = f"phase={row.phase}&round={row.round}&table={row.table}" if exists else ""
    time = time_at(history.timezone, row.at)
    has_ended = row.done_at is not None
    waits = exists and row.kind == Message.JUDGE and not has_ended
    key = f"t{row.phase}.{row.round}.{row.table}" if waits else ""
    return DeskMessage(row.pk, message, who, time, query, has_ended, key)


def calls_by_table(messages: tuple[DeskMessage, ...]) -> dict[str, DeskMessage]:
    """Return the oldest open judge call of each table, by the table's key."""
    return {message.table_key: message for message in reversed(messages) if message.table_key}


def build_alerts(disputed: dict[str, int], messages: tuple[DeskMessage, ...]) -> Alerts:
    """Return the alerts of disputed tables (key → table) and messages."""
    texts = [gettext("Table {table} is disputed").format(table=table) for table in disputed.values()]
    messages = [message for message in messages if not message.has_ended]
    texts += [message.text for message in messages]
    return Alerts(" ".join([*disputed, *(f"m{message.pk}" for message in messages)]), ". ".join(texts))


def needs_choice(event: Event, phase: int, number: int, table: int, result_text: str) -> bool:
    """Return whether a result would change one that an open round or later finals depend on.

    False if the result would be refused.
    """
    history = load_history(event)
    match = history.find_match(phase, number, table)
    in_finals = match is not None and history.phase(phase).kind == BRACKET
    if match is None or not (in_finals or round_drawn_after(history.phase(phase), number)):
        return False
    try:
        reported = parse_result(history.phase(phase), match, result_text)
        if in_finals:
            return bool(change_finals_result(history.phase(phase), number, match, reported)[1])
    except RuleViolation:
        return False
    is_draw = DRAW in scoring.outcomes(reported)
    return reported != match and (history.phase(phase).settings.rulebook.draws or not is_draw)


def describe_match(history: EventHistory, match: MatchRecord) -> str:
    if match.is_bye:
        return gettext("{name} has a bye").format(name=history.names[match.seats[0].player])
    return describe_result(match, history.names, gettext)


def describe_undone_match(history: EventHistory, undone: UndoneMatch) -> str:
    """Return “Semi-final 1: Ada 2–0 Bo is undone; Cy plays Ada.”"""
    names, before = history.names, undone.before
    match = capfirst(undone.name.render(gettext))
    old = describe_match(history, before)
    if not before.reported:
        old = gettext(" v ").join(names[player] for player in before.players)
    if undone.after is None:
        return gettext("{match}: {old} is undone.").format(match=match, old=old)
    first, *others = (names[player] for player in undone.after.players)
    opponents = join_names(tuple(others), gettext)
    sentence = gettext("{match}: {old} is undone; {first} plays {opponents}.")
    return sentence.format(match=match, old=old, first=first, opponents=opponents)
