"""Start servers that end with the tests, however these end: SIGKILL runs no fixture's end."""

import os
import subprocess
import sys
from contextlib import suppress
from functools import cache

import psutil


def start_server(command, **options) -> subprocess.Popen:
    """Start a server that runs until it is stopped, or until this process has ended."""
    process = subprocess.Popen(command, **options)
    watch(process.pid)
    return process


def watch(pid: int):
    """Let the watcher kill the process and its children when this process has ended."""
    os.write(watcher().stdin.fileno(), f"{pid}\n".encode())


@cache
def watcher() -> subprocess.Popen:
    """Start the watcher of this process, which sees the end of its standard input when this process ends."""
    command = [sys.executable, __file__]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True
    )
    os.register_at_fork(after_in_child=process.stdin.close)
    os.register_at_fork(after_in_child=watcher.cache_clear)
    return process


def main():
    # An object of psutil knows when its process started, and kills no other one that has the same id later.
    servers = []
    for pid in sys.stdin:
        with suppress(psutil.NoSuchProcess):
            servers.append(psutil.Process(int(pid)))
    for server in servers:
        with suppress(psutil.NoSuchProcess):
            for process in (server, *server.children(recursive=True)):
                with suppress(psutil.NoSuchProcess):
                    process.kill()


if __name__ == "__main__":
    main()
