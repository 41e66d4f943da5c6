"""New files for secrets that only their owner can read."""

import os
from contextlib import contextmanager
from pathlib import Path

from ...rules.errors import RuleViolation, _


@contextmanager
def create_secret_file(path: Path):
    """Open a new file for writing, deleted on errors. RuleViolation if it exists or cannot be created."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise RuleViolation(_("{file} already exists. Choose another name."), file=path) from None
    except OSError as problem:
        raise RuleViolation(_("{file}: {problem}"), file=path, problem=problem.strerror) from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
    except BaseException:
        path.unlink(missing_ok=True)
        raise
