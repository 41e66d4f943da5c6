"""What a tiebreaker is, and what computing one gives."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

PERCENT, NUMBER = "percent", "number"
SUM, MEAN, RATIO = "sum", "mean", "ratio"


@dataclass(frozen=True, slots=True)
class Tiebreaker:
    """One column of the standings; more is better unless `lower_is_better`.

    `function(tables, options)` gives a Working. `options` are the defaults of its options;
    `takes_after` names the column whose options are its own where none are given. `among_tied`: it
    looks only at those whom the columns before it have left tied (Tables.tied).
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
class Working:
    """The numbers of a column and the terms that they are made of; made by the functions below.

    `values` has one number for each player. `rows` is the table that the terms belong to (`player`,
    `round`, and `opponent` where there is one, -1 for none); `terms` has one for each row, `counted`
    says which rows count (None: all) and `left_out` why others do not. `fold`: the terms are added
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
    fold: str = ""
    whole: np.ndarray | None = None
    unbound: np.ndarray | None = None
    left_out: str = ""
    stand_in: str = ""
    before: np.ndarray | None = None
    low: np.ndarray | None = None
    high: np.ndarray | None = None
    decimals: int | None = None
    theirs: Any = None


@dataclass(frozen=True, slots=True)
class Rows:
    """What terms belong to where neither of Tables' own tables has a row for each.

    `opponent` is -1 for none; None: no row has one.
    """

    player: np.ndarray
    round: np.ndarray
    opponent: np.ndarray | None = None


def summed(tables, rows, terms, counted=None, **shown):
    """The Working that adds the terms up."""
    return Working(_fold(tables, rows, terms, counted), rows, terms, counted, SUM, **shown)


def averaged(tables, rows, terms, counted=None, alone=0, **shown):
    """The Working that averages the terms; `alone` where none counts."""
    total, number = _fold(tables, rows, terms, counted), _fold(tables, rows, np.ones(len(terms)), counted)
    values = np.where(number > 0, ratio(total, number), alone)
    return Working(values, rows, terms, counted, MEAN, **shown)


def divided(tables, rows, terms, whole, counted=None, **shown):
    """The Working that divides the sum of the terms by that of `whole`; 0 where this is none."""
    values = ratio(_fold(tables, rows, terms, counted), _fold(tables, rows, whole, counted))
    return Working(values, rows, terms, counted, RATIO, whole=whole, **shown)


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


def ratio(part, whole):
    """part / whole, 0 where the whole is not positive."""
    return np.divide(part, whole, out=np.zeros(len(part)), where=whole > 0)


def _fold(tables, rows, terms, counted):
    weights = terms if counted is None else np.where(counted, terms, 0)
    return np.bincount(rows.player, weights, len(tables.players)).astype(float)
