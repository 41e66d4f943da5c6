"""The standings as published after a round, compared with the current ones."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from ...models import Event, PublishedStandings
from ...rules.history import EventHistory
from ...rules.standings.standings import POINTS, Standings, standings
from ..history.load import without_draft_rounds
from ..wording.formats import when_text
from .columns import columns_of
from .standings_page import StandingsPage, build_standings_page

# Players named in one sentence.
MAX_NAMED = 6
NONE = "–"


def published_table(
    history: EventHistory, phase: int, number: int, standings_table: Standings | None = None
) -> tuple[list[str], list[list]]:
    """Return (column keys, rows of [rank, player id, record, text per column]) after a finished round.

    The organiser's view, including hidden columns. Pass `standings_table` if it is already computed."""
    standings_table = standings_table or standings(history, phase, after_round=number)
    page = build_standings_page(without_draft_rounds(history), phase, standings_table, number, runs=True)
    return columns_shown(page), rows_shown(page)


def columns_shown(page: StandingsPage) -> list[str]:
    return [] if page.is_bracket else [POINTS, *(column.key for column in page.columns)]


def rows_shown(page: StandingsPage) -> list[list]:
    return [
        [row.rank, row.player, row.record, *([] if page.is_bracket else [row.points, *row.values])]
        for row in page.rows
    ]


@dataclass(frozen=True)
class ComparedCell:
    """A value of a player: as published and now."""

    was: str
    now: str

    @property
    def differs(self):
        return self.was != self.now


@dataclass(frozen=True)
class ComparedRow:
    """A player in one list or both; `cells` are rank, record, then each column."""

    key: str
    name: str
    cells: tuple[ComparedCell, ...]

    @property
    def moved(self):
        return self.cells[0].differs

    @property
    def differs(self):
        return any(cell.differs for cell in self.cells)


@dataclass(frozen=True)
class PublishedComparison:
    """A published list compared with the current standings.

    `labels` name the columns after rank and record; `number` is this list's place among the `count` lists
    published for the round."""

    phase: int
    round: int
    time: str
    labels: tuple[str, ...]
    rows: tuple[ComparedRow, ...]
    number: int
    count: int

    @property
    def since(self) -> str:
        """Return “since then corrected: Ada 3 → 4, Bo 4 → 3”, or an empty string without changes."""
        moved = [row for row in self.rows if row.moved]
        if not moved:
            differing = any(row.differs for row in self.rows)
            return gettext("since then numbers were corrected, and no rank moved") if differing else ""
        changes = ", ".join(
            f"{row.name} {row.cells[0].was} → {row.cells[0].now}" for row in moved[:MAX_NAMED]
        )
        more = " …" if len(moved) > MAX_NAMED else ""
        return gettext("since then corrected: {moved}").format(moved=changes + more)


def compare_with_published(
    event: Event, page: StandingsPage, which: int | None = None
) -> PublishedComparison | None:
    """Compare the page with the list published after the same round; None if there is none to show.

    `which` counts the round's published lists from 1; by default the latest."""
    number = page.after or (page.icon_rounds if len(page.rounds) == page.icon_rounds else 0)
    if not number or not page.rows:
        return None
    lists = event.published.filter(phase=page.phase, round=number).order_by("id")
    count = lists.count()
    which = which if which and which <= count else count
    return build_comparison(event, page, lists[which - 1], which, count) if count else None


def build_comparison(event, page, record: PublishedStandings, which: int, count: int) -> PublishedComparison:
    columns = columns_shown(page)
    keys = [key for key in record.columns if key in columns]
    published_cells = {row[1]: cells_of(row, record.columns, keys) for row in record.rows}
    current_cells = {row[1]: cells_of(row, columns, keys) for row in rows_shown(page)}
    names = dict(event.players.values_list("key", "name"))
    empty_cells = (NONE,) * (2 + len(keys))
    rows = (
        ComparedRow(
            key,
            names.get(key, key),
            tuple(
                map(ComparedCell, published_cells.get(key, empty_cells), current_cells.get(key, empty_cells))
            ),
        )
        for key in {**current_cells, **published_cells}
    )
    time = when_text(record.at, ZoneInfo(event.timezone))
    labels = tuple(gettext("Points") if key == POINTS else columns_of([key])[0].label for key in keys)
    return PublishedComparison(page.phase, record.round, time, labels, tuple(rows), which, count)


def cells_of(row: list, columns: list[str], keys: list[str]) -> tuple[str, ...]:
    """Return rank, record and the columns of these keys from a stored row."""
    values = dict(zip(columns, row[3:], strict=False))
    return (str(row[0]), row[2], *(values[key] for key in keys))
