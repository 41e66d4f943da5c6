"""A test run that is killed leaves no servers behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parent.parent
TIMEOUT_SECONDS = 30
# A server with a child, like nginx, that is stopped at the moment and does not see a polite signal.
RUN = """
import os, signal, time
from tests.support.watcher import start_server

def test_with_a_server(tmp_path):
    command = ["sh", "-c", "sleep 600 & echo $! >child; wait"]
    server = start_server(command, cwd=tmp_path, start_new_session=True)
    while not (tmp_path / "child").exists() or not (tmp_path / "child").read_text():
        time.sleep(0.01)
    os.killpg(server.pid, signal.SIGSTOP)
    with open(os.environ["PIDS"], "w") as file:
        print(os.getpid(), server.pid, (tmp_path / "child").read_text(), file=file, flush=True)
    time.sleep(600)
"""


def wait_until(condition):
    until = time.monotonic() + TIMEOUT_SECONDS
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


def is_running(process: psutil.Process) -> bool:
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE


@pytest.mark.parametrize(
    "workers, killed",
    # execnet gives a worker ten seconds to end.
    [("-n0", "run"), ("-n1", "worker"), pytest.param("-n1", "run", marks=pytest.mark.slow)],
)
def test_a_killed_run_leaves_no_servers(tmp_path, workers, killed):
    (tmp_path / "test_run.py").write_text(RUN)
    pids = tmp_path / "pids"
    command = [sys.executable, "-m", "pytest", "-p", "no:django", "-p", "no:cacheprovider", workers]
    environment = {**os.environ, "PIDS": str(pids), "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    options = {"cwd": tmp_path, "env": environment, "stdout": subprocess.DEVNULL}
    run = subprocess.Popen([*command, f"--rootdir={tmp_path}", str(tmp_path)], **options)
    wait_until(lambda: pids.exists() and pids.read_text().endswith("\n"))
    worker, *servers = map(psutil.Process, map(int, pids.read_text().split()))
    os.kill(run.pid if killed == "run" else worker.pid, signal.SIGKILL)
    wait_until(lambda: not any(map(is_running, (worker, *servers))))
    run.kill()
    run.wait()
