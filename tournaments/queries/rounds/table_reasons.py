"""Why each table and bye of a round is as it is: the draw's own sentences, or that it was changed by hand."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...rules import finals
from ...rules.history import EventHistory
from ...rules.log import part_paths
from ...rules.results import text
from ...rules.rounds import requested_byes
from ..log.log_page import Line
from ..wording.formats import in_words


@dataclass(frozen=True)
class ChangedTable:
    """Who sits at a table (or has a bye), who was drawn there, and the log's line that changed it."""

    where: str
    now: str
    drawn: str
    line: Line | None


@dataclass(frozen=True)
class DrawnTable:
    """A table or (no `number`) a bye. `why` is the draw's sentence; "" if `changed`."""

    anchor: str
    number: int | None
    players: tuple[str, ...]
    names: tuple[str, ...]
    why: str
    changed: ChangedTable | None


def anchor_at(table: int | None, player: str) -> str:
    """Where the page of the draw speaks of this table or, without a number, of this player's bye."""
    return f"table-{table}" if table else f"bye-{player}"


def drawn_tables(history: EventHistory, phase: int, replay, names, line) -> tuple[DrawnTable, ...]:
    """The tables, then the byes, of a round that was drawn again, or of finals; none where it could not be.

    `line` gives the log's line by its position.
    """
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
            why = in_words(replay.why.get(players[0]) or requested_byes.why_out(match))
        history = changed_table(other, names, line(other.line)) if other else None
        seated = tuple(names[player] for player in players)
        tables.append(
            DrawnTable(anchor_at(match.table, players[0]), match.table, players, seated, why, history)
        )
    return tuple(tables)


def sides_of(history: EventHistory, phase: int) -> dict[str, tuple[str, dict[str, str]]]:
    """slot → (“semi-final 1”, {player: “winner of qualifying 2”}) of the matches that are made."""
    return {
        meeting.slot.id: (
            meeting.slot.name.said(gettext),
            {side.player: side.words.said(gettext) for side in meeting.sides},
        )
        for meeting in finals.bracket_of(history, phase).meetings
        if meeting.match
    }


def met_as(sides: tuple[str, dict[str, str]] | None, players: tuple[str, ...]) -> str:
    """“semi-final 1: winner of qualifying 2 against seed 1”, “pod A: seed 3, seed 6 and seed 7”; empty for
    others than the table has there."""
    match, said = sides or ("", {})
    if not said.keys() >= set(players):
        return ""
    sides = tuple(said[player] for player in players)
    told = gettext(" against ").join(sides) if len(sides) == 2 else text.listed(sides, gettext)
    return gettext("{match}: {sides}").format(match=match, sides=told)


def changed_table(changed, names, line) -> ChangedTable:
    match = changed.now or changed.drawn
    where = gettext("Bye") if match.is_bye else gettext("Table {table}").format(table=match.table)
    return ChangedTable(where, sitting(changed.now, names), sitting(changed.drawn, names), line)


def sitting(match, names) -> str:
    """“Anna v Ben”; nobody where nobody sits there."""
    if match is None:
        return gettext("nobody")
    return gettext(" v ").join(names[seat.player] for seat in match.seats)
