"""The reason for each table and bye of a round: from the draw, or a manual change."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...rules import finals
from ...rules.history import EventPhase, MatchRecord
from ...rules.results import text
from ...rules.rounds import requested_byes
from ...rules.rounds.draw_verification import DrawVerification, TableDifference
from ..log.log_page import LogLine
from ..wording.formats import message_text


@dataclass(frozen=True)
class ChangedTable:
    """A table or bye changed after the draw: its players now and as drawn, and the log entry."""

    label: str
    now: str
    as_drawn: str
    line: LogLine | None


@dataclass(frozen=True)
class DrawnTable:
    """A table or (no `number`) a bye with the draw's reason; the reason is empty if there is a `change`."""

    anchor: str
    number: int | None
    players: tuple[str, ...]
    names: tuple[str, ...]
    reason: str
    change: ChangedTable | None


def anchor_at(table: int | None, player: str) -> str:
    """Return the fragment id of a table or of a player's bye on the draw's page."""
    return f"table-{table}" if table else f"bye-{player}"


def list_drawn_tables(
    phase: EventPhase, draw: DrawVerification, names, changes: dict
) -> tuple[DrawnTable, ...]:
    """Return the tables, then the byes, of a verified round; empty if it could not be verified.

    `changes` are {players: their ChangedTable}.
    """
    if draw.refused:
        return ()
    finals_reasons = {} if draw.by_lot else list_finals_reasons(phase)
    tables = []
    for match in draw.round.matches:
        players, change = match.players, changes.get(match.players)
        reason = finals_reasons.get(match.slot, "")
        if draw.by_lot and not change:
            reason = message_text(draw.why.get(players[0]) or requested_byes.bye_reason(match))
        seated = tuple(names[player] for player in players)
        tables.append(
            DrawnTable(anchor_at(match.table, players[0]), match.table, players, seated, reason, change)
        )
    return tuple(tables)


def list_finals_reasons(phase: EventPhase) -> dict[str, str]:
    """Return {slot: “semi-final 1: winner of qualifying 2 against seed 1”}.

    Leaves out matches that have not been made, or are played by others.
    """
    reasons = {}
    for meeting in finals.bracket_of(phase).meetings:
        players = meeting.match.players if meeting.match else ()
        labels = {side.player: side.label.render(gettext) for side in meeting.sides}
        if players and labels.keys() >= set(players):
            sides = tuple(labels[player] for player in players)
            reason = gettext(" against ").join(sides) if len(sides) == 2 else text.join_names(sides, gettext)
            match = meeting.slot.name.render(gettext)
            reasons[meeting.slot.id] = gettext("{match}: {sides}").format(match=match, sides=reason)
    return reasons


def build_changed_table(difference: TableDifference, names, line: LogLine | None) -> ChangedTable:
    match = difference.now or difference.as_drawn
    label = gettext("Bye") if match.is_bye else gettext("Table {table}").format(table=match.table)
    return ChangedTable(
        label, seated_names(difference.now, names), seated_names(difference.as_drawn, names), line
    )


def seated_names(match: MatchRecord | None, names) -> str:
    """Return “Anna v Ben”, or “nobody”."""
    if match is None:
        return gettext("nobody")
    return gettext(" v ").join(names[player] for player in match.players)
