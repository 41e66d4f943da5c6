"""Parts of long standings: blocks of 50 rows, and the rows that a search finds."""

from dataclasses import dataclass
from math import ceil

from ...models import Event
from ...players.pages.entry_list import search_names
from .standings import StandingsPage, get_standings_page

# Standings of more players come in blocks; a search returns at most as many rows as a block.
MAX_WHOLE_ROWS, BLOCK_ROWS = 100, 50
# The block of all rows.
ALL = "all"


class UnknownBlockError(Exception):
    """The standings have rows, but no block of this number; `count` is the number of blocks."""

    def __init__(self, count: int):
        super().__init__(count)
        self.count = count


def count_blocks(rows: int) -> int:
    """Return the number of blocks of standings with so many rows: 1 if all fit on one page."""
    return ceil(rows / BLOCK_ROWS) if rows > MAX_WHOLE_ROWS else 1


def choose_block(block: int | str | None, rows) -> list:
    """Return the rows of a block, or all of them. Raises UnknownBlockError, also for None."""
    count = count_blocks(len(rows))
    if block == ALL:
        return rows
    if block is None or block > count:
        raise UnknownBlockError(count)
    return rows[(block - 1) * BLOCK_ROWS : block * BLOCK_ROWS] if count > 1 else rows


def choose_found(text: str, rows) -> list:
    """Return the rows of players whose name matches the search text, the best ranked first."""
    return list(search_names(text, rows, lambda row: row.name)[:BLOCK_ROWS])


def find_block(event: Event, player: str, **options) -> int | None:
    """Return the number of the block with a player; None without the player, or if the list has no blocks.

    `options` are those of `get_standings_page`. Raises RuleViolation for an unknown phase or round.
    """
    places = []
    get_standings_page(event, **options, choose=lambda rows: places.extend(row.player for row in rows) or ())
    if count_blocks(len(places)) == 1 or player not in places:
        return None
    return places.index(player) // BLOCK_ROWS + 1


@dataclass(frozen=True)
class Block:
    """A block in the list of all blocks; `first` and `last` are numbers of rows."""

    number: int
    first: int
    last: int


def list_blocks(page: StandingsPage) -> tuple[Block, ...]:
    """Return the blocks of the standings; none if all rows fit on one page."""
    rows = len(page.standings.rows)
    if count_blocks(rows) == 1:
        return ()
    return tuple(
        Block(number, first, min(first + BLOCK_ROWS - 1, rows))
        for number, first in enumerate(range(1, rows + 1, BLOCK_ROWS), 1)
    )
