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
    """Return the kind of part for the kind of a path: a bye is a match."""
    return "match" if kind == "bye" else kind


def kind_of(path: str) -> str:
    """Return the kind of part that a path names. ValueError for an invalid path."""
    return family(part_paths.split(path)[0])


def as_json(kind: str, part) -> dict | None:
    """Return a part as stored in the log; None for a missing part."""
    return None if part is None else WRITERS[kind](part)


def from_json(kind: str, value: dict | None, path: str):
    """Read a part from the log. Raises RuleViolation for an invalid value."""
    return None if value is None else event_file.READERS[kind](value, path)


def seated_players(value: dict | None) -> list[str]:
    """Return the player ids of a match as stored in the log, which may have any shape; empty without one."""
    if not isinstance(value, dict):
        return []
    seats = [{"player": value["bye"]}] if "bye" in value else value.get("seats")
    if not isinstance(seats, list):
        return []
    players = (seat.get("player") for seat in seats if isinstance(seat, dict))
    return [player for player in players if isinstance(player, str)]
