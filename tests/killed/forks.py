"""Fork servers from a process that has loaded the site, so that restarts are cheap."""

import json
import os
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.support.services import free_port
from tests.support.watcher import watch

WORKERS = 2


def in_child(function: Callable, *args):
    """Call `function` in a forked process and return its result; the parent never uses the database."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(read_end)
            with os.fdopen(write_end, "w") as out:
                json.dump(function(*args), out)
            status = 0
        except BaseException:
            import traceback

            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(write_end)
    with os.fdopen(read_end) as pipe:
        output = pipe.read()
    if os.waitpid(child, 0)[1]:
        raise RuntimeError(f"{function.__name__} failed")
    return json.loads(output)


class Gunicorn:
    """The site behind gunicorn as `make run` serves it, forked from this process."""

    def __init__(self):
        self.master = None
        self.port = free_port()

    def start(self):
        """Start the server unless it is running."""
        if self.master is None:
            self.master = os.fork()
            if self.master == 0:
                try:
                    os.setsid()
                    self.serve()
                finally:
                    os._exit(1)
            watch(self.master)

    def serve(self):
        from gunicorn.app.base import BaseApplication

        from config.wsgi import application

        port = self.port

        class Site(BaseApplication):
            def load_config(self):
                settings = {"bind": f"127.0.0.1:{port}", "workers": WORKERS, "threads": 4}
                settings |= {"loglevel": "critical", "control_socket_disable": True}
                for name, value in settings.items():
                    self.cfg.set(name, value)

            def load(self):
                return application

        Site().run()

    def workers(self) -> list[int]:
        """Return the process ids of the workers; empty if the server is not running."""
        with suppress(OSError):
            return [
                int(pid)
                for pid in Path(f"/proc/{self.master}/task/{self.master}/children").read_text().split()
            ]
        return []

    def kill(self):
        """Kill the master and all its processes with SIGKILL."""
        if self.master is None:
            return
        kill([self.master, *self.workers()])
        os.waitpid(self.master, 0)
        # Its session also contains the processes that it forked a moment ago.
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
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
