"""An evening on which the server is killed repeatedly, with production settings and gunicorn.

Usage: `python -m tests.killed.evening KILLS SEED sqlite|postgres`. The last line of output is a JSON report.
"""

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from random import Random
from tempfile import TemporaryDirectory

from tests.killed.clients import Clients
from tests.killed.forks import Gunicorn, in_child, kill
from tests.support import postgres

# From the first request to the kill, and from a restart to the first response.
MAX_KILL_SECONDS, TIMEOUT_SECONDS = 0.5, 60


def evening(kills: int, seed: int, server: postgres.Server | None) -> dict:
    """Kill the server `kills` times; check after each restart that all acknowledged actions are stored.

    Return the counts of kills by kind and of requests by outcome, and the faults as text.
    """
    from tests.killed.killed_event import create_event, inspect_event

    random, site, event = Random(seed), Gunicorn(), None
    kill_counts, outcomes, faults, actions = Counter(), Counter(), [], 0
    methods = kill_methods(site, server, random)
    try:
        for number in range(kills):
            if event is None or event["is_over"]:
                event = in_child(create_event, number)
            before = event["version"]
            site.start()
            clients = Clients(site.port, event, random.random())
            if number == 0:
                clients.wait_until_up(TIMEOUT_SECONDS)
            clients.start()
            time.sleep(random.uniform(0, MAX_KILL_SECONDS))
            method = random.choice(list(methods))
            methods[method]()
            clients.stop()
            site.start()
            clients.wait_until_up(TIMEOUT_SECONDS)
            faults += clients.send_again(TIMEOUT_SECONDS)
            kill_counts[method] += 1
            outcomes.update(clients.outcomes())
            event = in_child(inspect_event, event, clients.acknowledged())
            actions += event["version"] - before
            faults += [f"kill {number + 1}, {method}: {fault}" for fault in event["faults"]]
    finally:
        site.kill()
    return {"seed": seed, "kills": kill_counts, "requests": outcomes, "actions": actions, "faults": faults}


def kill_methods(site: Gunicorn, server: postgres.Server | None, random: Random) -> dict[str, Callable]:
    """Return the ways to kill the site or database, by name."""
    methods = {
        "a worker": lambda: kill(site.workers()[:1]),
        "all workers": lambda: kill(site.workers()),
        "all of gunicorn": site.kill,
    }
    if server is None:
        return methods

    def kill_database():
        server.kill()
        server.start()

    def kill_everything():
        site.kill()
        kill_database()

    return methods | {
        "a process of PostgreSQL": lambda: kill([random.choice(server.backends())]),
        "all of PostgreSQL": kill_database,
        "everything": kill_everything,
    }


def load_all():
    """Load code, addresses and templates, so that no fork has to load them again."""
    from django.conf import settings
    from django.template.loader import get_template
    from django.urls import get_resolver

    import config.wsgi  # noqa: F401

    assert get_resolver().url_patterns
    folder = settings.BASE_DIR / "templates"
    for path in folder.rglob("*.jinja"):
        get_template(str(path.relative_to(folder)))


def prepare():
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def main(kills: str, seed: str, database: str) -> int:
    with (
        TemporaryDirectory() as folder,
        postgres.server() if database == "postgres" else nullcontext() as server,
    ):
        os.environ["DATABASE_URL"] = server.address() if server else f"sqlite:///{folder}/killed.sqlite3"
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings_uncollected"
        import django

        django.setup()
        load_all()
        in_child(prepare)
        report = evening(int(kills), int(seed), server)
    print(json.dumps(report))
    return bool(report["faults"])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
