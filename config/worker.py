"""gunicorn's worker of threads; where there are several, one of them is the desk's."""

import fcntl
import os
import re
import selectors
import socket
import struct
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from tempfile import TemporaryFile
from time import monotonic

from gunicorn.workers.gthread import TConn, ThreadWorker

# What anybody sends, the desk's pages, and who asks whether all is well; the rest is looked at and polled.
FIRST = re.compile(rb"POST |GET /(e/[^/ ]+/desk/|healthz|metrics)")
# Bytes in which that stands, and of what comes too late; seconds for which somebody may say nothing, also in
# the middle of a request, which keeps a thread; the same for the system.
BEGINNING, LEFT, PATIENCE = 256, 2**16, 5
WAITS = struct.pack("ll", PATIENCE, 0)
# Seconds after which a thread of the desk's lets the others in: one query is many turns. The hall's take the
# usual five milliseconds, for each turn makes the processor's caches cold.
TURN = 0.0002
# How far the hall stands behind the desk where both want a processor: its threads get what is left.
BEHIND = 19
# On these, from here to there, one process hands connections to others; of all that are forked from here.
TO_DESK, TO_HALL = socket.socketpair(), socket.socketpair()
for end in (*TO_DESK, *TO_HALL):
    end.setblocking(False)
# Whoever has locked it is the desk's. The system unlocks it when a process ends, however it ends.
DESK = TemporaryFile()  # noqa: SIM115 (it stays open)
# Shared by all that are there, so that one can tell whether it is alone.
THERE = TemporaryFile()  # noqa: SIM115


class DeskFirst(ThreadWorker):
    """One process answers what is FIRST, the others what phones look at: two thousand of those may wait a
    second, the one who types in results may not; and the process that takes them all in knows every event
    as it is now. Where both want a processor, the hall's threads wait. All of them let people in, and who
    meets a request of the other kind hands on its connection. A process that is alone answers everybody."""

    desk = False

    def init_process(self):
        self.sockets = [*self.sockets, TO_HALL[1]]
        fcntl.lockf(THERE, fcntl.LOCK_SH)
        super().init_process()

    def notify(self):
        super().notify()
        if self.alive and not self.desk and locked(DESK):
            self.set_accept_enabled(False)
            self.desk, self.sockets = True, [*self.sockets[:-1], TO_DESK[1]]
            self.tpool = self.get_thread_pool()
            sys.setswitchinterval(TURN)
            self.set_accept_enabled(True)

    def get_thread_pool(self):
        """To the system each thread is a process; once behind, none may come forward again."""
        behind = partial(os.setpriority, os.PRIO_PROCESS, 0, BEHIND)
        return ThreadPoolExecutor(self.cfg.threads, initializer=None if self.desk else behind)

    def handle_exit(self, sig, frame):
        super().handle_exit(sig, frame)
        for file in (DESK, THERE):
            fcntl.lockf(file, fcntl.LOCK_UN)

    def accept(self, listener):
        if listener not in (TO_DESK[1], TO_HALL[1]):
            super().accept(listener)
            return
        # Another process of its kind may have been quicker, or the other side be gone already.
        with suppress(OSError):
            _said, handed, *_ = socket.recv_fds(listener, 1, 1)
            for sock in [socket.socket(fileno=number) for number in handed]:
                conn = TConn(self.cfg, sock, sock.getpeername(), sock.getsockname())
                self.nr_conns += 1
                self.enqueue_req(conn)

    def enqueue_req(self, conn):
        said = beginning_of(conn.sock)
        if said is None and not conn.initialized:
            self.watch(conn, self.on_pending_socket_readable)
        elif not (said and self.hands_on(conn, bool(FIRST.match(said)))):
            conn.data_ready = True
            conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, WAITS)
            super().enqueue_req(conn)

    def hands_on(self, conn, first) -> bool:
        """Whether another process has it now. Not where a part of the request has been read here already,
        nor where too many wait there or nobody is."""
        if first == self.desk or not self.alive or alone():
            return False
        if conn.initialized and conn.parser.unreader.buf.getvalue():
            return False
        try:
            socket.send_fds((TO_DESK if first else TO_HALL)[0], [b"."], [conn.sock.fileno()])
        except OSError:
            return False
        self.part_from(conn)
        return True

    def finish_request(self, conn, done):
        """gunicorn's own waits here until the other side has gone, and lets nobody else in meanwhile."""
        if done.cancelled() or done.exception() or done.result():
            super().finish_request(conn, done)
            return
        try:
            conn.sock.shutdown(socket.SHUT_WR)
            self.watch(conn, self.on_leaving_socket_readable)
        except OSError:
            self.part_from(conn)

    def on_leaving_socket_readable(self, conn, sock):
        """What still comes is not read by anybody, but a connection with bytes left would break off."""
        with suppress(OSError):
            if sock.recv(LEFT):
                return
        self.poller.unregister(sock)
        self.pending_conns.remove(conn)
        self.part_from(conn)

    def part_from(self, conn):
        self.nr_conns -= 1
        conn.close()

    def watch(self, conn, readable):
        """Call `readable` when the connection says something; after a while it is closed."""
        conn.sock.setblocking(False)
        conn.timeout = monotonic() + PATIENCE
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(readable, conn))


def locked(file) -> bool:
    """Whether this process alone has it from now on."""
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def alone() -> bool:
    """Whether no other process is there, as with one worker or where the others were told to go."""
    if not locked(THERE):
        return False
    fcntl.lockf(THERE, fcntl.LOCK_SH)
    return True


def beginning_of(sock) -> bytes | None:
    """What the other side says first; empty where it has gone, None where it has said nothing yet."""
    try:
        return sock.recv(BEGINNING, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return None
    except OSError:
        return b""
