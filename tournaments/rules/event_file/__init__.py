"""Reading and writing of event files: JSON files that each contain one whole event."""

from .fields import MAX_FILE_BYTES
from .log import AFTER, BEFORE, READERS, read_parts
from .phases import EVENT_FIELDS, phase_fragment, round_fragment
from .players import CHECK_IN, ENTRY_FIELDS, LISTS, PLAYER_FIELDS, REGISTRATION, read_byes
from .reading import read, read_text
from .rounds import REPORT_FIELDS, match_fragment, read_match
from .writing import format_json, text, without_contact_data, write

__all__ = [
    "AFTER",
    "BEFORE",
    "CHECK_IN",
    "ENTRY_FIELDS",
    "EVENT_FIELDS",
    "LISTS",
    "MAX_FILE_BYTES",
    "PLAYER_FIELDS",
    "READERS",
    "REGISTRATION",
    "REPORT_FIELDS",
    "format_json",
    "match_fragment",
    "phase_fragment",
    "read",
    "read_byes",
    "read_match",
    "read_parts",
    "read_text",
    "round_fragment",
    "text",
    "without_contact_data",
    "write",
]
