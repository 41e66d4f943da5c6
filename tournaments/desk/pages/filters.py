"""The tables of the desk: their order, the filters with their counts, and the field that finds one."""

from dataclasses import dataclass

from django.db.models import Max
from django.utils.translation import gettext, gettext_noop

from ...models import Event, ResultRevision
from ...players.pages.entry_list import matches_words, name_words
from ...results.pages.cells import ResultEntryTable
from ...results.pages.reports import DISPUTED, IN

ALL, OPEN, DONE = "all", "open", "done"
# Filter → its label, whether a table in this state belongs to it, and what stands there if none does.
FILTERS = {
    ALL: (gettext_noop("All"), lambda state: True, ""),
    OPEN: (gettext_noop("Open"), lambda state: state != IN, gettext_noop("No table is open.")),
    DISPUTED: (
        gettext_noop("Disputed"),
        lambda state: state == DISPUTED,
        gettext_noop("No result is disputed."),
    ),
    DONE: (gettext_noop("Done"), lambda state: state == IN, gettext_noop("No result is in yet.")),
}
# Tables in this state come first, and those with a result last; all others keep their places.
RANKS = {DISPUTED: 0, IN: 2}
MAX_FIND_LENGTH = 60


@dataclass(frozen=True)
class Choice:
    """The tables that a visitor of the desk has chosen: those of a filter, or those that the text finds."""

    show: str = OPEN
    find: str = ""

    @property
    def query(self):
        """Return the parameters of its address; none for what the desk shows at first."""
        return {"show": self.show if self.show != OPEN else None, "find": self.find or None}

    @property
    def without_tables(self) -> str:
        """Return the sentence that stands there if the choice includes no table."""
        if self.find:
            return gettext("No table has this number or name.")
        return gettext(FILTERS[self.show][2])

    def includes(self, table: ResultEntryTable) -> bool:
        return finds(self.find, table) if self.find else FILTERS[self.show][1](table.state)


@dataclass(frozen=True)
class FilterLink:
    """A filter with the number of its tables; `shows_problems`: these need a decision."""

    name: str
    label: str
    count: int
    is_current: bool
    shows_problems: bool


def finds(text: str, table: ResultEntryTable) -> bool:
    """Return whether the text begins the table's number, or words of the name of one of its players.

    static/desk_tables.js finds the same while somebody types.
    """
    if text.isascii() and text.isdigit():
        return str(table.number).startswith(text)
    return any(matches_words(name_words(text)[:4], name_words(seat.name)) for seat in table.seats)


def list_filters(tables: tuple[ResultEntryTable, ...], choice: Choice) -> tuple[FilterLink, ...]:
    return tuple(
        FilterLink(
            name,
            gettext(label),
            count := sum(belongs(table.state) for table in tables),
            not choice.find and name == choice.show,
            name == DISPUTED and count > 0,
        )
        for name, (label, belongs, _sentence) in FILTERS.items()
    )


def sort_tables(event: Event, tables: list[ResultEntryTable], choice: Choice) -> tuple[ResultEntryTable, ...]:
    """Return the tables by round and number, disputed ones first, those with a result last.

    Where these are shown, the newest result is the first of them.
    """
    newest = newest_revisions(event, tables) if choice.show in (ALL, DONE) and not choice.find else {}

    def place(table: ResultEntryTable):
        rank = RANKS.get(table.state, 1)
        return rank, -newest.get((table.round, table.number), 0) if rank == RANKS[IN] else 0

    # Sorting keeps the order of rounds and table numbers.
    return tuple(sorted(tables, key=place))


def newest_revisions(event: Event, tables: list[ResultEntryTable]) -> dict[tuple[int, int], int]:
    """Return the number of the newest revision of each table's result, by round and table."""
    rows = ResultRevision.objects.filter(
        match__round__phase__event=event,
        match__round__phase__number__in={table.phase for table in tables},
        match__round__number__in={table.round for table in tables},
    )
    newest = rows.order_by().values_list("match__round__number", "match__table").annotate(Max("id"))
    return {(number, table): pk for number, table, pk in newest}
