"""Reads the zip of a backup within size limits, in memory."""

import zipfile
import zlib
from contextlib import contextmanager

from ...queries.log.backup import CONTENTS, FORMAT
from ...rules.errors import RuleViolation, _
from ...rules.event_file.parsing import MAX_FILE_BYTES, check_sound, parse

# Enough for 10,000 events with ten restore points each.
MAX_ENTRIES = 120_000
MAX_UNPACKED_BYTES = 4 * 2**30
COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ZIP_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    RuntimeError,
    NotImplementedError,
    ValueError,
    OSError,
)


class Archive:
    """An open backup."""

    def __init__(self, file: zipfile.ZipFile):
        self.file, self.bytes_read = file, 0
        entries = file.infolist()
        if len(entries) > MAX_ENTRIES:
            raise RuleViolation(_("The backup contains more than {most} files."), most=MAX_ENTRIES)
        if sum(entry.file_size for entry in entries) > MAX_UNPACKED_BYTES:
            text = _("The backup is larger than {most} MB when unpacked.")
            raise RuleViolation(text, most=MAX_UNPACKED_BYTES // 2**20)
        self.entries = {entry.filename: entry for entry in entries}
        if len(self.entries) < len(entries):
            raise RuleViolation(_("The backup contains two files with the same name."))

    def text(self, name: str) -> str:
        """Return the text of a file. RuleViolation if it is missing, too large or damaged."""
        entry = self.entries.get(name)
        if entry is None:
            raise RuleViolation(_("The backup doesn’t contain {name}."), name=name)
        if entry.file_size > MAX_FILE_BYTES or entry.compress_type not in COMPRESSIONS:
            text = _("{name}: too large for this backup, or compressed with an unknown method.")
            raise RuleViolation(text, name=name)
        try:
            with self.file.open(entry) as unpacked:
                # The size in the zip's directory may be wrong.
                data = unpacked.read(MAX_FILE_BYTES + 1)
            self.bytes_read += len(data)
            if len(data) > MAX_FILE_BYTES or self.bytes_read > MAX_UNPACKED_BYTES:
                raise RuleViolation(_("{name}: larger than the backup says."), name=name)
            return data.decode()
        except ZIP_ERRORS:
            raise RuleViolation(_("{name}: can’t be unpacked. The backup is damaged."), name=name) from None

    def values(self, name: str):
        """Return the checked JSON of a file."""
        try:
            values = parse(self.text(name))
            check_sound(values)
        except RuleViolation as violation:
            raise RuleViolation("{name}: {wrong}", name=name, wrong=str(violation)) from None
        return values

    def folders(self) -> list[str]:
        """Return the folder of each event. RuleViolation if the format is unknown."""
        contents = self.values(CONTENTS)
        if not isinstance(contents, dict) or contents.get("format") != FORMAT:
            raise RuleViolation(_("This isn’t a backup in the format {format}."), format=FORMAT)
        events = contents.get("events")
        if not isinstance(events, list) or not all(isinstance(folder, str) for folder in events):
            raise RuleViolation(_("{name}: doesn’t list the events in the backup."), name=CONTENTS)
        return events


@contextmanager
def open_archive(file):
    """Open a path or binary file as an Archive. RuleViolation if it is no backup."""
    try:
        opened = zipfile.ZipFile(file)
    except FileNotFoundError:
        raise RuleViolation(_("The file {file} doesn’t exist."), file=file) from None
    except ZIP_ERRORS:
        text = _("This isn’t a backup. (To import an event file, use import_event.)")
        raise RuleViolation(text) from None
    with opened:
        yield Archive(opened)
