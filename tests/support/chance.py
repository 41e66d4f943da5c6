"""One seed for every random choice of a test run: fixed with CI set, otherwise new for each run.

Hypothesis, the walks and all secrets (links, seeds of draws) follow from it. A failed test prints it, and
`SEED=… make prove` repeats the run.
"""

import os
import secrets
from contextlib import contextmanager
from random import Random, SystemRandom

import pytest

IS_CI = bool(os.environ.get("CI"))
# In the environment, so that all processes of a run have the same.
SEED = os.environ.setdefault("SEED", "1" if IS_CI else str(SystemRandom().randrange(2**32)))


@contextmanager
def seeded(*parts: str):
    """Draw the secrets of this process from the run's seed and these texts."""
    generator = Random(" ".join((SEED, *parts)))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(secrets, "token_bytes", lambda nbytes=None: generator.randbytes(nbytes or 32))
        patched.setattr(secrets, "choice", generator.choice)
        patched.setattr(secrets, "randbelow", generator.randrange)
        yield
