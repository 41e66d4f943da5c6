"""Parts of an event as JSON values of the event file, as stored in the log."""

from .. import event_file
from . import part_paths

WRITERS = {
    "event": event_file.event_fragment,
    "player": lambda player: event_file.player_fragment(player) | {"order": player.order},
    "phase": event_file.phase_fragment,
    "round": event_file.round_fragment,
    "match": event_file.match_fragment,
}


def family(kind: str) -> str:
    """The kind of part that a path's kind names: a bye is a match."""
    return "match" if kind == "bye" else kind


def kind_of(path: str) -> str:
    """The kind of part that a path names. ValueError for an invalid path."""
    return family(part_paths.split(path)[0])


def as_json(kind: str, part) -> dict | None:
    """Return a part as stored in the log; None for a missing part."""
    return None if part is None else WRITERS[kind](part)


def sitting_in(value: dict | None) -> list:
    """Player ids of a match as stored in the log; empty without a match."""
    if not isinstance(value, dict):
        return []
    seats = [{"player": value["bye"]}] if "bye" in value else value.get("seats")
    if not isinstance(seats, list):
        return []
    return [
        seat["player"] for seat in seats if isinstance(seat, dict) and isinstance(seat.get("player"), str)
    ]


def from_json(kind: str, value: dict | None, path: str):
    """Read a part from the log. Raises RuleViolation for an invalid value."""
    return None if value is None else event_file.READERS[kind](value, path)
