"""Reading and writing of event files: JSON files that each contain one whole event."""

from .log import READERS
from .matches import read_match
from .parsing import MAX_FILE_BYTES
from .players import read_byes
from .reading import read, read_text
from .writing import (
    event_fragment,
    format_json,
    match_fragment,
    phase_fragment,
    player_fragment,
    round_fragment,
    text,
    write,
)

__all__ = [
    "MAX_FILE_BYTES",
    "READERS",
    "event_fragment",
    "format_json",
    "match_fragment",
    "phase_fragment",
    "player_fragment",
    "read",
    "read_byes",
    "read_match",
    "read_text",
    "round_fragment",
    "text",
    "write",
]
