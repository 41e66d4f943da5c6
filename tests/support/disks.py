"""Fill a small disk, as the fixture `small_disk` makes one."""

from contextlib import suppress
from pathlib import Path

BLOCK = bytes(4096)


def fill_disk(folder: Path, free_bytes: int = 0) -> Path:
    """Fill the folder's disk up to so many bytes; return the file to delete."""
    file = folder / "filler"
    with file.open("wb", buffering=0) as filler:
        with suppress(OSError):
            while True:
                filler.write(BLOCK)
        filler.truncate(filler.tell() - free_bytes)
    return file
