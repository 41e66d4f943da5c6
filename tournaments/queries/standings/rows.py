"""The rows of standings, as pages show them."""

from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext

from ...rules.history import EventHistory, PlayerRecord
from ...rules.standings.standings import Row, Standings
from ..results.result_icons import Disc, discs_of
from ..wording.formats import gone_text, last_round, number_text, record_text
from .columns import value_text
from .cut_line import CutLine, cut_lines


@dataclass(frozen=True)
class RowShown:
    """`values` are what its columns say; `note` says where a player still plays, or when they
    dropped; `cut` is the line below this row; `opened` the column, or `rank`, whose working is. In pools
    `rank` is that in the pool, whose first row has its name in `pool`."""

    rank: int
    player: str
    name: str
    record: str
    points: str
    values: tuple[str, ...]
    discs: tuple[Disc, ...]
    note: str
    gone: bool
    cut: CutLine | None
    opened: str
    pool: str = ""

    @property
    def discs_text(self):
        return ", ".join(disc.word for disc in self.discs)


def rows_shown(
    history: EventHistory, phase: int, found: Standings, keys, after, working
) -> tuple[RowShown, ...]:
    """Every row of these standings, `after` a round or live; those of pools pool by pool."""
    rounds = history.phase(phase).rounds[:after]
    lines, discs = cut_lines(history, phase, found.rows), discs_of(rounds)
    playing = {} if after is not None else words_of_tables(history)
    players = {player.id: player for player in history.players}
    gone = gone_by(history, history.rounds_before(phase) + len(rounds))
    return with_pools(
        (row, row_shown(row, keys, discs, playing, players[row.player], gone, lines, working))
        for row in found.rows
    )


def row_shown(row: Row, keys, discs, playing, player: PlayerRecord, gone, lines, working) -> RowShown:
    note = playing.get(row.player) or gone.get(row.player, "")
    note = ", ".join(part for part in (player.division, note) if part)
    return RowShown(
        rank=row.place or row.rank,
        player=row.player,
        name=row.name,
        record=record_text(row),
        points=number_text(row.points),
        values=tuple(value_text(key, row.values[key]) for key in keys),
        discs=discs.get(row.player, ()),
        note=note,
        gone=row.player in gone,
        cut=lines.get(row.player),
        opened=working.key if working and working.player == row.player else "",
    )


def with_pools(rows) -> tuple[RowShown, ...]:
    """The rows as they are; those of pools pool by pool, its name on its first row."""
    shown = []
    for pool, group in groupby(sorted(rows, key=lambda pair: pair[0].pool), key=lambda pair: pair[0].pool):
        first, *rest = (row for _row, row in group)
        name = gettext("Pool {pool}").format(pool=pool) if pool else ""
        shown += [replace(first, pool=name), *rest]
    return tuple(shown)


def words_of_tables(history: EventHistory) -> dict[str, str]:
    """What is said of each player whose match of the current phase is not reported yet."""
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
    """What is said of each player who had left by that round of the event."""
    return {
        player.id: gone_text(history, player)
        for player in history.players
        if player.dropped_after is not None and last_round(history, player) <= last
    }
