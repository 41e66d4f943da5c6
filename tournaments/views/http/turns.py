"""Turns of an event: of its public pages at most one is calculated at once in a process.

Other requests for the event wait in the order in which they came, but never for long in the last thread of
the process: visitors of other events get that one.
"""

import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event as Signal
from threading import Lock, get_ident

# A request may wait in the last thread until the calculation at the head of the line has taken this long.
PATIENCE_SECONDS = 0.5
# nginx gives up after eight seconds.
MAX_WAIT_SECONDS = 6
# gunicorn.conf.py sets the number of threads of this process.
thread_count = 4


class TooBusy(Exception):
    """Raised for a request that would have to wait too long; the answer is a page that tries again."""


@dataclass
class Turn:
    """A request in the line of an event; `key` names what it calculates."""

    key: str
    thread: int = field(default_factory=get_ident)
    has_begun: Signal = field(default_factory=Signal)
    began_at: float = 0.0

    def begin(self):
        self.began_at = time.monotonic()
        self.has_begun.set()


# By primary key of the event; the first of each line calculates.
_lines: dict[int, list[Turn]] = {}
_lines_lock = Lock()


@contextmanager
def take_turn(event, key=""):
    """Calculate while no other request calculates for this event; raise TooBusy if that would take too long.

    A turn within a turn of the same thread is the same one.
    """
    turn = Turn(key)
    with _lines_lock:
        line = _lines.setdefault(event.pk, [])
        is_ours = bool(line) and line[0].thread == turn.thread
        if not is_ours:
            line.append(turn)
            if turn is line[0]:
                turn.begin()
            wait = MAX_WAIT_SECONDS
            if len(line) >= thread_count:
                wait = max(0, line[0].began_at + PATIENCE_SECONDS - time.monotonic())
    if is_ours:
        yield
        return
    try:
        if not turn.has_begun.wait(wait):
            raise TooBusy
        yield
    finally:
        _leave(event.pk, turn)


def _leave(event_pk: int, turn: Turn):
    """Remove a turn from its line; the next one begins."""
    with _lines_lock:
        line = _lines[event_pk]
        line.remove(turn)
        if not line:
            del _lines[event_pk]
        elif not line[0].has_begun.is_set():
            line[0].begin()


def is_awaited(event, key: str) -> bool:
    """Return whether a request in the line calculates this, or is going to."""
    with _lines_lock:
        return any(turn.key == key for turn in _lines.get(event.pk, ()))
