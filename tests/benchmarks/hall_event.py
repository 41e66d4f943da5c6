"""A hall to be measured: events of many players, served by gunicorn as `make run` does."""

import os
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from scripts.run import SERVE
from tournaments.rules.history import BRACKET, Event, Match, Phase, Player, Round, Seat

FIRST = ("Ada", "Chidi", "Dagny", "Elif", "Inès", "Kasper", "Oisín", "Shirogane")
LAST = ("Barlow", "Quiroga", "Sørlie", "O’Dwyer", "Montalbán", "Eichstädt", "Ben-Yousef", "Zawiślak")
SCORES = ((2, 0), (2, 0), (2, 1), (1, 2), (0, 2), (0, 2), (1, 1))
TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Hall:
    """The address of a running site, its two events, a player's page of the first, who is signed in."""

    base: str
    slug: str
    over: str
    tokens: tuple[str, ...]
    tables: int
    cookie: str
    workers: tuple[int, ...]
    rendered: Path

    @property
    def spent(self) -> float:
        """Seconds of processor time that the workers have used (from Linux's /proc)."""
        told = (Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split() for pid in self.workers)
        return sum(int(fields[11]) + int(fields[12]) for fields in told) / TICK

    @property
    def renderings(self) -> int:
        return self.rendered.stat().st_size

    @property
    def pages(self) -> dict[str, str]:
        """Name → address of each page that people look at."""
        event, over = f"/e/{self.slug}", f"/e/{self.over}"
        return {
            "event": f"{event}/",
            "pairings": f"{event}/rounds/5/",
            "standings": f"{event}/standings/",
            "bracket": f"{over}/bracket/",
            "personal": f"{event}/me/{self.tokens[0]}/",
            "screen": f"{event}/screen/",
            "players": f"{event}/players/",
            "player": f"{event}/players/p1/",
            "about": f"{event}/about/",
        }


def played(name, players, rounds, swiss):
    """A Swiss event after so many rounds, paired by wins in random order; the same every time."""
    lot = Random(players)
    people = tuple(
        Player(f"p{n + 1}", f"{FIRST[n % 8]} {chr(65 + n // 64)}. {LAST[n // 8 % 8]}") for n in range(players)
    )
    wins, made = dict.fromkeys((player.id for player in people), 0), []
    for number in range(1, rounds + 1):
        order, matches = sorted(wins, key=lambda key: (-wins[key], lot.random())), []
        for table, (one, other) in enumerate(zip(order[::2], order[1::2], strict=True), 1):
            won, lost = lot.choice(SCORES)
            matches.append(Match((Seat(one, games=won), Seat(other, games=lost)), table))
            wins[one] += won > lost
            wins[other] += lost > won
        made.append(Round(number, matches=tuple(matches)))
    finals = Phase(BRACKET, "Finals", {"finals": "single", "cut": {"top": 8}})
    return Event(name, "magic", people, (Phase(settings={"rounds": swiss}, rounds=tuple(made)), finals))


@contextmanager
def hall(players, folder):
    """A Hall of so many players before the results of round 5, on a database in `folder`."""
    rendered = Path(folder, "rendered")
    rendered.touch()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    os.environ |= {
        "DATABASE_URL": f"sqlite:///{Path(folder, 'hall.sqlite3')}",
        "DJANGO_SETTINGS_MODULE": "tests.benchmarks.hall_settings",
        "HALL_RENDERED": str(rendered),
        # What it takes in of a terminal's settings would be measured along.
        "DEBUG": "",
    }
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    slug, over, tokens, cookie = store(players)
    command = [sys.executable, "-m", "gunicorn", "config.wsgi", f"--bind=127.0.0.1:{port}", *SERVE]
    server = subprocess.Popen(command)
    try:
        workers = wait_for(server.pid, port)
        yield Hall(f"http://127.0.0.1:{port}", slug, over, tokens, players // 2, cookie, workers, rendered)
    finally:
        server.terminate()
        server.wait()


def store(players):
    """(the event that runs, the one in its finals, its players' tokens, the organiser's cookie)."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    from tournaments.actions import events, rounds
    from tournaments.actions.change import By
    from tournaments.models import Event as Row
    from tournaments.models import Player as PlayerRow

    organiser = get_user_model().objects.create_superuser("organiser", password="a hall full of tables")
    by = By("organiser", organiser)
    slugs = []
    for told in (played("Hall", players, 4, 7), played("Finals", 256, 5, 5)):
        event = events.import_event(told, by)
        rounds.pair_next_round(Row.objects.get(pk=event.pk), replace(by), seed="hall", publish=True)
        slugs.append(event.slug)
    client = Client()
    client.force_login(organiser)
    tokens = PlayerRow.objects.filter(event__slug=slugs[0]).order_by("order").values_list("token", flat=True)
    return *slugs, tuple(tokens), f"sessionid={client.cookies['sessionid'].value}"


def wait_for(pid, port):
    """The processes that answer, once all of them do."""
    wanted = int(SERVE[0].partition("=")[2])
    for _ in range(600):
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", port)).close()
            if len(found) == wanted:
                return tuple(map(int, found))
        time.sleep(0.05)
    raise TimeoutError(f"Nothing answers on port {port}.")
