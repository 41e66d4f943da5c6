"""The standings published after a round, compared with the current ones."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from ...models import Event, PublishedStandings
from ...rules.history import EventPhase
from ...rules.standings.standings import POINTS, Standings, standings
from ..history.load import without_draft_rounds
from ..wording.formats import when_text
from .columns import columns_of
from .standings_page import StandingsPage, build_standings_page

# Players named in one sentence.
MAX_NAMES = 6
NO_VALUE = "–"


def published_table(
    phase: EventPhase, number: int, standings_table: Standings | None = None
) -> tuple[list[str], list[list]]:
    """Return (column keys, rows of [rank, player id, record, text per column]) after a finished round.

    The organiser's view, including hidden columns. Pass `standings_table` if it is already computed.
    """
    standings_table = standings_table or standings(phase, after_round=number)
    page = build_standings_page(
        without_draft_rounds(phase.history).phase(phase.number), standings_table, number, runs=True
    )
    return page_columns(page), page_rows(page)


def page_columns(page: StandingsPage) -> list[str]:
    return [POINTS, *(column.key for column in page.columns)] if page.has_columns else []


def page_rows(page: StandingsPage) -> list[list]:
    return [
        [row.rank, row.player, row.record, *([row.points, *row.values] if page.has_columns else [])]
        for row in page.rows
    ]


@dataclass(frozen=True)
class ComparedCell:
    """A value of a player: as published and now."""

    published: str
    current: str

    @property
    def differs(self):
        return self.published != self.current


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
    published for the round.
    """

    phase: int
    round: int
    time: str
    labels: tuple[str, ...]
    rows: tuple[ComparedRow, ...]
    number: int
    count: int

    @property
    def corrections(self) -> str:
        """Return “corrected since: Ada 3 → 4, Bo 4 → 3”, or an empty string without changes."""
        moved = [row for row in self.rows if row.moved]
        if not moved:
            differing = any(row.differs for row in self.rows)
            return gettext("numbers have been corrected since; no rank has changed") if differing else ""
        changes = ", ".join(
            f"{row.name} {row.cells[0].published} → {row.cells[0].current}" for row in moved[:MAX_NAMES]
        )
        more = " …" if len(moved) > MAX_NAMES else ""
        return gettext("corrected since: {moved}").format(moved=changes + more)


def compare_with_published(
    event: Event, page: StandingsPage, which: int | None = None
) -> PublishedComparison | None:
    """Compare the page with the list published after the same round; None if it does not exist.

    `which` counts the round's published lists from 1; by default the latest.
    """
    is_complete = len(page.rounds) == page.icon_rounds
    number = page.after or (page.icon_rounds if is_complete else 0)
    if not number or not page.rows:
        return None
    lists = event.published.filter(phase=page.phase, round=number).order_by("id")
    count = lists.count()
    which = which if which and which <= count else count
    return build_comparison(event, page, lists[which - 1], which, count) if count else None


def build_comparison(event, page, record: PublishedStandings, which: int, count: int) -> PublishedComparison:
    columns = page_columns(page)
    keys = [key for key in record.columns if key in columns]
    published = {row[1]: cells_of(row, record.columns, keys) for row in record.rows}
    current = {row[1]: cells_of(row, columns, keys) for row in page_rows(page)}
    names = dict(event.players.values_list("public_id", "name"))
    no_cells = (NO_VALUE,) * (2 + len(keys))
    rows = []
    for key in {**current, **published}:
        cells = map(ComparedCell, published.get(key, no_cells), current.get(key, no_cells))
        rows.append(ComparedRow(key, names.get(key, key), tuple(cells)))
    time = when_text(record.at, ZoneInfo(event.timezone))
    labels = tuple(gettext("Points") if key == POINTS else columns_of([key])[0].label for key in keys)
    return PublishedComparison(page.phase, record.round, time, labels, tuple(rows), which, count)


def cells_of(row: list, columns: list[str], keys: list[str]) -> tuple[str, ...]:
    """Return rank, record and the columns of these keys from a stored row."""
    values = dict(zip(columns, row[3:], strict=False))
    return (str(row[0]), row[2], *(values[key] for key in keys))
