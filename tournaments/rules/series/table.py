"""The table of a series: finished events in, ranks and what decided them out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import _
from ..pairing import Reason
from .events import SeriesEvent
from .rows import SeriesAdjustment, SeriesRow, build_rows, events_that_count
from .series_rules import SeriesRules, number_text
from .ties import POINTS, TIES, TOTAL


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A row with its rank, None with too few events; `decided_by` says what decided it."""

    rank: int | None
    row: SeriesRow
    decided_by: Reason


@dataclass(frozen=True, slots=True)
class SeriesTable:
    """The table of a series, best first, tied people in alphabetical order, those without a rank last.

    `events` are those that count, without guests; `left_out` says by key why others do not.
    """

    rows: tuple[RankedRow, ...]
    events: tuple[SeriesEvent, ...]
    left_out: dict[str, Reason]

    def find(self, person: str) -> RankedRow | None:
        """Return the row of a person; None without one."""
        return next((ranked for ranked in self.rows if ranked.row.person == person), None)


@dataclass(frozen=True, slots=True)
class TiedGroup:
    """People who share a rank. `decided_by` is the key of what separates them from the group before.

    `values` are the values of what was compared, by key and person.
    """

    rows: tuple[SeriesRow, ...]
    decided_by: str
    values: dict[str, dict[str, Any]]


def series_table(
    events: Iterable[SeriesEvent], rules: SeriesRules, adjustments: Iterable[SeriesAdjustment] = ()
) -> SeriesTable:
    """Return the table of these events, which are in the order in which they were played."""
    counted, left_out = events_that_count(events, rules)
    rows = build_rows(counted, rules, adjustments)
    return SeriesTable(rank_rows(rows, rules), tuple(counted), left_out)


def rank_rows(rows: Iterable[SeriesRow], rules: SeriesRules) -> tuple[RankedRow, ...]:
    """Return the rows ranked by points and the series' ties; tied people share a rank."""
    least, with_rank, without = rules.counting.at_least, [], []
    for row in rows:
        (with_rank if len(row.cells) >= least else without).append(row)
    groups, ranked = tied_groups(with_rank, rules.ties), []
    for n, group in enumerate(groups):
        place = len(ranked) + 1
        following = groups[n + 1] if n + 1 < len(groups) else None
        before = groups[n - 1] if n else None
        for row in in_alphabetical_order(group.rows):
            ranked.append(RankedRow(place, row, decision(row, group, before, following, rules.ties)))
    for group in tied_groups(without, rules.ties):
        for row in in_alphabetical_order(group.rows):
            params = {"count": len(row.cells), "least": least}
            reason = Reason(_("Not ranked yet: {count} of at least {least} events"), params)
            ranked.append(RankedRow(None, row, reason))
    return tuple(ranked)


def tied_groups(rows: Sequence[SeriesRow], ties: Iterable[str]) -> list[TiedGroup]:
    """Return the rows in groups that nothing separates, best first."""
    groups = [TiedGroup(tuple(rows), "", {})] if rows else []
    for tie in (TOTAL, *(TIES[key] for key in ties if key != POINTS)):
        groups = [part for group in groups for part in _split(group, tie)]
    return groups


def _split(group: TiedGroup, tie) -> Iterable[TiedGroup]:
    """Yield the parts of a group by the values of a rule, the highest first."""
    if len(group.rows) == 1:
        yield group
        return
    values = tie.function(group.rows)
    compared = group.values | {tie.key: values}
    decided_by = group.decided_by
    for value in sorted(set(values.values()), reverse=True):
        rows = tuple(row for row in group.rows if values[row.person] == value)
        yield TiedGroup(rows, decided_by, compared)
        decided_by = tie.key


def rank_among(row: SeriesRow, others: Iterable[SeriesRow], rules: SeriesRules) -> int | None:
    """Return the rank of a row among others; None with too few events."""
    least = rules.counting.at_least
    if len(row.cells) < least:
        return None
    above, level = 1, [row]
    for other in others:
        if len(other.cells) >= least:
            above += other.total > row.total
            if other.total == row.total:
                level.append(other)
    for group in tied_groups(level, rules.ties):
        if row in group.rows:
            break
        above += len(group.rows)
    return above


def in_alphabetical_order(rows: Iterable[SeriesRow]) -> list[SeriesRow]:
    return sorted(rows, key=lambda row: (row.name.casefold(), row.person))


def decision(
    row: SeriesRow,
    group: TiedGroup,
    before: TiedGroup | None,
    following: TiedGroup | None,
    ties: Sequence[str],
) -> Reason:
    """Return what decided a rank.

    A shared rank: that nothing separates them; the first: what separates it from the next; else what
    separates it from the one before.
    """
    if len(group.rows) > 1:
        params = {"count": len(group.rows), "points": number_text(row.total)}
        if ties:
            return Reason(_("Shared by {count}: level on {points} points and on every tiebreaker"), params)
        return Reason(_("Shared by {count}: level on {points} points"), params)
    if before:
        other, text = before.rows[0], _("Behind {name}. {label}: {difference}")
        key, compared = group.decided_by, before.values
    elif following:
        other, text = following.rows[0], _("Ahead of {name}. {label}: {difference}")
        key, compared = following.decided_by, following.values
    else:
        return Reason(_("The only one in the table"))
    tie = TOTAL if key == POINTS else TIES[key]
    values = compared[key]
    params = {
        "name": other.name,
        "label": Reason(tie.label),
        "difference": tie.describe(values[row.person], values[other.person]),
    }
    return Reason(text, params)
