"""Parts of an event in the event file's words, as the log keeps them."""

from . import event_file, history, paths

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
    return family(paths.split(path)[0])


def as_json(kind: str, part) -> dict | None:
    """A part as the log keeps it; None for one that is not there."""
    return None if part is None else WRITERS[kind](part)


def sitting_in(told: dict | None) -> list:
    """The players of a match in the log's words; nobody where there is none."""
    told = told or {}
    seats = [{"player": told["bye"]}] if "bye" in told else told.get("seats")
    if not isinstance(seats, list):
        return []
    return [seat.get("player") for seat in seats if isinstance(seat, dict)]


def from_json(kind: str, told: dict | None, path: str):
    """The part again. Raises RuleViolation, KeyError or TypeError for what is none."""
    return None if told is None else READERS[kind](told, path)


def read_player(told, path):
    told = dict(told)
    return event_file.read_player(told, path, told.pop("order", 0))


def read_match(told, path):
    is_pod = len(told.get("seats", ())) > 2
    kind = history.BRACKET if "slot" in told else history.PODS if is_pod else history.SWISS
    return event_file.read_match(told, path, kind)


READERS = {
    "event": event_file.read_event,
    "player": read_player,
    "phase": event_file.read_phase,
    "round": lambda told, path: event_file.read_round(told, path, history.SWISS),
    "match": read_match,
}
