"""`make run`: the database brought up to date, the demo made once, the site served on HOST PORT."""

import contextlib
import os
import socket
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SERVE = ("--workers=2", "--threads=4", "--no-control-socket", "--log-level=warning")
ANYWHERE = ("0.0.0.0", "::", "*")


def main(host, port):
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        sys.exit(f"PORT={port} is no port: give a number from 1 to 65535.")
    if host in ANYWHERE:
        host = "0.0.0.0"
    problem = why_not(host, int(port))
    if problem:
        sys.exit(problem)
    names = addresses() if host == "0.0.0.0" else [host]
    allow(names)
    if host == "0.0.0.0":
        os.environ.setdefault("SITE_URL", f"http://{names[0]}:{port}")
    prepare()
    print(f"\nTopcut is on http://{names[0]}:{port}")
    for name in names[1:]:
        print(f"          and http://{name}:{port}")
    print("Stop it with Ctrl-C.\n", flush=True)
    bind = f"--bind={host}:{port}"
    os.execv(sys.executable, [sys.executable, "-m", "gunicorn", "config.wsgi", bind, *SERVE])


def why_not(host, port):
    """One line that says why the address cannot be had; empty where it can."""
    with socket.socket() as wanted:
        wanted.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            wanted.bind((host, port))
        except PermissionError:
            return f"Port {port} is for the system alone: take one from 1024 on, as in PORT=8000."
        except OSError as error:
            if isinstance(error, socket.gaierror) or "assign" in str(error):
                return f"HOST={host} is no address of this machine: try HOST=0.0.0.0."
            return f"Port {port} is taken: stop what runs there, or try PORT={port % 65535 + 1}."
    return ""


def addresses():
    """This machine's addresses, the one of the local network first."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            # Nothing is sent: connecting only asks the system which way it would go.
            asked.connect(("192.0.2.1", 9))
            found.append(asked.getsockname()[0])
        except OSError:
            pass
    with contextlib.suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return list(dict.fromkeys([*(name for name in found if not name.startswith("127.")), "127.0.0.1"]))


def allow(names):
    """Let the site answer for these names, beside those of the environment."""
    told = os.environ.get("ALLOWED_HOSTS", "").split(",")
    here = [socket.gethostname(), f"{socket.gethostname()}.local", "localhost", "127.0.0.1", "[::1]"]
    os.environ["ALLOWED_HOSTS"] = ",".join(dict.fromkeys(name for name in [*told, *names, *here] if name))


def prepare():
    """Migrate, and make the demo if it is not there; prints its organiser's login."""
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    from django.core.management import call_command

    from config import start

    start.main()
    call_command("migrate", verbosity=0)
    call_command("demo")


if __name__ == "__main__":
    main(*sys.argv[1:])
