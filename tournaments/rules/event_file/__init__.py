"""The event file: one JSON file that holds one whole event, read and written."""

from .log import READERS
from .matches import read_match
from .parsing import MOST_BYTES
from .players import read_byes
from .reading import read, read_text
from .writing import (
    event_fragment,
    match_fragment,
    phase_fragment,
    player_fragment,
    round_fragment,
    spelt,
    text,
    write,
)

__all__ = [
    "MOST_BYTES",
    "READERS",
    "event_fragment",
    "match_fragment",
    "phase_fragment",
    "player_fragment",
    "read",
    "read_byes",
    "read_match",
    "read_text",
    "round_fragment",
    "spelt",
    "text",
    "write",
]
