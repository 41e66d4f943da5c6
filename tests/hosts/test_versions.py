"""A phone whose requests go to different hosts never sees an older version after a newer one."""

import time
from collections import Counter
from threading import Event

import pytest

from tests.hosts.phones import Phone, Player, reported_counts
from tests.support.desk_events import friday, paired
from tests.support.http_client import TIMEOUT_SECONDS, ask, session_cookie
from tests.support.own_pages import address
from tests.support.repetitions import count
from tournaments.history.cache import load_history

# Results that are stored while the phones poll.
RESULTS = count(12, 64)
PHONES, TABLES = 3, 32


def result(event, table: int) -> dict:
    fields = {"result_text": "2-0", "confirmed_result": "2-0", "key": f"{event.pk}.{table}"}
    return {"phase": 1, "round": 1, "table": table, **fields}


def store(event, ports, session: str, tables, faults: list):
    """Store results at alternate services; check that the desk at the other one shows each."""
    for number, table in enumerate(tables):
        port, other_port = ports[number % 2], ports[(number + 1) % 2]
        answer = ask(port, f"/e/{event.slug}/desk/results/report/", result(event, table), session)
        if answer.status not in (200, 302):
            faults.append(f"table {table} at {port}: {answer.status}")
        path = f"/e/{event.slug}/desk/"
        if min(reported_counts(ask(other_port, path, session=session).text, path)) < table:
            faults.append(f"{path} at {other_port} does not show table {table}")


def play_round(site, organiser, results: int, seed: int) -> tuple[list, Counter]:
    """Store results while phones poll; return the faults and the phones' counts."""
    event = paired(friday(organiser, names=[f"Player {number}" for number in range(2 * TABLES)]), organiser)
    ports, over, faults = (*site.nginx.hosts, site.nginx.port), Event(), []
    phones = [Phone(ports, f"/e/{event.slug}/", over, seed + number) for number in range(PHONES)]
    opened = []
    for phone in phones:
        phone.look(phone.at, times=0)
        opened.append(phone.part)
        phone.start()
    try:
        store(event, site.nginx.hosts, session_cookie(organiser), range(1, results + 1), faults)
    finally:
        over.set()
        for phone in phones:
            phone.join()
    # In the end each phone gets the last result without opening another page, also for the page that it
    # opened before the first result; then nothing is new.
    for phone, first_page in zip(phones, opened, strict=True):
        poll_until(phone, results)
        phone.poll(**first_page)
        phone.poll(**phone.part)
    statuses = sum((phone.statuses for phone in phones), Counter())
    return sum((phone.faults for phone in phones), faults), statuses


def poll_until(phone: Phone, wanted: int):
    until = time.monotonic() + TIMEOUT_SECONDS
    while phone.part["results"] < wanted:
        assert time.monotonic() < until, phone.part
        phone.poll(**phone.part)


@pytest.fixture(params=range(-(-RESULTS // TABLES)))
def seed(request, site):
    """A seed; for every second one Redis is stopped, and each host renders for itself."""
    if request.param % 2 == 0:
        yield request.param
        return
    site.redis.kill()
    yield request.param
    site.redis.start()


def test_a_phone_never_sees_an_older_version_after_a_newer_one(site, organiser, seed):
    faults, counts = play_round(site, organiser, min(RESULTS, TABLES), 100 * seed)
    assert faults == []
    # The last two polls of each phone alone are a new fragment with results and an unchanged one.
    assert counts[200] >= PHONES and counts[304] >= PHONES and counts["newer"] >= PHONES, counts


def test_both_players_of_a_table_see_their_reports_at_every_service(site, organiser):
    event = paired(friday(organiser), organiser)
    history, ports = load_history(event), (*site.nginx.hosts, site.nginx.port)
    for match in history.phase(1).rounds[0].matches[: -(-RESULTS // TABLES)]:
        own = [address(event, history.names[key]) for key in match.players]
        first, second = (Player(ports, path, Event(), match.table) for path in own)
        for player in (first, second):
            player.look(player.at, times=1)
        form = {"phase": 1, "round": 1, "table": match.table, "seat": match.players, "result_text": "2-0"}
        for number, (player, other) in enumerate([(first, second), (second, first)], 1):
            player.send_report(form | {"key": f"{event.pk}.{match.table}.{number}"})
            assert player.part["results"] == number
            poll_until(other, number)
            player.look(player.at, times=2)
        assert first.faults + second.faults == []
