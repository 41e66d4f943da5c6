"""How much of it: `make test` shows some of what `make prove`, and so the CI, shows whole."""

import os

WHOLE = "PROVE_EXAMPLES" in os.environ


def times(few: int, many: int) -> int:
    """`few` here, `many` in `make prove`."""
    return many if WHOLE else few
