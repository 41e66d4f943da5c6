"""A phone that one host answers, then the other, never sees an older version after a newer one."""

import time
from collections import Counter
from threading import Event

import pytest

from tests.hosts.asking import PATIENCE, ask, session_of
from tests.hosts.phones import Phone, Player, shown
from tests.repetitions import count
from tests.views.desk_events import friday, paired
from tests.views.own_pages import address
from tournaments.queries.history.cache import load_history

# So many results are stored while so many phones look.
RESULTS = count(12, 64)
PHONES, TABLES = 3, 32


def result(event, table: int) -> dict:
    said = {"said": "2-0", "sure": "2-0", "key": f"{event.pk}.{table}"}
    return {"phase": 1, "round": 1, "table": table, **said}


def store(event, ports, session: str, tables, faults: list):
    """Store results at one service after the other; the desk at the other then shows each."""
    for number, table in enumerate(tables):
        here, there = ports[number % 2], ports[(number + 1) % 2]
        stored = ask(here, f"/e/{event.slug}/desk/results/report/", result(event, table), session)
        if stored.status not in (200, 302):
            faults.append(f"table {table} at {here}: {stored.status}")
        path = f"/e/{event.slug}/desk/"
        if min(shown(ask(there, path, session=session).text, path)) < table:
            faults.append(f"{path} at {there} does not show table {table}")


def looked_at(site, organiser, results: int, seed: int) -> tuple[list, Counter]:
    """(faults, what all phones were told) of a round in which so many results are stored."""
    event = paired(friday(organiser, names=[f"Player {number}" for number in range(2 * TABLES)]), organiser)
    ports, over, faults = (*site.nginx.hosts, site.nginx.port), Event(), []
    phones = [Phone(ports, f"/e/{event.slug}/", over, seed + number) for number in range(PHONES)]
    for phone in phones:
        phone.start()
    try:
        store(event, site.nginx.hosts, session_of(organiser), range(1, results + 1), faults)
    finally:
        over.set()
        for phone in phones:
            phone.join()
    # In the end each of them is told of the last one, without opening another page.
    for phone in phones:
        poll_until(phone, results)
    return sum((phone.faults for phone in phones), faults), sum((phone.told for phone in phones), Counter())


def poll_until(phone: Phone, wanted: int):
    until = time.monotonic() + PATIENCE
    while phone.part["seen"] < wanted:
        assert time.monotonic() < until, phone.part
        phone.poll(**phone.part)


@pytest.fixture(params=range(-(-RESULTS // TABLES)))
def seed(request, site):
    """Every second time Redis is gone, and each host works everything out for itself."""
    if request.param % 2 == 0:
        yield request.param
        return
    site.redis.kill()
    yield request.param
    site.redis.start()


def test_a_phone_never_sees_an_older_version_after_a_newer_one(site, organiser, seed):
    faults, told = looked_at(site, organiser, min(RESULTS, TABLES), 100 * seed)
    assert faults == []
    # It was asked for sharply enough: most saw results come in, and were told that none had, many times.
    assert told[200] > PHONES and told[304] > PHONES and told["newer"] > PHONES, told


def test_both_players_of_a_table_are_told_at_every_host_what_they_have_said(site, organiser):
    event = paired(friday(organiser), organiser)
    history, ports = load_history(event), (*site.nginx.hosts, site.nginx.port)
    for match in history.phase(1).rounds[0].matches[: -(-RESULTS // TABLES)]:
        own = [address(event, history.names[key]) for key in match.players]
        first, second = (Player(ports, path, Event(), match.table) for path in own)
        for player in (first, second):
            player.look(player.at, times=1)
        said = {"phase": 1, "round": 1, "table": match.table, "seat": match.players, "said": "2-0"}
        for number, (player, other) in enumerate([(first, second), (second, first)], 1):
            player.say(said | {"key": f"{event.pk}.{match.table}.{number}"})
            assert player.part["seen"] == number
            poll_until(other, number)
            player.look(player.at, times=2)
        assert first.faults + second.faults == []
