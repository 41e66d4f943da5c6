"""Files for secrets that only their owner can read, and that are complete or do not exist."""

import os
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from ...rules.errors import RuleViolation, _


@contextmanager
def create_secret_file(path: Path):
    """Open a file for writing that gets the name `path` once it is complete and on the disk.

    Until then it lies beside it under a name that ends in “.part”, which a killed process leaves behind.
    Raises RuleViolation if `path` exists or cannot be created.
    """
    refuse_existing(path)
    try:
        part = NamedTemporaryFile(  # noqa: SIM115
            dir=path.parent, prefix=f".{path.name}.", suffix=".part", delete=False
        )
    except OSError as problem:
        raise RuleViolation(_("{file}: {problem}"), file=path, problem=problem.strerror) from None
    try:
        with part as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        refuse_existing(path)
        Path(part.name).rename(path)
    except BaseException:
        Path(part.name).unlink(missing_ok=True)
        raise
    flush_folder(path.parent)


def refuse_existing(path: Path):
    if path.exists():
        raise RuleViolation(_("{file} already exists. Choose another name."), file=path)


def flush_folder(folder: Path):
    """Write the names of a folder's files to the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_private(path: Path):
    """Let only its owner read the file or folder. A missing file is created."""
    with suppress(OSError):
        if path.is_dir():
            path.chmod(0o700)
            return
        path.touch(mode=0o600)
        for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
            with suppress(FileNotFoundError):
                path.with_name(name).chmod(0o600)
