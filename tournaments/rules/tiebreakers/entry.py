"""The Tiebreaker, and the calculation of its ColumnValues."""

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
    function: Callable
    unit: str = NUMBER
    options: Mapping[str, Any] = field(default_factory=dict)
    takes_after: str = ""
    lower_is_better: bool = False
    among_tied: bool = False


@dataclass(frozen=True, slots=True)
class ColumnValues:
    """The numbers of a column, one for each player, and the terms that they are made of.

    Each row of `rows` (with columns `player`, `round` and perhaps `opponent`, -1 for none) has one of the
    `terms`. `counted`: which rows count (None: all); `left_out`: why the others do not. `aggregate`: the
    terms are added up (`sum`), averaged (`mean`), or added up and divided by the sum of the `denominators`
    (`ratio`).

    `raw_terms` are the terms before a floor or cap; `raw_values` the values before a floor, cap or rounding;
    `decimals` what the rule rounds to. `opponent_column`: the ColumnValues of which the terms are the
    opponents' values. `bye_stand_in`: a note for rows without an opponent.
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
    raw_values: np.ndarray | None = None
    decimals: int | None = None
    opponent_column: Any = None


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of terms, if they are not those of a table in StandingsTables.

    `opponent` is -1 for none; None: no row has one.
    """

    player: np.ndarray
    round: np.ndarray
    opponent: np.ndarray | None = None


def sum_terms(tables, rows, terms, counted=None, **details):
    """Return the column that adds up each player's terms."""
    return ColumnValues(_sums(tables, rows, terms, counted), rows, terms, counted, SUM, **details)


def average_terms(tables, rows, terms, counted=None, default=0, **details):
    """Return the column that averages each player's terms; `default` if none counts."""
    sums, counts = _sums(tables, rows, terms, counted), _sums(tables, rows, np.ones(len(terms)), counted)
    values = np.where(counts > 0, _divide(sums, counts), default)
    return ColumnValues(values, rows, terms, counted, MEAN, **details)


def divide_terms(tables, rows, terms, denominators, counted=None, **details):
    """Return the column that divides the sum of the terms by that of the denominators; 0 if that is 0."""
    values = _divide(_sums(tables, rows, terms, counted), _sums(tables, rows, denominators, counted))
    return ColumnValues(values, rows, terms, counted, RATIO, denominators=denominators, **details)


def clamp(column, low=None, high=None):
    """Return the column with its values between a floor and a cap, each a number or one for each player."""
    return replace(column, values=np.clip(column.values, low, high), raw_values=column.values)


def round_half_up(column, decimals):
    """Return the column with its values rounded, a half up."""
    # A tiny bit more, so that a half that is not exact in binary is still rounded up.
    steps = np.floor(column.values * 10**decimals + 0.5 + 1e-9)
    return replace(column, values=steps / 10**decimals, raw_values=column.values, decimals=decimals)


def _sums(tables, rows, terms, counted):
    """Return the sum of each player's counted terms."""
    weights = terms if counted is None else np.where(counted, terms, 0)
    return np.bincount(rows.player, weights, len(tables.players)).astype(float)


def _divide(sums, divisors):
    """Return the quotients, 0 if a divisor is not positive."""
    return np.divide(sums, divisors, out=np.zeros(len(sums)), where=divisors > 0)
