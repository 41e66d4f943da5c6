"""Files that hold secrets: new ones, for their owner's eyes alone."""

import os
from contextlib import contextmanager
from pathlib import Path

from ...rules.errors import RuleViolation, _


@contextmanager
def new_file(path: Path):
    """A file open for writing bytes, gone again if anything goes wrong. RuleViolation where one is there
    already, or none can be made."""
    try:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise RuleViolation(_("{file} is there already: take another name."), file=path) from None
    except OSError as problem:
        raise RuleViolation(_("{file}: {problem}"), file=path, problem=problem.strerror) from None
    try:
        with os.fdopen(made, "wb") as file:
            yield file
    except BaseException:
        path.unlink(missing_ok=True)
        raise
