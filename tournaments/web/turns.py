"""Turns of an event: of its public pages at most one is calculated at once in a process.

Other requests for the event wait in the order in which they came. If all threads of the process calculate or
wait, the newest that waits gives up after a moment, so that visitors of other events get a thread. An event
without a line begins at once, even in the last thread.
"""

import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Condition, get_ident

# A request may wait in the last thread until the calculation at the head of its line has taken this long:
PATIENCE_SECONDS = 1
# and this long where no other event needs the thread, as in a shop.
LONE_EVENT_PATIENCE_SECONDS = 4
# An event needs threads this long after its last turn. A cached page that somebody visits has one a minute.
VISITED_SECONDS = 120
# nginx gives up after eight seconds.
MAX_WAIT_SECONDS = 6
# gunicorn.conf.py sets the number of threads of this process.
thread_count = 4


class TooBusy(Exception):
    """Raised for a request that would have to wait too long; the answer is a page that tries again."""


@dataclass(eq=False)
class Turn:
    """A request in the line of an event; `key` names what it calculates."""

    key: str
    thread: int = field(default_factory=get_ident)
    arrived_at: float = field(default_factory=time.monotonic)
    began_at: float = 0.0


# By primary key of the event; the first of each line calculates.
_lines: dict[int, list[Turn]] = {}
# By primary key of the event: when its newest turn came.
_last_turns: dict[int, float] = {}
_lines_changed = Condition()


@contextmanager
def take_turn(event, key=""):
    """Calculate while no other request calculates for this event; raise TooBusy if that would take too long.

    A turn within a turn of the same thread is the same one.
    """
    with _lines_changed:
        line = _lines.get(event.pk)
        is_ours = line is not None and line[0].thread == get_ident()
        turn = None if is_ours else _join_line(event.pk, key)
    if is_ours:
        yield
        return
    try:
        with _lines_changed:
            _wait_for_turn(event.pk, turn)
        yield
    finally:
        with _lines_changed:
            _leave_line(event.pk, turn)


def is_awaited(event, key: str) -> bool:
    """Return whether a request in the line calculates this, or is going to."""
    with _lines_changed:
        return any(turn.key == key for turn in _lines.get(event.pk, ()))


def _join_line(event_pk: int, key: str) -> Turn:
    turn = Turn(key)
    for pk in [pk for pk, at in _last_turns.items() if at < turn.arrived_at - VISITED_SECONDS]:
        del _last_turns[pk]
    _last_turns[event_pk] = turn.arrived_at
    line = _lines.setdefault(event_pk, [])
    line.append(turn)
    _begin_first(line)
    return turn


def _wait_for_turn(event_pk: int, turn: Turn):
    """Return when the turn is the first of its line; raise TooBusy if it has to leave the line before."""
    line = _lines[event_pk]
    while line[0] is not turn:
        give_up_at = turn.arrived_at + MAX_WAIT_SECONDS
        if _has_to_make_room(turn):
            is_alone = _last_turns.keys() <= {event_pk}
            patience = LONE_EVENT_PATIENCE_SECONDS if is_alone else PATIENCE_SECONDS
            give_up_at = min(give_up_at, line[0].began_at + patience)
        seconds = give_up_at - time.monotonic()
        if seconds <= 0:
            raise TooBusy
        _lines_changed.wait(seconds)


def _has_to_make_room(turn: Turn) -> bool:
    """Return whether the turns of all events hold all threads, and this one is the newest that waits."""
    if sum(map(len, _lines.values())) < thread_count:
        return False
    waiting = [other for line in _lines.values() for other in line[1:]]
    return turn is max(waiting, key=lambda other: other.arrived_at)


def _leave_line(event_pk: int, turn: Turn):
    line = _lines[event_pk]
    line.remove(turn)
    if line:
        _begin_first(line)
    else:
        del _lines[event_pk]
        _lines_changed.notify_all()


def _begin_first(line: list[Turn]):
    """Let the first turn of a line begin, and all that wait count the free threads again."""
    line[0].began_at = line[0].began_at or time.monotonic()
    _lines_changed.notify_all()
