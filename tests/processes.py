"""Programs of the site as processes: of a new Python, or forked from one that has loaded packages.

A start takes a second, of which most is to load what others wrote. What is tested by a fork is all the rest:
its settings, its database and its words are its own.
"""

import atexit
import json
import os
import runpy
import signal
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
# Seconds until a process that does not end is ended.
LIMIT = 60
LOADED = (
    "django.core.management",
    "django.core.serializers.json",
    "django.db.models",
    "django.db.backends.sqlite3.base",
    "django.forms",
    "django.template.backends.django",
    "django.test",
    "environ",
    "numpy",
    "psycopg_pool",
    "redis",
    "rustworkx",
)


def anew(*command, environment: dict, told: str | None = None):
    """The command, as `python` takes it, carried out by a new Python: the finished process."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=environment,
        input=told,
        capture_output=True,
        text=True,
        timeout=LIMIT,
    )


def forked(*command, environment: dict, told: str | None = None):
    """The same, forked from a Python that has loaded the packages and nothing of the site."""
    words = [os.fsdecode(word) for word in command]
    with TemporaryDirectory() as folder:
        streams = [Path(folder) / name for name in ("in", "out", "err")]
        streams[0].write_text(told or "", encoding="utf-8")
        asked = [words, environment, list(map(str, streams))]
        loaded = loaded_python()
        loaded.stdin.write(json.dumps(asked) + "\n")
        loaded.stdin.flush()
        code = int(loaded.stdout.readline())
        said = [stream.read_text(encoding="utf-8") for stream in streams[1:]]
    return subprocess.CompletedProcess(command, code, *said)


@cache
def loaded_python():
    """It ends with the tests, whose end closes its standard input."""
    command = [sys.executable, "-m", "tests.processes"]
    running = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(running.communicate)
    return running


def serve():
    """Fork for each line of standard input, and say how the fork has ended; returns in each fork, to carry
    out what it was asked."""
    for line in sys.stdin:
        if not (pid := os.fork()):
            return become(*json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
    sys.exit()


def become(words, environment, streams):
    """From here on this process has these words, this environment and these files, as if started so."""
    signal.alarm(LIMIT)
    for number, path in enumerate(streams):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND), number)
    sys.stdin, sys.stdout = open(0, encoding="utf-8"), open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(environment)
    return words


def carry_out(kind, *words):
    """As `python` does: a file, a module after -m, or what stands after -c."""
    if kind == "-c":
        sys.argv = ["-c", *words[1:]]
        exec(words[0], {"__name__": "__main__"})
    elif kind == "-m":
        sys.argv = list(words)
        runpy.run_module(words[0], run_name="__main__", alter_sys=True)
    else:
        sys.argv = [kind, *words]
        runpy.run_path(kind, run_name="__main__")


if __name__ == "__main__":
    # What others wrote and every start takes; none of it reads the environment.
    for name in LOADED:
        import_module(name)
    carry_out(*serve())
