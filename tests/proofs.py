"""How much of it: `make test` shows some of what `make prove`, and so the CI, shows whole."""

import os

WHOLE = "PROVE_EXAMPLES" in os.environ


def one_in(count: int, table, first: int = 0) -> list:
    """Every so manieth row of a table whose rows go the same way through the code; in `make prove` all.

    Of a product of lists it takes every value of the last, where `count` and its length share no factor.
    """
    return list(table) if WHOLE else list(table)[first::count]


def times(few: int, many: int) -> int:
    """`few` here, `many` in `make prove`."""
    return many if WHOLE else few
