"""gunicorn's worker of threads, in which the desk does not queue behind the hall."""

import re
import selectors
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from socket import MSG_DONTWAIT, MSG_PEEK
from time import monotonic

from gunicorn.workers.gthread import ThreadWorker

# What anybody sends, the desk's pages, and who asks whether all is well; the rest is looked at and polled.
FIRST = re.compile(rb"POST |GET /(e/[^/ ]+/desk/|healthz|metrics)")
# Bytes in which that stands; seconds for which a connection may say nothing.
BEGINNING, PATIENCE = 256, 10


class DeskFirst(ThreadWorker):
    """Half of the threads answer what is FIRST, the others all that phones look at: two thousand of those may
    wait a second, the one who types in results may not."""

    def init_process(self):
        self.hall = self.get_thread_pool()
        super().init_process()

    def get_thread_pool(self):
        return ThreadPoolExecutor(max(1, self.cfg.threads // 2))

    def enqueue_req(self, conn):
        said = beginning_of(conn.sock)
        if said is None and not conn.initialized:
            self.wait_for(conn)
            return
        pool = self.tpool if FIRST.match(said or b"") else self.hall
        answered = pool.submit(self.handle, conn)
        answered.add_done_callback(lambda done: self.method_queue.defer(self.finish_request, conn, done))

    def wait_for(self, conn):
        """Come back to the connection when it says what it wants."""
        conn.sock.setblocking(False)
        conn.timeout = monotonic() + PATIENCE
        self.pending_conns.append(conn)
        readable = partial(self.on_pending_socket_readable, conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, readable)


def beginning_of(sock) -> bytes | None:
    """What the other side says first; empty where it has gone, None where it has said nothing yet."""
    try:
        return sock.recv(BEGINNING, MSG_PEEK | MSG_DONTWAIT)
    except BlockingIOError:
        return None
    except OSError:
        return b""
