"""Run `manage.py worker` for a queue beside the site, and start it again, until the parent process ends."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMAND = [sys.executable, str(ROOT / "manage.py"), "worker", "--queue"]
# Between two starts; each start that fails at once doubles it.
PAUSE_SECONDS, MAX_PAUSE_SECONDS = 1, 60
HEALTHY_SECONDS = 60
STOP_SECONDS = 30


def main(parent: int, queue: str):
    """Keep a worker for this queue running while `parent` is this process's parent."""
    pause = PAUSE_SECONDS
    while os.getppid() == parent:
        started = time.monotonic()
        # A Ctrl-C in the terminal ends this process, which ends the worker after its task. A session of its
        # own would do that too, but Linux compares niceness only within a session.
        worker = subprocess.Popen([*COMMAND, queue], process_group=0)
        try:
            while worker.poll() is None and os.getppid() == parent:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    worker.wait(1)
        finally:
            stop(worker)
        if time.monotonic() - started > HEALTHY_SECONDS:
            pause = PAUSE_SECONDS
        sleep_while_running(pause, parent)
        pause = min(2 * pause, MAX_PAUSE_SECONDS)


def stop(worker: subprocess.Popen):
    """End the worker after its current task, or kill it after a while."""
    worker.terminate()
    try:
        worker.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()


def sleep_while_running(seconds: float, parent: int):
    until = time.monotonic() + seconds
    while time.monotonic() < until and os.getppid() == parent:
        time.sleep(0.2)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with contextlib.suppress(KeyboardInterrupt):
        main(int(sys.argv[1]), sys.argv[2])
