"""What a tiebreaker is, and what computing one gives."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

PERCENT, NUMBER = "percent", "number"


@dataclass(frozen=True, slots=True)
class Tiebreaker:
    """One column of the standings; more is better.

    `function(tables, options)` gives a Working. `options` are the defaults of its options;
    `takes_after` names the column whose options are its own where none are given.
    """

    key: str
    label: str
    explanation: str
    source: str
    unit: str
    function: Callable
    options: Mapping[str, Any] = field(default_factory=dict)
    takes_after: str = ""


@dataclass(frozen=True, slots=True)
class Working:
    """The numbers of a column and the terms that they are made of.

    `values` has one number for each player. `terms` has one for each row of the table `of`
    (`played` or `met`), `counted` says which rows count, `fold` how they are folded (`sum`,
    `mean`); a number that is a plain ratio has `terms` None.
    """

    values: np.ndarray
    terms: np.ndarray | None = None
    counted: np.ndarray | None = None
    of: str = ""
    fold: str = ""
