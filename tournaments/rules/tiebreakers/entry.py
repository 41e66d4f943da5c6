"""The Tiebreaker and its computed ColumnValues."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

PERCENT, NUMBER = "percent", "number"
SUM, MEAN, RATIO = "sum", "mean", "ratio"


@dataclass(frozen=True, slots=True)
class Tiebreaker:
    """One column of the standings; more is better unless `lower_is_better`.

    `function(tables, options)` returns ColumnValues. `options` are the default options; `takes_after`
    names the column from which missing options are inherited. `among_tied`: it compares only players
    left tied by the columns before it (StandingsTables.tied).
    """

    key: str
    label: str
    explanation: str
    source: str
    unit: str
    function: Callable
    options: Mapping[str, Any] = field(default_factory=dict)
    takes_after: str = ""
    lower_is_better: bool = False
    among_tied: bool = False


@dataclass(frozen=True, slots=True)
class ColumnValues:
    """The numbers of a column and their terms; made by the functions below.

    `values` has one number for each player. `rows` is the table that the terms belong to (`player`,
    `round`, and `opponent` where there is one, -1 for none); `terms` has one for each row, `counted`
    tells which rows count (None: all) and `left_out` why others do not. `fold`: the terms are added
    up (`sum`), averaged (`mean`), or added up and divided by the sum of `whole` (`ratio`).

    `unbound` are the terms before a floor or cap. `low` and `high` (one for each player) bound the
    value itself, which was `before`; `decimals` is what the rule rounds to. `theirs` is the Working
    of the opponents' numbers where the terms are these. `stand_in` says what stands in a row without an
    opponent.
    """

    values: np.ndarray
    rows: Any = None
    terms: np.ndarray | None = None
    counted: np.ndarray | None = None
    aggregate: str = ""
    denominators: np.ndarray | None = None
    raw_terms: np.ndarray | None = None
    left_out: str = ""
    bye_stand_in: str = ""
    before: np.ndarray | None = None
    low: np.ndarray | None = None
    high: np.ndarray | None = None
    decimals: int | None = None
    opponent_column: Any = None


@dataclass(frozen=True, slots=True)
class Rows:
    """What terms belong to where neither of Tables' own tables has a row for each.

    `opponent` is -1 for none; None: no row has one.
    """

    player: np.ndarray
    round: np.ndarray
    opponent: np.ndarray | None = None


def summed(tables, rows, terms, counted=None, **details):
    """The Working that adds the terms up."""
    return ColumnValues(_fold(tables, rows, terms, counted), rows, terms, counted, SUM, **details)


def averaged(tables, rows, terms, counted=None, alone=0, **details):
    """The Working that averages the terms; `alone` where none counts."""
    total, number = _fold(tables, rows, terms, counted), _fold(tables, rows, np.ones(len(terms)), counted)
    values = np.where(number > 0, ratio(total, number), alone)
    return ColumnValues(values, rows, terms, counted, MEAN, **details)


def divided(tables, rows, terms, denominators, counted=None, **details):
    """The Working that divides the sum of the terms by that of `whole`; 0 where this is none."""
    values = ratio(_fold(tables, rows, terms, counted), _fold(tables, rows, denominators, counted))
    return ColumnValues(values, rows, terms, counted, RATIO, denominators=denominators, **details)


def bounded(working, low=None, high=None):
    """The working with its values held between a floor and a cap, numbers or one for each player."""
    many, before = len(working.values), working.values
    values = before
    if low is not None:
        low = np.broadcast_to(low, many)
        values = np.maximum(values, low)
    if high is not None:
        high = np.broadcast_to(high, many)
        values = np.minimum(values, high)
    return replace(working, values=values, before=before, low=low, high=high)


def rounded(working, decimals):
    """The working with its values rounded, a half up, for rules that round."""
    # A hair more, so that a half that is not exact in binary still goes up.
    steps = np.floor(working.values * 10**decimals + 0.5 + 1e-9)
    return replace(working, values=steps / 10**decimals, before=working.values, decimals=decimals)


def ratio(part, denominators):
    """part / whole, 0 where the whole is not positive."""
    return np.divide(part, denominators, out=np.zeros(len(part)), where=denominators > 0)


def _fold(tables, rows, terms, counted):
    weights = terms if counted is None else np.where(counted, terms, 0)
    return np.bincount(rows.player, weights, len(tables.players)).astype(float)
