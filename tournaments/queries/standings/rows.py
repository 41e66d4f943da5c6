"""The rows of the standings page."""

from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext

from ...rules.history import EventHistory, PlayerRecord
from ...rules.standings.standings import PlayerStanding, Standings
from ..results.result_icons import ResultIcon, result_icons
from ..wording.formats import gone_text, last_round, number_text, record_text
from .columns import value_text
from .cut_line import CutLine, cut_lines


@dataclass(frozen=True)
class StandingsRow:
    """A row of the standings page.

    `values` are the texts of its columns; `note` is the table in play or the drop; `cut` is the line below
    this row; `opened` is the column (or `rank`) whose explanation is open. In pools `rank` counts within the
    pool, and its first row has its name in `pool`."""

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
    opened: str
    pool: str = ""

    @property
    def icons_text(self):
        return ", ".join(disc.word for disc in self.icons)


def rows_shown(
    history: EventHistory, phase: int, standings: Standings, keys, after, working
) -> tuple[StandingsRow, ...]:
    """Return the rows after a round, or live ones, grouped by pool."""
    rounds = history.phase(phase).rounds[:after]
    lines, icons = cut_lines(history, phase, standings.rows), result_icons(rounds)
    playing = {} if after is not None else words_of_tables(history)
    players = {player.id: player for player in history.players}
    departures = gone_by(history, history.rounds_before(phase) + len(rounds))
    return with_pools(
        (row, row_shown(row, keys, icons, playing, players[row.player], departures, lines, working))
        for row in standings.rows
    )


def row_shown(
    row: PlayerStanding, keys, icons, playing, player: PlayerRecord, departures, lines, working
) -> StandingsRow:
    note = playing.get(row.player) or departures.get(row.player, "")
    note = ", ".join(part for part in (player.division, note) if part)
    return StandingsRow(
        rank=row.place or row.rank,
        player=row.player,
        name=row.name,
        record=record_text(row),
        points=number_text(row.points),
        values=tuple(value_text(key, row.values[key]) for key in keys),
        icons=icons.get(row.player, ()),
        note=note,
        has_dropped=row.player in departures,
        cut=lines.get(row.player),
        opened=working.key if working and working.player == row.player else "",
    )


def with_pools(rows) -> tuple[StandingsRow, ...]:
    """Group the rows by pool and put the pool's name on its first row."""
    result = []
    for pool, group in groupby(sorted(rows, key=lambda pair: pair[0].pool), key=lambda pair: pair[0].pool):
        first, *rest = (row for _row, row in group)
        name = gettext("Pool {pool}").format(pool=pool) if pool else ""
        result += [replace(first, pool=name), *rest]
    return tuple(result)


def words_of_tables(history: EventHistory) -> dict[str, str]:
    """Return {player: “at table 4”} for unreported matches of the current phase."""
    words = gettext("at table {table}")
    return {
        seat.player: words.format(table=match.table)
        for r in history.phase(history.current).rounds
        if not r.finished
        for match in r.matches
        if not match.is_bye and not match.reported
        for seat in match.seats
    }


def gone_by(history: EventHistory, last: int) -> dict[str, str]:
    """Return {player: drop note} for players who dropped by this round of the event."""
    return {
        player.id: gone_text(history, player)
        for player in history.players
        if player.dropped_after is not None and last_round(history, player) <= last
    }
