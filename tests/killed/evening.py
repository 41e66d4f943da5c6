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

from tests import postgres
from tests.killed.clients import Clients
from tests.killed.forks import Gunicorn, in_child, kill

# Seconds: the longest from the first request to the kill, and what a site may take to answer again.
LONGEST, PATIENCE = 0.5, 60


def evening(kills: int, seed: int, server: postgres.Server | None) -> dict:
    """Kill the server `kills` times; check after each restart that all acknowledged actions are stored.

    Return the counts of kills by kind and of requests by outcome, and the faults as text.
    """
    from tests.killed.stories import begin, looked_at

    lot, site, event = Random(seed), Gunicorn(), None
    killed, outcomes, faults, actions = Counter(), Counter(), [], 0
    methods = ways_to_die(site, server, lot)
    try:
        for number in range(kills):
            if event is None or event["over"]:
                event = in_child(begin, number)
            before = event["version"]
            site.start()
            clients = Clients(site.port, event, lot.random())
            if number == 0:
                clients.wait_until_it_answers(PATIENCE)
            clients.start()
            time.sleep(lot.uniform(0, LONGEST))
            method = lot.choice(list(methods))
            methods[method]()
            clients.stop()
            site.start()
            clients.wait_until_it_answers(PATIENCE)
            faults += clients.send_again(PATIENCE)
            killed[method] += 1
            outcomes.update(clients.became())
            event = in_child(looked_at, event, clients.done())
            actions += event["version"] - before
            faults += [f"kill {number + 1}, {method}: {fault}" for fault in event["faults"]]
    finally:
        site.kill()
    return {"seed": seed, "kills": killed, "requests": outcomes, "actions": actions, "faults": faults}


def ways_to_die(site: Gunicorn, server: postgres.Server | None, lot: Random) -> dict[str, Callable]:
    """Return the ways to kill the site or database, by name."""
    methods = {
        "a worker": lambda: kill(site.workers()[:1]),
        "all workers": lambda: kill(site.workers()),
        "all of gunicorn": site.kill,
    }
    if server is None:
        return methods

    def all_of_it():
        server.kill()
        server.start()

    def everything():
        site.kill()
        all_of_it()

    return methods | {
        "a process of PostgreSQL": lambda: kill([lot.choice(server.backends())]),
        "all of PostgreSQL": all_of_it,
        "everything": everything,
    }


def load_all():
    """Load code, addresses and templates, so that no fork has to load them again."""
    from django.conf import settings
    from django.template.loader import get_template
    from django.urls import get_resolver

    import config.wsgi  # noqa: F401

    assert get_resolver().url_patterns
    folder = settings.BASE_DIR / "templates"
    for path in folder.rglob("*.html"):
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
