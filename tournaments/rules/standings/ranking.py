"""Columns computed in order, and ranks made from them."""

from dataclasses import replace

import numpy as np

from ..tiebreakers import TIEBREAKERS


def rank(rows_of_values):
    """Ranks from 1 for rows of numbers, each compared in order, higher first; equal rows share one.

    Numbers count as equal within 1e-9. The answer has the order of the input.
    """
    array = np.array([tuple(row) for row in rows_of_values], float)
    if not array.size:
        return [1] * len(array)
    return ranks_of(steps_of(array)).tolist()


def steps_of(values):
    """Numbers as steps of 1e-9, equal for those that count as equal."""
    # The steps begin off the round numbers: a sum's last bit must never split a tie, and decimals
    # and binary fractions would fall right on the edge of a step.
    return np.floor(np.asarray(values) * 1e9 + 0.381966)


def ranks_of(steps):
    """Ranks from 1 of rows of steps, higher first; equal rows share one."""
    order = np.lexsort(-steps.T[::-1])
    ordered = steps[order]
    new = np.ones(len(steps), bool)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    places = np.arange(1, len(steps) + 1)
    ranks = np.empty(len(steps), int)
    ranks[order] = np.maximum.accumulate(np.where(new, places, 0))
    return ranks


def ranked(tables, columns, listed):
    """({key: Working} of the columns in order, the ranks of the players at the positions `listed`).

    A column that looks among those tied is computed for the listed players whom the columns before
    it have not parted.
    """
    workings, steps = computed(tables, columns, listed, np.empty((len(listed), 0)))
    return workings, ranks_of(steps) if len(listed) else np.empty(0, int)


def ranked_in_pools(tables, columns, listed, pools):
    """(workings, ranks, places): as `ranked`, with a place in the pool for each of the listed, whose pools
    are named in `pools`.

    The first of all pools rank before the second ones; among those the columns decide, less those that
    look among the tied: in different pools nobody has met.
    """
    apart = np.unique(pools, return_inverse=True)[1].reshape(-1, 1)
    workings, steps = computed(tables, columns, listed, apart)
    places = np.empty(len(listed), int)
    for pool in np.unique(apart):
        own = apart[:, 0] == pool
        places[own] = ranks_of(steps[own])
    alike = [n for n, column in enumerate(columns, 1) if not TIEBREAKERS[column.key].among_tied]
    across = np.column_stack((-places, steps[:, alike]))
    return workings, ranks_of(across) if len(listed) else np.empty(0, int), tuple(places.tolist())


def computed(tables, columns, listed, steps):
    """({key: Working}, the steps of the listed players in each column after those given)."""
    workings = {}
    for column in columns:
        entry = TIEBREAKERS[column.key]
        asked = replace(tables, tied=_tied(tables, steps, listed)) if entry.among_tied else tables
        working = workings[column.key] = entry.function(asked, column.options)
        better = -working.values if entry.lower_is_better else working.values
        steps = np.column_stack((steps, steps_of(better[listed])))
    return workings, steps


def _tied(tables, steps, listed):
    """A number for each player, the same for those still tied; who is not listed is tied with nobody."""
    many = len(tables.players)
    tied = np.arange(many) + many + 1
    if len(listed):
        tied[listed] = ranks_of(steps) if steps.size else 1
    return tied
