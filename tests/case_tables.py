"""A table of cases as one test: a test by itself costs more than what most of the rows ask."""

from functools import wraps
from inspect import signature

import pytest


def every(names: str | tuple, table):
    """Like `parametrize`, in one test that fails with all the rows that fail, each named.

    A table that takes long to make may be a function: then no process makes it that does not need it.
    """
    names = [name.strip() for name in names.split(",")] if isinstance(names, str) else names

    def one_test(test):
        @wraps(test)
        def tested(**fixtures):
            if failed := [*failures(test, fixtures, names, table() if callable(table) else table)]:
                raise BaseExceptionGroup("of these rows", failed)

        asked = signature(test)
        tested.__signature__ = asked.replace(
            parameters=[one for name, one in asked.parameters.items() if name not in names]
        )
        return tested

    return one_test


def failures(test, fixtures, names, table):
    assert table, "a table without a row shows nothing"
    for row in table:
        values = (row,) if len(names) == 1 else row
        told = dict(zip(names, values, strict=True))
        try:
            test(**fixtures, **told)
        except (Exception, pytest.fail.Exception) as failure:
            failure.add_note(f"Row: {told}")
            yield failure
