"""Migrate the database, create the demo once, and serve the site with workers on HOST PORT (`make run`)."""

import contextlib
import os
import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GUNICORN_OPTIONS = ("--workers=2", "--threads=4", "--no-control-socket", "--log-level=warning")
# Queues, each with a worker, and how far its processor time comes after that of the site.
WORKERS = {"mail": "0", "chances": "10", "simulations": "19"}
ALL_ADDRESSES = ("0.0.0.0", "::", "*")


def main(host, port):
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        sys.exit(f"PORT={port} is no port: give a number from 1 to 65535.")
    if host in ALL_ADDRESSES:
        host = "0.0.0.0"
    if problem := find_problem(host, int(port)):
        sys.exit(problem)
    names = local_addresses() if host == "0.0.0.0" else [host]
    add_allowed_hosts(names)
    if host == "0.0.0.0":
        os.environ.setdefault("SITE_URL", f"http://{names[0]}:{port}")
    prepare()
    print(f"\nTopcut is on http://{names[0]}:{port}")
    for name in names[1:]:
        print(f"          and http://{name}:{port}")
    print("Stop it with Ctrl-C.\n", flush=True)
    # They end with gunicorn, which takes this process's place.
    keeper = [sys.executable, str(ROOT / "scripts" / "keep_worker.py"), str(os.getpid())]
    for queue, niceness in WORKERS.items():
        subprocess.Popen(["nice", "-n", niceness, *keeper, queue])
    bind = f"--bind={host}:{port}"
    os.execv(sys.executable, [sys.executable, "-m", "gunicorn", "config.wsgi", bind, *GUNICORN_OPTIONS])


def find_problem(host, port):
    """Return one line that says why the address is not available; empty if it is."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            return f"Port {port} is for the system alone: take one from 1024 on, as in PORT=8000."
        except OSError as error:
            if isinstance(error, socket.gaierror) or "assign" in str(error):
                return f"HOST={host} is no address of this machine: try HOST=0.0.0.0."
            return f"Port {port} is taken: stop what runs there, or try PORT={port % 65535 + 1}."
    return ""


def local_addresses():
    """Return this machine's addresses, the one of the local network first."""
    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        # Nothing is sent: connecting only selects the local address of the route.
        probe.connect(("192.0.2.1", 9))
        addresses.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        addresses += socket.gethostbyname_ex(socket.gethostname())[2]
    public = [address for address in addresses if not address.startswith("127.")]
    return list(dict.fromkeys([*public, "127.0.0.1"]))


def add_allowed_hosts(names):
    """Add these names and those of this machine to ALLOWED_HOSTS of the environment."""
    hosts = os.environ.get("ALLOWED_HOSTS", "").split(",")
    machine = [socket.gethostname(), f"{socket.gethostname()}.local", "localhost", "127.0.0.1", "[::1]"]
    os.environ["ALLOWED_HOSTS"] = ",".join(dict.fromkeys(filter(None, [*hosts, *names, *machine])))


def prepare():
    """Migrate, delete what has expired, and create the demo, whose organiser's login is printed."""
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    from django.core.management import call_command

    from config import start

    start.main()
    call_command("migrate", verbosity=0)
    call_command("delete_contact_data")
    call_command("delete_simulations")
    call_command("demo")


if __name__ == "__main__":
    main(*sys.argv[1:])
