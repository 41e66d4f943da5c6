"""Parts of an event in the event file's words, as the log keeps them."""

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
    """The kind of part that a path names. ValueError where it names nothing."""
    return family(part_paths.split(path)[0])


def as_json(kind: str, part) -> dict | None:
    """A part as the log keeps it; None for one that is not there."""
    return None if part is None else WRITERS[kind](part)


def sitting_in(told: dict | None) -> list:
    """The players of a match in the log's words; nobody where there is none."""
    if not isinstance(told, dict):
        return []
    seats = [{"player": told["bye"]}] if "bye" in told else told.get("seats")
    if not isinstance(seats, list):
        return []
    return [
        seat["player"] for seat in seats if isinstance(seat, dict) and isinstance(seat.get("player"), str)
    ]


def from_json(kind: str, told: dict | None, path: str):
    """The part again. Raises RuleViolation for what is none."""
    return None if told is None else event_file.READERS[kind](told, path)
