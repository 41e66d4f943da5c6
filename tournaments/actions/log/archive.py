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
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, ValueError, OSError)


class Archive:
    """An open backup."""

    def __init__(self, packed: zipfile.ZipFile):
        self.packed, self.read_so_far = packed, 0
        entries = packed.infolist()
        if len(entries) > MAX_ENTRIES:
            raise RuleViolation(_("The backup holds more than {most} files."), most=MAX_ENTRIES)
        if sum(entry.file_size for entry in entries) > MAX_UNPACKED_BYTES:
            raise RuleViolation(
                _("The backup is larger than {most} MB unpacked."), most=MAX_UNPACKED_BYTES // 2**20
            )
        self.entries = {entry.filename: entry for entry in entries}
        if len(self.entries) < len(entries):
            raise RuleViolation(_("The backup holds two files of one name."))

    def text(self, name: str) -> str:
        """Return the text of a file. RuleViolation if it is missing, too large or damaged."""
        entry = self.entries.get(name)
        if entry is None:
            raise RuleViolation(_("The backup lacks {name}."), name=name)
        if entry.file_size > MAX_FILE_BYTES or entry.compress_type not in PACKINGS:
            raise RuleViolation(
                _("{name}: too big for this backup, or packed in a way not known here."), name=name
            )
        try:
            with self.packed.open(entry) as open_archive:
                # The size in the zip's directory may be wrong.
                data = open_archive.read(MAX_FILE_BYTES + 1)
            self.read_so_far += len(data)
            if len(data) > MAX_FILE_BYTES or self.read_so_far > MAX_UNPACKED_BYTES:
                raise RuleViolation(_("{name}: larger than its place in the backup says."), name=name)
            return data.decode()
        except BROKEN:
            raise RuleViolation(_("{name}: cannot be unpacked, the backup is damaged."), name=name) from None

    def values(self, name: str):
        """Return the checked JSON of a file."""
        try:
            values = parse(self.text(name))
            check_sound(values)
        except RuleViolation as wrong:
            raise RuleViolation("{name}: {wrong}", name=name, wrong=str(wrong)) from None
        return values

    def folders(self) -> list[str]:
        """Return the folder of each event. RuleViolation if the format is unknown."""
        contents = self.values(CONTENTS)
        if not isinstance(contents, dict) or contents.get("format") != FORMAT:
            raise RuleViolation(_("This is no backup of the format {format}."), format=FORMAT)
        events = contents.get("events")
        if not isinstance(events, list) or not all(isinstance(folder, str) for folder in events):
            raise RuleViolation(_("{name}: does not say which events it holds."), name=CONTENTS)
        return events


@contextmanager
def open_archive(file):
    """Open a backup by path or binary file as an Archive. RuleViolation if it is none."""
    try:
        packed = zipfile.ZipFile(file)
    except FileNotFoundError:
        raise RuleViolation(_("There is no file {file}."), file=file) from None
    except BROKEN:
        words = _("This is no backup. (The file of one event is taken by import_event.)")
        raise RuleViolation(words) from None
    with packed:
        yield Archive(packed)
