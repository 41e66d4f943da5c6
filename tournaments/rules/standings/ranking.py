"""Computes the standings columns in order, and ranks from them."""

from dataclasses import replace

import numpy as np

from ..tiebreakers import TIEBREAKERS


def rank(rows_of_values):
    """Return ranks from 1 for rows of numbers, compared left to right, higher first; equal rows share one.

    Numbers count as equal within 1e-9. The ranks are in the order of the input.
    """
    array = np.array([tuple(row) for row in rows_of_values], float)
    if not array.size:
        return [1] * len(array)
    return ranks_of(steps_of(array)).tolist()


def steps_of(values):
    """Round numbers to steps of 1e-9, so that numbers that count as equal become equal."""
    # The offset keeps decimals and binary fractions off the edge of a step, where the last bit of a
    # sum could split a tie.
    return np.floor(np.asarray(values) * 1e9 + 0.381966)


def ranks_of(steps):
    """Return ranks from 1 of rows of steps, higher first; equal rows share one."""
    order = np.lexsort(-steps.T[::-1])
    ordered = steps[order]
    is_new_rank = np.ones(len(steps), bool)
    is_new_rank[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    places = np.arange(1, len(steps) + 1)
    ranks = np.empty(len(steps), int)
    ranks[order] = np.maximum.accumulate(np.where(is_new_rank, places, 0))
    return ranks


def ranked(tables, columns, listed):
    """Return ({key: ColumnValues} in column order, ranks of the players at the positions `listed`).

    An `among_tied` column is computed for the listed players that earlier columns leave tied.
    """
    column_values, steps = compute_columns(tables, columns, listed, np.empty((len(listed), 0)))
    return column_values, ranks_of(steps) if len(listed) else np.empty(0, int)


def ranked_in_pools(tables, columns, listed, pools):
    """Return (column values, ranks, places) as `ranked` does, with each listed player's place in their pool.

    `pools` names the pool of each listed player. The first of all pools rank before the second ones;
    between pools the columns decide, except `among_tied` ones: players of different pools have not met.
    """
    pool_numbers = np.unique(pools, return_inverse=True)[1].reshape(-1, 1)
    column_values, steps = compute_columns(tables, columns, listed, pool_numbers)
    places = np.empty(len(listed), int)
    for pool in np.unique(pool_numbers):
        in_pool = pool_numbers[:, 0] == pool
        places[in_pool] = ranks_of(steps[in_pool])
    comparable = [n for n, column in enumerate(columns, 1) if not TIEBREAKERS[column.key].among_tied]
    across = np.column_stack((-places, steps[:, comparable]))
    return column_values, ranks_of(across) if len(listed) else np.empty(0, int), tuple(places.tolist())


def compute_columns(tables, columns, listed, steps):
    """Return ({key: ColumnValues}, `steps` with one more column of the listed players for each column)."""
    column_values = {}
    for column in columns:
        entry = TIEBREAKERS[column.key]
        column_tables = replace(tables, tied=_tied(tables, steps, listed)) if entry.among_tied else tables
        computed = column_values[column.key] = entry.function(column_tables, column.options)
        better = -computed.values if entry.lower_is_better else computed.values
        steps = np.column_stack((steps, steps_of(better[listed])))
    return column_values, steps


def _tied(tables, steps, listed):
    """Return a number for each player, equal for tied players; unlisted players are tied with no one."""
    many = len(tables.players)
    tied = np.arange(many) + many + 1
    if len(listed):
        tied[listed] = ranks_of(steps) if steps.size else 1
    return tied
