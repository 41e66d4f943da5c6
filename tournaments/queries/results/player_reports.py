"""What the desk has heard from the hall: results that players report, tables that disagree, messages."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from ...models import Event, Message
from ...rules.errors import RuleViolation
from ...rules.history import DRAFT, EventHistory, MatchRecord
from ...rules.results import parsing, player_reports, text
from ..rounds.clock import time_at, time_text

IN, WAITING, REPORTED, DISPUTED = "in", "waiting", "reported", "disputed"
# Where a table stands in words, what the desk has to look at first before the others.
STATES = {
    DISPUTED: gettext_noop("disputed"),
    REPORTED: gettext_noop("one report"),
    WAITING: gettext_noop("waiting"),
    IN: gettext_noop("in"),
}
ORDER = tuple(STATES)


@dataclass(frozen=True)
class Heard:
    """One result that was reported: what the desk sends to take it, in words, by whom, since when."""

    said: str
    words: str
    who: str
    time: str


@dataclass(frozen=True)
class Told:
    """A message that nobody has seen to: what it says, who sent it and when; `query` leads to its table."""

    pk: int
    words: str
    who: str
    time: str
    query: str


@dataclass(frozen=True)
class Rings:
    """What rings: a name for each thing that does, and words for the newest."""

    names: tuple[str, ...]
    words: str

    @property
    def all(self):
        return " ".join(self.names)


def state_of(match: MatchRecord) -> str:
    """IN, WAITING, REPORTED by one side, or DISPUTED."""
    if match.reported:
        return IN
    return OF_CLAIMS[player_reports.state(match)]


OF_CLAIMS = {
    player_reports.NOBODY: WAITING,
    player_reports.WAITING: REPORTED,
    player_reports.DISPUTED: DISPUTED,
    player_reports.AGREED: REPORTED,
}


def heard_of(history: EventHistory, match: MatchRecord, names: dict) -> tuple[Heard, ...]:
    """What its players report of a table, the oldest first."""
    return tuple(
        Heard(
            version.said,
            said_in(match, version.said, names),
            text.listed(tuple(names[match.players[seat]] for seat in version.seats), gettext),
            time_text(history.timezone, version.since),
        )
        for version in player_reports.versions(match)
    )


def said_in(match: MatchRecord, said: str, names: dict) -> str:
    """A result as it was reported, in words; what cannot be read stands as it is."""
    way = next((kind for kind in ("points", "vp") if said.startswith(f"{kind} ")), "games")
    try:
        return text.words(parsing.reported(match, said, way=way), names, gettext)
    except RuleViolation:
        return said


def messages_of(event: Event, history: EventHistory) -> tuple[Told, ...]:
    """What phones have told the desk and nobody has seen to, the oldest first."""
    rows = Message.objects.filter(event=event, done_at=None).order_by("id")
    tables = {
        (number, round_.number, match.table)
        for number, phase in enumerate(history.phases, 1)
        for round_ in phase.rounds
        if round_.state != DRAFT
        for match in round_.matches
    }
    return tuple(told_of(row, history.timezone, tables) for row in rows)


def told_of(row: Message, zone: str, tables: set) -> Told:
    words = gettext("Table {table} needs a judge")
    if row.kind == Message.LATE_REPORT:
        words = gettext("Round {round}, table {table}, too late: {said}")
        if row.table is None:
            words = gettext("Round {round}, too late: {said}")
    where = f"phase={row.phase}&round={row.round}&table={row.table}"
    # The round may have been taken back since.
    query = where if row.table and (row.phase, row.round, row.table) in tables else ""
    at = time_at(zone, row.at)
    return Told(row.pk, words.format(table=row.table, round=row.round, said=row.text), row.who, at, query)


def rings_of(disputed: dict[str, int], messages: tuple[Told, ...]) -> Rings:
    """What rings: disputed tables (name → table) and messages."""
    words = [gettext("Table {table} is disputed").format(table=table) for table in disputed.values()]
    words += [message.words for message in messages]
    return Rings((*disputed, *(f"m{message.pk}" for message in messages)), ". ".join(words))
