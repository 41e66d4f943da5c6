"""The zip of a backup, read within bounds: nothing goes to the disk, and no name in it leads anywhere."""

import zipfile
import zlib
from contextlib import contextmanager

from ...queries.log.backup import CONTENTS, FORMAT
from ...rules.errors import RuleViolation, _
from ...rules.event_file.parsing import MOST_BYTES, parse, sound

# 10,000 events with ten restore points each; and what all of it comes to when it is unpacked.
MOST_ENTRIES = 120_000
MOST_UNPACKED = 4 * 2**30
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, ValueError, OSError)


class Archive:
    """An open backup. A file of it is read by its name, and no further than an event file may go."""

    def __init__(self, packed: zipfile.ZipFile):
        self.packed, self.read_so_far = packed, 0
        entries = packed.infolist()
        if len(entries) > MOST_ENTRIES:
            raise RuleViolation(_("The backup holds more than {most} files."), most=MOST_ENTRIES)
        if sum(entry.file_size for entry in entries) > MOST_UNPACKED:
            raise RuleViolation(
                _("The backup is larger than {most} MB unpacked."), most=MOST_UNPACKED // 2**20
            )
        self.entries = {entry.filename: entry for entry in entries}
        if len(self.entries) < len(entries):
            raise RuleViolation(_("The backup holds two files of one name."))

    def text(self, name: str) -> str:
        """The text of a file; RuleViolation where there is none, or it is too big or broken."""
        entry = self.entries.get(name)
        if entry is None:
            raise RuleViolation(_("The backup lacks {name}."), name=name)
        if entry.file_size > MOST_BYTES or entry.compress_type not in PACKINGS:
            raise RuleViolation(
                _("{name}: too big for this backup, or packed in a way not known here."), name=name
            )
        try:
            with self.packed.open(entry) as opened:
                # What stands in the zip's list need not be true: no more than this is ever unpacked.
                history = opened.read(MOST_BYTES + 1)
            self.read_so_far += len(history)
            if len(history) > MOST_BYTES or self.read_so_far > MOST_UNPACKED:
                raise RuleViolation(_("{name}: larger than its place in the backup says."), name=name)
            return history.decode()
        except BROKEN:
            raise RuleViolation(_("{name}: cannot be unpacked, the backup is damaged."), name=name) from None

    def values(self, name: str):
        """The JSON values of a file, safe to look at."""
        try:
            told = parse(self.text(name))
            sound(told)
        except RuleViolation as wrong:
            raise RuleViolation("{name}: {wrong}", name=name, wrong=str(wrong)) from None
        return told

    def folders(self) -> list[str]:
        """The folder of each event. RuleViolation where this is no backup that is known here."""
        told = self.values(CONTENTS)
        if not isinstance(told, dict) or told.get("format") != FORMAT:
            raise RuleViolation(_("This is no backup of the format {format}."), format=FORMAT)
        events = told.get("events")
        if not isinstance(events, list) or not all(isinstance(folder, str) for folder in events):
            raise RuleViolation(_("{name}: does not say which events it holds."), name=CONTENTS)
        return events


@contextmanager
def opened(file):
    """The Archive in a file, given by its path or open for reading bytes. RuleViolation where it is none."""
    try:
        packed = zipfile.ZipFile(file)
    except FileNotFoundError:
        raise RuleViolation(_("There is no file {file}."), file=file) from None
    except BROKEN:
        words = _("This is no backup. (The file of one event is taken by import_event.)")
        raise RuleViolation(words) from None
    with packed:
        yield Archive(packed)
