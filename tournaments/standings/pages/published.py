"""Standings as they were published and are printed."""

from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from ...history.cache import load_history
from ...history.load import without_draft_rounds
from ...models import Event, PublishedStandings
from ...rules.history import EventPhase
from ...rules.rulebooks import settings_of
from ...rules.standings.standings import POINTS, PlayerStanding, Standings, rank, standings
from ...web.wording import number_text, record_text, when_text
from .standings import StandingsPage, build_standings_page, columns_of, ordered_rows, value_texts

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
    """Return [rank, player id, record, text per column] of all players, whichever of them the page shows."""
    keys = [column.key for column in page.columns]
    return [
        [
            row.place or row.rank,
            row.player,
            record_text(row),
            *([number_text(row.points), *value_texts(row, keys)] if page.has_columns else []),
        ]
        for row in ordered_rows(page.standings)
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
    if not number or not page.standings.rows:
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
    names = load_history(event).names
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


# HCT Europe Winter 2017, the five players at 5-2 as the Hearthstone Swiss article prints them; the
# match-win percentage of Farm4fame is the mean that the rule asks for, not the article's pooled one.
PRINTED_KEYS = ("wins", "win_loss_sum", "first_tiebreaker_sum", "timing", "omw", "gw")
PRINTED = {
    "Neirea": (5, 23, 76, 85, 0.735, 0.581),
    "GreenSheep": (5, 17, 57, 61, 0.673, 0.655),
    "Twink": (5, 17, 49, 65, 0.673, 0.581),
    "M1SA": (5, 15, 57, 41, 0.653, 0.621),
    "Farm4fame": (5, 11, 58, 65, 0.604, 0.607),
}
PRINTED_LOSSES = 2


def is_printed(key: str) -> bool:
    """Return whether the article printed the rulebook's first tiebreaker."""
    columns = settings_of(key, {}).columns
    return bool(columns) and columns[0].key in PRINTED_KEYS[1:]


def printed_rows(key: str) -> tuple[PlayerStanding, ...]:
    """Return the article's players ranked by a rulebook's columns, as far as they were printed."""
    settings = settings_of(key, {})
    keys = [column.key for column in settings.columns if column.key in PRINTED_KEYS]
    worth = settings.points["win"], settings.points["loss"]
    rows = []
    for name, figures in PRINTED.items():
        known = dict(zip(PRINTED_KEYS, figures, strict=True))
        points = known["wins"] * worth[0] + PRINTED_LOSSES * worth[1]
        values = {one: known[one] for one in (*keys, "wins")}
        rows.append(PlayerStanding(0, name, name, known["wins"], PRINTED_LOSSES, 0, points, values))
    ranks = rank([[row.points, *(row.values[one] for one in keys)] for row in rows])
    ranked = [replace(row, rank=place) for row, place in zip(rows, ranks, strict=True)]
    return tuple(sorted(ranked, key=lambda row: row.rank))
