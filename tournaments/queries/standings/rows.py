"""The rows of the standings page."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ...rules.history import EventHistory, EventPhase
from ...rules.standings.standings import Standings
from ..results.result_icons import ResultIcon, result_icons
from ..wording.formats import departure_text, last_round, number_text, record_text
from .columns import value_text
from .cut_line import CutLine, cut_lines


@dataclass(frozen=True)
class StandingsRow:
    """A row of the standings page.

    `values` are the texts of its columns; `note` is the division, and the table in play or the drop;
    `cut` is the line below this row. In pools `rank` counts within the pool.
    """

    rank: int
    player: str
    name: str
    record: str
    points: str
    values: tuple[str, ...]
    icons: tuple[ResultIcon, ...]
    note: str
    has_dropped: bool
    cut: CutLine | None
    pool: str = ""

    @property
    def icons_text(self):
        return ", ".join(icon.label for icon in self.icons)


def build_rows(phase: EventPhase, standings: Standings, keys, after) -> tuple[StandingsRow, ...]:
    """Return the rows after a round, or live ones, grouped by pool."""
    history = phase.history
    rounds = phase.rounds[:after]
    lines, icons = cut_lines(phase, standings.rows), result_icons(rounds)
    tables = {} if after is not None else table_notes(history)
    departures = departure_notes(history, phase.rounds_before + len(rounds))
    divisions = {player.id: player.division for player in history.players}
    rows = []
    for row in sorted(standings.rows, key=lambda row: row.pool):
        key = row.player
        notes = (divisions[key], tables.get(key) or departures.get(key, ""))
        rows.append(
            StandingsRow(
                rank=row.place or row.rank,
                player=key,
                name=row.name,
                record=record_text(row),
                points=number_text(row.points),
                values=tuple(value_text(column, row.values[column]) for column in keys),
                icons=icons.get(key, ()),
                note=", ".join(filter(None, notes)),
                has_dropped=key in departures,
                cut=lines.get(key),
                pool=gettext("Pool {pool}").format(pool=row.pool) if row.pool else "",
            )
        )
    return tuple(rows)


def table_notes(history: EventHistory) -> dict[str, str]:
    """Return {player: “at table 4”} for unreported matches of the current phase."""
    text = gettext("at table {table}")
    return {
        seat.player: text.format(table=match.table)
        for round_ in history.current_phase.rounds
        if not round_.finished
        for match in round_.matches
        if not match.is_bye and not match.reported
        for seat in match.seats
    }


def departure_notes(history: EventHistory, last: int) -> dict[str, str]:
    """Return {player: drop note} for players who dropped by this round of the event."""
    return {
        player.id: departure_text(history, player)
        for player in history.players
        if player.dropped_after is not None and last_round(history, player) <= last
    }
