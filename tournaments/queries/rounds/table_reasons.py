"""The reason for each table and bye of a round: from the draw, or a manual change."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...rules import finals
from ...rules.history import EventHistory
from ...rules.log import part_paths
from ...rules.results import text
from ...rules.rounds import requested_byes
from ..log.log_page import LogLine
from ..wording.formats import in_words


@dataclass(frozen=True)
class ChangedTable:
    """A table or bye changed after the draw: its players now and as drawn, and the log entry."""

    where: str
    now: str
    was_drawn: str
    line: LogLine | None


@dataclass(frozen=True)
class DrawnTable:
    """A table or (no `number`) a bye with the draw's reason in `why`; empty if `changed`."""

    anchor: str
    number: int | None
    players: tuple[str, ...]
    names: tuple[str, ...]
    why: str
    changed: ChangedTable | None


def anchor_at(table: int | None, player: str) -> str:
    """Return the fragment id of a table or of a player's bye on the draw's page."""
    return f"table-{table}" if table else f"bye-{player}"


def drawn_tables(history: EventHistory, phase: int, replay, names, line) -> tuple[DrawnTable, ...]:
    """Return the tables, then the byes, of a verified round; empty if it could not be verified.

    `line` returns the log line at a position."""
    if replay.refused:
        return ()
    sides = {} if replay.by_lot else sides_of(history, phase)
    changed = {
        part_paths.match(phase, replay.round.number, one.now): one for one in replay.changed if one.now
    }
    tables = []
    for match in replay.round.matches:
        other = changed.get(part_paths.match(phase, replay.round.number, match))
        players = match.players
        why = met_as(sides.get(match.slot), players)
        if replay.by_lot and not other:
            why = in_words(replay.why.get(players[0]) or requested_byes.bye_reason(match))
        history = changed_table(other, names, line(other.line)) if other else None
        seated = tuple(names[player] for player in players)
        tables.append(
            DrawnTable(anchor_at(match.table, players[0]), match.table, players, seated, why, history)
        )
    return tuple(tables)


def sides_of(history: EventHistory, phase: int) -> dict[str, tuple[str, dict[str, str]]]:
    """Return {slot: (“semi-final 1”, {player: “winner of qualifying 2”})} of the matches made."""
    return {
        meeting.slot.id: (
            meeting.slot.name.render(gettext),
            {side.player: side.words.render(gettext) for side in meeting.sides},
        )
        for meeting in finals.bracket_of(history, phase).meetings
        if meeting.match
    }


def met_as(sides: tuple[str, dict[str, str]] | None, players: tuple[str, ...]) -> str:
    """Return “semi-final 1: winner of qualifying 2 against seed 1”; empty if other players sit there."""
    match, texts_by_player = sides or ("", {})
    if not texts_by_player.keys() >= set(players):
        return ""
    sides = tuple(texts_by_player[player] for player in players)
    opponents_text = gettext(" against ").join(sides) if len(sides) == 2 else text.listed(sides, gettext)
    return gettext("{match}: {sides}").format(match=match, sides=opponents_text)


def changed_table(changed, names, line) -> ChangedTable:
    match = changed.now or changed.as_drawn
    where = gettext("Bye") if match.is_bye else gettext("Table {table}").format(table=match.table)
    return ChangedTable(where, seated_names(changed.now, names), seated_names(changed.as_drawn, names), line)


def seated_names(match, names) -> str:
    """Return “Anna v Ben”, or “nobody”."""
    if match is None:
        return gettext("nobody")
    return gettext(" v ").join(names[seat.player] for seat in match.seats)
