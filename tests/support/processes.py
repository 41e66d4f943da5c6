"""Run programs of the site as processes: in a new Python, or forked from one that has loaded the packages.

Most of the second that a start takes is the loading of packages. A fork has its own settings, database and
arguments all the same.
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

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_SECONDS = 60
PACKAGES = (
    "django.core.management",
    "django.core.serializers.json",
    "django.db.models",
    "django.db.backends.sqlite3.base",
    "django.forms",
    "django.template.backends.jinja2",
    "django.test",
    "environ",
    "numpy",
    "psycopg_pool",
    "redis",
    "rustworkx",
)


def run_python(*command, environment: dict, stdin: str | None = None):
    """Run a command, as `python` takes it, in a new Python; return the finished process."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=environment,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
    )


def run_forked(*command, environment: dict, stdin: str | None = None):
    """Do the same in a fork of a Python that has loaded the packages and nothing of the site."""
    arguments = [os.fsdecode(argument) for argument in command]
    with TemporaryDirectory() as folder:
        streams = [Path(folder) / name for name in ("in", "out", "err")]
        streams[0].write_text(stdin or "", encoding="utf-8")
        server = fork_server()
        server.stdin.write(json.dumps([arguments, environment, list(map(str, streams))]) + "\n")
        server.stdin.flush()
        code = int(server.stdout.readline())
        outputs = [stream.read_text(encoding="utf-8") for stream in streams[1:]]
    return subprocess.CompletedProcess(command, code, *outputs)


@cache
def fork_server():
    """Start the process that forks; it ends when the tests end and close its standard input."""
    command = [sys.executable, "-m", "tests.support.processes"]
    running = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(running.communicate)
    return running


def serve():
    """Fork for each line of standard input and print the fork's exit code.

    Returns in each fork, with the arguments of its command.
    """
    for line in sys.stdin:
        if not (pid := os.fork()):
            return set_up_fork(*json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
    sys.exit()


def set_up_fork(arguments, environment, streams):
    """Give this process the environment and the files as standard streams; return the arguments."""
    signal.alarm(TIMEOUT_SECONDS)
    for number, path in enumerate(streams):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND), number)
    sys.stdin, sys.stdout = open(0, encoding="utf-8"), open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(environment)
    return arguments


def run_command(first, *arguments):
    """Run a file, a module after -m, or a program after -c, as `python` does."""
    if first == "-c":
        sys.argv = ["-c", *arguments[1:]]
        exec(arguments[0], {"__name__": "__main__"})
    elif first == "-m":
        sys.argv = list(arguments)
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
    else:
        sys.argv = [first, *arguments]
        runpy.run_path(first, run_name="__main__")


def started(*command, start=run_forked, **variables):
    """Run a command with these environment variables; return the finished process."""
    variables = {"DJANGO_SETTINGS_MODULE": "config.settings", **variables}
    return start(*command, environment={**os.environ, **variables})


if __name__ == "__main__":
    # None of these packages reads the environment.
    for name in PACKAGES:
        import_module(name)
    run_command(*serve())
