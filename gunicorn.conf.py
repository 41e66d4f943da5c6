"""gunicorn's settings: a check before the start, a limit for slow clients, metrics, no secrets in the log."""

import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import environ
from gunicorn.glogging import Logger

from config import logs

METRICS_FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
CLIENT_TIMEOUT_SECONDS = 5


def on_starting(server):
    # In a process of its own: workers would keep modules that this process has loaded, even after a reload.
    if subprocess.run([sys.executable, "-m", "config.start"]).returncode:
        sys.exit(1)
    # Each worker counts in its own files, which any worker adds up for /metrics.
    os.environ[METRICS_FOLDER_VARIABLE] = server.metrics_folder = tempfile.mkdtemp(prefix="topcut-counts-")


def when_ready(server):
    """Limit how long a silent client holds a thread. Accepted connections inherit these options.

    gunicorn waits without a limit in the middle of a request, so that on a laptop without nginx a few phones
    out of range would stop the site; and browsers open connections that they do not use yet.
    """
    timeout = struct.pack("ll", CLIENT_TIMEOUT_SECONDS, 0)
    for listener in server.LISTENERS:
        listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, timeout)
        if listener.sock.family != socket.AF_UNIX and hasattr(socket, "TCP_DEFER_ACCEPT"):
            listener.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, CLIENT_TIMEOUT_SECONDS)


def on_exit(server):
    shutil.rmtree(server.metrics_folder, ignore_errors=True)


def post_worker_init(worker):
    from tournaments.web import turns

    turns.thread_count = worker.cfg.threads
    # Ctrl-C in a terminal reaches all processes. The first one ends the workers; a worker that has begun to
    # end itself misses that signal.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A client that stops in the middle of a request is not an error of the site.
    worker.log.error_log.addFilter(lambda line: BlockingIOError not in (line.exc_info or ()))


class Environment(environ.Env):
    """The environment with .env, for this file alone: the workers of a reload read .env again."""

    ENVIRON = dict(os.environ)


Environment.read_env(Path(__file__).with_name(".env"))
formatter = logs.build_formatter(Environment.ENVIRON.get("LOGS", ""))


class logger_class(Logger):  # noqa: N801
    """Formats gunicorn's own log like the site's, without secrets."""

    def setup(self, cfg):
        super().setup(cfg)
        for handler in (*self.error_log.handlers, *self.access_log.handlers):
            handler.setFormatter(formatter)
