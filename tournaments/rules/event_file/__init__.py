"""Reading and writing of event files: JSON files that each contain one whole event."""

from .fields import MAX_FILE_BYTES
from .log import AFTER, BEFORE, READERS, read_parts
from .players import read_byes, read_check_in, read_lists, read_registration, registration_fragment
from .reading import read, read_text
from .rounds import read_match
from .writing import (
    event_fragment,
    format_json,
    match_fragment,
    phase_fragment,
    player_fragment,
    round_fragment,
    text,
    without_contact_data,
    write,
)

__all__ = [
    "AFTER",
    "BEFORE",
    "MAX_FILE_BYTES",
    "READERS",
    "event_fragment",
    "format_json",
    "match_fragment",
    "phase_fragment",
    "player_fragment",
    "read",
    "read_byes",
    "read_check_in",
    "read_lists",
    "read_match",
    "read_parts",
    "read_registration",
    "read_text",
    "registration_fragment",
    "round_fragment",
    "text",
    "without_contact_data",
    "write",
]
