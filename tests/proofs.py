"""How much of it: `make test` shows some of what `make prove`, and so the CI, shows whole."""

import os
import re
from collections import Counter
from functools import cache

WHOLE = "PROVE_EXAMPLES" in os.environ
# What a file says of which `make prove` has a longer version: one of its counts, or made examples.
LONGER = re.compile(r"PROVE_|tests\.proofs|hypothesis|invented_events|growing\.asked|test_same_pages")
# Function of a test → how many of its rows there have been.
ROWS = Counter()


def times(few: int, many: int) -> int:
    """`few` here, `many` in `make prove`."""
    return many if WHOLE else few


@cache
def is_longer(path):
    return bool(LONGER.search(path.read_text(encoding="utf-8")))


def is_late(item) -> bool:
    """Whether `make prove` alone does it: marked so, or one of the rows between those that `one_in` takes."""
    test = item.nodeid.partition("[")[0]
    ROWS[test] += 1
    taken = item.get_closest_marker("one_in")
    between = taken and (ROWS[test] - 1 - taken.kwargs.get("first", 0)) % taken.args[0]
    return bool(between or item.get_closest_marker("late"))
