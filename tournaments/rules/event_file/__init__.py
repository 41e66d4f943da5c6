"""The event file: one JSON file that holds one whole event, read and written."""

from .matches import read_match
from .parsing import MOST_BYTES
from .phases import read_phase, read_round
from .players import read_byes, read_player
from .reading import read, read_event, read_text
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
    "event_fragment",
    "match_fragment",
    "phase_fragment",
    "player_fragment",
    "read",
    "read_byes",
    "read_event",
    "read_match",
    "read_phase",
    "read_player",
    "read_round",
    "read_text",
    "round_fragment",
    "spelt",
    "text",
    "write",
]
