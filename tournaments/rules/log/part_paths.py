"""Paths of the parts of an event, as used in the log."""

EVENT = "event"


def player(key):
    return f"player:{key}"


def phase(number):
    return f"phase:{number}"


def round_(phase_number, number):
    return f"round:{phase_number}:{number}"


def match(phase_number, round_number, match):
    """Return the path of a table by its number, or of a bye by its player."""
    if match.is_bye:
        return f"bye:{phase_number}:{round_number}:{match.seats[0].player}"
    return f"match:{phase_number}:{round_number}:{match.table}"


def split(path):
    """Return ("match", (1, 2, 12)), ("player", ("p7",)), ("bye", (1, 2, "p7")) or ("event", ()).

    Raises ValueError for an invalid path.
    """
    kind, _, rest = path.partition(":")
    if kind == EVENT and not rest:
        return kind, ()
    if kind == "player" and rest:
        return kind, (rest,)
    if kind == "phase":
        return kind, (int(rest),)
    if kind == "round":
        phase_number, number = rest.split(":")
        return kind, (int(phase_number), int(number))
    if kind in ("match", "bye"):
        phase_number, number, last = rest.split(":", 2)
        return kind, (int(phase_number), int(number), int(last) if kind == "match" else last)
    raise ValueError(path)
