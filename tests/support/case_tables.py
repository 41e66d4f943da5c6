"""A table of cases as one test, because setting up a test takes longer than checking most rows."""

from functools import wraps
from inspect import signature

import pytest


def every(names: str | tuple, table):
    """Like `parametrize`, but as one test that fails with all failing rows, each named.

    A table that takes long to build may be a function: then only the process that runs the test builds it.
    """
    names = [name.strip() for name in names.split(",")] if isinstance(names, str) else names

    def decorate(test):
        @wraps(test)
        def run_rows(**fixtures):
            if failed := [*failures(test, fixtures, names, table() if callable(table) else table)]:
                raise BaseExceptionGroup("of these rows", failed)

        original = signature(test)
        parameters = [parameter for name, parameter in original.parameters.items() if name not in names]
        run_rows.__signature__ = original.replace(parameters=parameters)
        return run_rows

    return decorate


def failures(test, fixtures, names, table):
    assert table, "a table without a row shows nothing"
    for row in table:
        case = dict(zip(names, (row,) if len(names) == 1 else row, strict=True))
        try:
            test(**fixtures, **case)
        except (Exception, pytest.fail.Exception) as failure:
            failure.add_note(f"Row: {case}")
            yield failure
