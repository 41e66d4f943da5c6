"""The standings after a round as they were published, beside what they are now."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from ...models import Event, PublishedStandings
from ...rules.history import EventHistory
from ...rules.standings.standings import POINTS, Standings, standings
from ..history.load import published
from ..wording.formats import when_text
from .columns import columns_of
from .standings_page import StandingsShown, shown_of

# So many players who moved are named in a sentence.
NAMED = 6
NONE = "–"


def as_published(
    history: EventHistory, phase: int, number: int, found: Standings | None = None
) -> tuple[list[str], list[list]]:
    """(keys of the columns, rows of [rank, player's id, record, a text for each column]) of the standings
    after a finished round, as who runs the event sees them; `found`: these standings, if they are known."""
    found = found or standings(history, phase, after_round=number)
    shown = shown_of(published(history), phase, found, number, runs=True)
    return columns_shown(shown), rows_shown(shown)


def columns_shown(shown: StandingsShown) -> list[str]:
    return [] if shown.is_bracket else [POINTS, *(column.key for column in shown.columns)]


def rows_shown(shown: StandingsShown) -> list[list]:
    return [
        [row.rank, row.player, row.record, *([] if shown.is_bracket else [row.points, *row.values])]
        for row in shown.rows
    ]


@dataclass(frozen=True)
class Cell:
    """A column of a player: as it was published and as it is now."""

    was: str
    now: str

    @property
    def differs(self):
        return self.was != self.now


@dataclass(frozen=True)
class RowBeside:
    """A player in both lists, or in one; `cells`: rank, record, then each column."""

    key: str
    name: str
    cells: tuple[Cell, ...]

    @property
    def moved(self):
        return self.cells[0].differs

    @property
    def differs(self):
        return any(cell.differs for cell in self.cells)


@dataclass(frozen=True)
class Beside:
    """The list that was published at this time beside the list now; `labels` are of the columns after rank
    and record. `number` counts the lists of the round that were published, `count` is how many there are."""

    phase: int
    round: int
    time: str
    labels: tuple[str, ...]
    rows: tuple[RowBeside, ...]
    number: int
    count: int

    @property
    def since(self) -> str:
        """“since then corrected: Ada 3 → 4, Bo 4 → 3”; empty where everything stands as it was."""
        moved = [row for row in self.rows if row.moved]
        if not moved:
            differing = any(row.differs for row in self.rows)
            return gettext("since then numbers were corrected, and no rank moved") if differing else ""
        said = ", ".join(f"{row.name} {row.cells[0].was} → {row.cells[0].now}" for row in moved[:NAMED])
        more = " …" if len(moved) > NAMED else ""
        return gettext("since then corrected: {moved}").format(moved=said + more)


def beside(event: Event, shown: StandingsShown, which: int | None = None) -> Beside | None:
    """The standings that are shown beside those that were published after the same round, the last time or
    the time `which` (from 1); None where none were, or none are to be seen."""
    number = shown.after or (shown.disc_rounds if len(shown.rounds) == shown.disc_rounds else 0)
    if not number or not shown.rows:
        return None
    lists = event.published.filter(phase=shown.phase, round=number).order_by("id")
    count = lists.count()
    which = which if which and which <= count else count
    return beside_list(event, shown, lists[which - 1], which, count) if count else None


def beside_list(event, shown, kept: PublishedStandings, which: int, count: int) -> Beside:
    columns = columns_shown(shown)
    keys = [key for key in kept.columns if key in columns]
    was = {row[1]: cells_of(row, kept.columns, keys) for row in kept.rows}
    now = {row[1]: cells_of(row, columns, keys) for row in rows_shown(shown)}
    names = dict(event.players.values_list("key", "name"))
    nobody = (NONE,) * (2 + len(keys))
    rows = (
        RowBeside(key, names.get(key, key), tuple(map(Cell, was.get(key, nobody), now.get(key, nobody))))
        for key in {**now, **was}
    )
    time = when_text(kept.at, ZoneInfo(event.timezone))
    labels = tuple(gettext("Points") if key == POINTS else columns_of([key])[0].label for key in keys)
    return Beside(shown.phase, kept.round, time, labels, tuple(rows), which, count)


def cells_of(row: list, columns: list[str], keys: list[str]) -> tuple[str, ...]:
    """Rank, record and the columns of these keys, of a row as it is stored."""
    values = dict(zip(columns, row[3:], strict=False))
    return (str(row[0]), row[2], *(values[key] for key in keys))
