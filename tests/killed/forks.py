"""A process that has loaded the site, and from which servers are forked: to die and come back is cheap so."""

import json
import os
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

WORKERS = 2


def in_child(function: Callable, *told):
    """What `function` gives, called in a forked process: this one never has a connection to the database."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reads)
            with os.fdopen(writes, "w") as out:
                json.dump(function(*told), out)
            status = 0
        except BaseException:
            import traceback

            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writes)
    with os.fdopen(reads) as answer:
        said = answer.read()
    if os.waitpid(child, 0)[1]:
        raise RuntimeError(f"{function.__name__} failed")
    return json.loads(said)


class Gunicorn:
    """The site behind gunicorn as `make run` serves it, forked from this process."""

    def __init__(self):
        self.master = None
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]

    def start(self):
        """Start it where it is not running."""
        if self.master is None:
            self.master = os.fork()
            if self.master == 0:
                try:
                    os.setsid()
                    self.serve()
                finally:
                    os._exit(1)

    def serve(self):
        from gunicorn.app.base import BaseApplication

        from config.wsgi import application

        port = self.port

        class Site(BaseApplication):
            def load_config(self):
                told = {"bind": f"127.0.0.1:{port}", "workers": WORKERS, "threads": 4, "loglevel": "critical"}
                told["control_socket_disable"] = True
                for name, value in told.items():
                    self.cfg.set(name, value)

            def load(self):
                return application

        Site().run()

    def workers(self) -> list[int]:
        """Process ids of what answers; none where nothing runs."""
        with suppress(OSError):
            return [
                int(pid)
                for pid in Path(f"/proc/{self.master}/task/{self.master}/children").read_text().split()
            ]
        return []

    def kill(self):
        """End the master and all that it started, with no word to any of them."""
        if self.master is None:
            return
        kill([self.master, *self.workers()])
        os.waitpid(self.master, 0)
        # What it had forked a moment ago is in its session, and goes as well.
        with suppress(ProcessLookupError):
            os.killpg(self.master, signal.SIGKILL)
        while is_bound(self.port):
            time.sleep(0.005)
        self.master = None


def kill(pids: list[int]):
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def is_bound(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0
