"""gunicorn's worker of threads, in which the desk does not queue behind the hall."""

import re
import selectors
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from socket import MSG_DONTWAIT, MSG_PEEK, SHUT_WR
from threading import Condition
from time import monotonic

from gunicorn.workers.gthread import ThreadWorker

# What anybody sends, the desk's pages, and who asks whether all is well; the rest is looked at and polled.
FIRST = re.compile(rb"POST |GET /(e/[^/ ]+/desk/|healthz|metrics)")
# Bytes in which that stands, and of what comes too late; seconds for which somebody may say nothing.
BEGINNING, LEFT, PATIENCE = 256, 2**16, 5
# Seconds for which others stand aside for who is FIRST, before each of their requests.
ASIDE = 0.01


class DeskFirst(ThreadWorker):
    """Half of the threads answer what is FIRST; the others stand aside for it, and answer what phones look
    at: two thousand of those may wait a second, the one who types in results may not."""

    def init_process(self):
        self.hall = self.get_thread_pool()
        self.desk, self.at_it = Condition(), 0
        super().init_process()

    def get_thread_pool(self):
        return ThreadPoolExecutor(max(1, self.cfg.threads // 2))

    def enqueue_req(self, conn):
        said = beginning_of(conn.sock)
        if said is None and not conn.initialized:
            self.watch(conn, self.on_pending_socket_readable)
            return
        if FIRST.match(said or b""):
            answered = self.tpool.submit(self.handle_first, conn)
        else:
            answered = self.hall.submit(self.handle_later, conn)
        answered.add_done_callback(lambda done: self.method_queue.defer(self.finish_request, conn, done))

    def handle_first(self, conn):
        with self.desk:
            self.at_it += 1
        try:
            return self.handle(conn)
        finally:
            with self.desk:
                self.at_it -= 1
                self.desk.notify_all()

    def handle_later(self, conn):
        """Threads share one interpreter: who begins takes half of it from who is FIRST, who then holds the
        lock of an event for twice as long."""
        with self.desk:
            self.desk.wait_for(lambda: not self.at_it, ASIDE)
        return self.handle(conn)

    def finish_request(self, conn, done):
        """gunicorn's own waits here until the other side has gone, and lets nobody else in meanwhile."""
        if done.cancelled() or done.exception() or done.result():
            super().finish_request(conn, done)
            return
        try:
            conn.sock.shutdown(SHUT_WR)
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


def beginning_of(sock) -> bytes | None:
    """What the other side says first; empty where it has gone, None where it has said nothing yet."""
    try:
        return sock.recv(BEGINNING, MSG_PEEK | MSG_DONTWAIT)
    except BlockingIOError:
        return None
    except OSError:
        return b""
