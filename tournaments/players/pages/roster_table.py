"""The table of players at the desk: what its rows hold, in which order, and which of them it shows."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext_noop

from ...history.cache import load_history
from ...lists.pages import keys_with_list
from ...models import DeckCheck, Event
from ...rules.history import EventHistory
from ...rules.history.players import REQUIRED
from ...rules.registration import has_started, is_used
from ...rules.standings.standings import standings
from ...standings.pages.standings import final_rows, has_final_standings, phase_to_show
from ...web.wording import number_text, record_text
from .entry_list import name_words
from .roster import RosterEntry

# States of a player's list.
MISSING, SENT, CHECKED = "missing", "sent", "checked"
LISTS = (MISSING, SENT, CHECKED)
# Filters of the table.
NOT_CHECKED_IN, CHECKED_IN, NO_LIST, DROPPED = "not_checked_in", "checked_in", "no_list", "dropped"


@dataclass(frozen=True)
class RosterRow:
    """A player's row; `rank` is the place in the standings now, None before the first round.

    `table` is that of the round under way; `list` is one of LISTS, empty if no lists are asked for.
    """

    entry: RosterEntry
    table: int | None
    rank: int | None
    record: str
    points: str
    list: str
    is_checked_in: bool


# Column → its name, and what of a row it shows.
COLUMNS: dict[str, tuple[str, Callable[[RosterRow], object]]] = {
    "table": (gettext_noop("Table"), lambda row: row.table),
    "record": (gettext_noop("Record"), lambda row: row.record),
    "points": (gettext_noop("Points"), lambda row: row.points),
    "club": (gettext_noop("Club"), lambda row: row.entry.club),
    "list": (gettext_noop("List"), lambda row: row.list),
    "checked_in": (gettext_noop("Checked in"), lambda row: row.is_checked_in),
}
# Columns of a state: they say nothing if it is the same for all who have not left.
STATES = ("list", "checked_in")
# By what the rows can be sorted; rows without a value come last.
SORTS: dict[str, Callable[[RosterRow], object]] = {
    "name": lambda row: name_words(row.entry.name),
    "table": lambda row: row.table,
    "points": lambda row: row.rank,
    "club": lambda row: name_words(row.entry.club) or None,
    "list": lambda row: LISTS.index(row.list) if row.list else None,
    "checked_in": lambda row: row.is_checked_in,
}
# Filter → its name and whether it shows a row.
FILTERS: dict[str, tuple[str, Callable[[RosterRow], bool]]] = {
    NOT_CHECKED_IN: (
        gettext_noop("Not checked in"),
        lambda row: not row.is_checked_in and not row.entry.has_left,
    ),
    CHECKED_IN: (gettext_noop("Checked in"), lambda row: row.is_checked_in and not row.entry.has_left),
    NO_LIST: (gettext_noop("No list"), lambda row: row.list == MISSING and not row.entry.has_left),
    DROPPED: (gettext_noop("Dropped"), lambda row: row.entry.has_left),
}


@dataclass(frozen=True)
class RosterFilter:
    """A filter with how many players it shows; `needs_work` if somebody has to do something about them."""

    key: str
    name: str
    count: int
    needs_work: bool


@dataclass(frozen=True)
class RosterTable:
    """The chosen rows in the chosen order; `columns` are the keys of those that say something.

    `can_check_in`: the event has not started. `has_begun`: round 1 is drawn.
    """

    rows: tuple[RosterRow, ...]
    columns: tuple[str, ...]
    filters: tuple[RosterFilter, ...]
    count: int
    sort: str
    show: str
    can_check_in: bool
    has_begun: bool

    def next_sort(self, key: str) -> str:
        """Return how the head of this column sorts: the other way round if it is the chosen one."""
        return f"-{key}" if self.sort == key else key

    def direction(self, key: str) -> str:
        """Return the value of aria-sort of this column's head; empty if another one is chosen."""
        return {key: "ascending", f"-{key}": "descending"}.get(self.sort, "")


def get_roster_table(event: Event, entries: Iterable[RosterEntry], sort: str, show: str) -> RosterTable:
    """Return the table of these players, with two queries if lists are asked for, else none.

    An unknown order or filter counts as none.
    """
    history = load_history(event)
    ranked, tables, lists = ranked_rows(history), tables_now(history), lists_of(event, history)
    arrived = {player.id for player in history.players if player.checked_in_at}
    rows = [
        RosterRow(
            entry,
            tables.get(entry.key),
            *ranked.get(entry.key, (None, "", "")),
            lists.get(entry.key, MISSING if history.lists.ask else ""),
            entry.key in arrived,
        )
        for entry in entries
    ]
    started = has_started(history)
    counts = {key: sum(map(shows, rows)) for key, (_name, shows) in FILTERS.items()}
    if not is_used(history):
        counts[NOT_CHECKED_IN] = counts[CHECKED_IN] = 0
    needs_work = {NOT_CHECKED_IN: not started, NO_LIST: history.lists.ask == REQUIRED and not started}
    show = show if show in FILTERS and counts[show] else ""
    sort = sort if sort.removeprefix("-") in SORTS else "name"
    return RosterTable(
        rows=tuple(in_order([row for row in rows if not show or FILTERS[show][1](row)], sort)),
        columns=tuple(useful_columns(rows)),
        filters=tuple(
            RosterFilter(key, FILTERS[key][0], count, needs_work.get(key, False))
            for key, count in counts.items()
            if count
        ),
        count=len(rows),
        sort=sort,
        show=show,
        can_check_in=not started,
        has_begun=history.phase(1).begun,
    )


def ranked_rows(history: EventHistory) -> dict[str, tuple[int, str, str]]:
    """Return (place now, record, points) by player; points only while all have those of one phase."""
    if not any(phase.rounds for phase in history.phases):
        return {}
    is_final = has_final_standings(history)
    rows = final_rows(history) if is_final else standings(phase_to_show(history), live=True).rows
    return {
        row.player: (place, record_text(row), "" if is_final else number_text(row.points))
        for place, row in enumerate(rows, 1)
    }


def tables_now(history: EventHistory) -> dict[str, int]:
    """Return the tables of the round under way, by player."""
    round_ = history.current_phase.current_round
    if round_ is None or round_.finished:
        return {}
    return {key: match.table for match in round_.matches if match.table for key in match.players}


def lists_of(event: Event, history: EventHistory) -> dict[str, str]:
    """Return whose list is sent or checked, with two queries; nothing if no lists are asked for."""
    if not history.lists.ask:
        return {}
    checked = DeckCheck.objects.filter(event=event, passed=True).values_list("player__public_id", flat=True)
    return dict.fromkeys(keys_with_list(event), SENT) | dict.fromkeys(checked, CHECKED)


def useful_columns(rows: list[RosterRow]) -> Iterable[str]:
    """Yield the columns in which some row has something, and those of a state only where it differs."""
    present = [row for row in rows if not row.entry.has_left]
    for key, (_name, value) in COLUMNS.items():
        differs = key not in STATES or len({value(row) for row in present}) > 1
        if differs and any(map(value, rows)):
            yield key


def in_order(rows: list[RosterRow], sort: str) -> list[RosterRow]:
    """Sort the rows; equal ones stay alphabetical, and those without a value come last either way."""
    value = SORTS[sort.removeprefix("-")]
    with_value = [row for row in rows if value(row) is not None]
    without = [row for row in rows if value(row) is None]
    return sorted(with_value, key=value, reverse=sort.startswith("-")) + without
