"""The tables of rounds, kept in each process: only those that have changed are built again."""

from dataclasses import dataclass

from django.db import connection
from django.utils.translation import get_language

from ...models import Event
from ...rules.history import MatchRecord
from ...web.recently_used import RecentlyUsed
from .cells import ResultEntryTable
from .entry import ResultEntry

MAX_ROUNDS = 8


@dataclass(frozen=True)
class BuiltRound:
    """The tables of a round by number, each with the match that it was built from."""

    layout_version: int
    tables: dict[int, tuple[MatchRecord, ResultEntryTable]]


# By event, phase, round and language.
_built_rounds = RecentlyUsed(MAX_ROUNDS)


def get_tables(event: Event, entry: ResultEntry) -> tuple[ResultEntryTable, ...]:
    """Return the tables of a result entry. While only results change, a table depends on its match alone.

    Inside a transaction, which may be rolled back, all are built.
    """
    if connection.in_atomic_block:
        return entry.tables
    key = event.pk, entry.phase, entry.round, get_language()
    known: BuiltRound | None = _built_rounds.find(key)
    is_usable = known is not None and known.layout_version == entry.history.layout_version
    former = known.tables if is_usable else {}
    tables = {}
    for match in entry.matches:
        built = former.get(match.table)
        is_same = built is not None and (built[0] is match or built[0] == match)
        tables[match.table] = built if is_same else (match, entry.build_table(match))
    _built_rounds.keep(key, BuiltRound(entry.history.layout_version, tables))
    return tuple(table for _match, table in tables.values())
