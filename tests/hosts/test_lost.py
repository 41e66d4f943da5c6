"""Killed and restarted programs of the site: every acknowledged change is stored, every request answered."""

from contextlib import contextmanager
from http.client import IncompleteRead
from threading import Event

import pytest
from django.db import transaction

from tests.hosts.phones import Phone
from tests.killed import killed_event
from tests.killed.clients import Clients
from tests.support.desk_events import friday, paired, reported
from tests.support.http_client import ask
from tests.support.repetitions import count
from tests.support.services import Redis, wait_for, wait_for_nginx_to_use
from tournaments.models import Event as StoredEvent

# How often each host dies, or is restarted, in the middle of a round.
TIMES = count(1, 2)
# Seconds between two requests of one client: a host that starts shall not have to wait for the processor.
PAUSE = 0.2


class RetryingClients(Clients):
    """Clients that repeat a request whose response was cut off, as a browser does.

    gunicorn sends the headers before the body, so a service can be killed in between, when nginx can no
    longer ask the other one.
    """

    def send_raw(self, *request):
        try:
            return super().send_raw(*request)
        except IncompleteRead:
            return super().send_raw(*request)


@contextmanager
def people_at_work(site, number: int):
    """The desk, phones, one who drops players and one who pairs, through nginx, while the block lasts.

    Then: each had an answer, none an error, and what was answered as done is stored.
    """
    story = killed_event.create_event(number)
    clients = RetryingClients(site.nginx.port, story, number, PAUSE)
    clients.start()
    try:
        yield clients
    finally:
        clients.stop()
    assert [f"{one.path}: {one.status}" for one in clients.requests if not 200 <= one.status < 500] == []
    assert clients.acknowledged()
    assert inspect_between_actions(story, clients.acknowledged())["faults"] == []


def inspect_between_actions(story, acknowledged):
    """Inspect the event while nobody can change it.

    A service that starts may still work on a request that nginx gave to the other one meanwhile. As in an
    action, the event's row is locked before any others.
    """
    with transaction.atomic():
        StoredEvent.objects.select_for_update().get(pk=story["pk"])
        return killed_event.inspect_event(story, acknowledged)


@contextmanager
def phones_looking(organiser, *ports: int):
    """Phones that poll an event for as long as the block lasts, one a port; none sees a fault."""
    event, over = reported(paired(friday(organiser), organiser), organiser, count=2), Event()
    phones = [Phone((port,), f"/e/{event.slug}/", over, seed, PAUSE) for seed, port in enumerate(ports)]
    for phone in phones:
        phone.start()
    try:
        yield
        wait_for(lambda: all(phone.statuses[304] or phone.faults for phone in phones))
    finally:
        over.set()
        for phone in phones:
            phone.join()
    assert [phone.faults for phone in phones] == [[] for _port in ports]


def until_more_is_done(clients, count=3):
    wanted = len(clients.acknowledged()) + count
    wait_for(lambda: len(clients.acknowledged()) >= wanted)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["desk", "public"])
def test_a_service_is_killed_in_the_middle_of_a_round_and_the_other_answers_for_it(site, organiser, name):
    service = getattr(site, name)
    for number in range(TIMES):
        before = len(site.nginx.log_lines())
        with people_at_work(site, number) as clients, phones_looking(organiser, site.nginx.port):
            until_more_is_done(clients)
            service.kill()
            try:
                wait_until_replaced(site, service, before)
                until_more_is_done(clients)
            finally:
                service.start()
        wait_for_nginx_to_use(site, service)


def wait_until_replaced(site, service, before):
    """Wait until a request has come to the dead service first and then to the other one."""

    def is_replaced():
        upstreams = [line["upstream"] for line in site.nginx.log_lines()[before:]]
        return any(upstream.startswith(f"{service.name}, ") for upstream in upstreams)

    wait_for(is_replaced)


@pytest.mark.slow
def test_all_services_are_restarted_one_by_one_and_nobody_notices(site, organiser):
    for number in range(TIMES):
        with people_at_work(site, number) as clients, phones_looking(organiser, site.nginx.port):
            for host in site.hosts:
                until_more_is_done(clients)
                host.stop()
                until_more_is_done(clients)
                host.start()
                wait_for_nginx_to_use(site, host)


# How Redis goes, and how it comes back.
WAYS = {"killed": (Redis.kill, Redis.start), "silent": (Redis.freeze, Redis.thaw)}


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_pages_go_on_while_redis_is_gone_and_use_it_again_when_it_is_back(site, organiser, way):
    go, come_back = WAYS[way]
    with people_at_work(site, 0) as clients, phones_looking(organiser, *site.nginx.hosts):
        wait_for(site.redis.size)
        go(site.redis)
        try:
            # Slower, but nobody waits for longer than a phone does.
            for port in site.nginx.hosts:
                for page in ("", "standings/", "rounds/1/"):
                    assert ask(port, f"{clients.event['at']}{page}").status in (200, 404)
            until_more_is_done(clients)
        finally:
            come_back(site.redis)
        before = site.redis.size()
        wait_for(lambda: site.redis.size() > before)
