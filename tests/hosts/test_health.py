"""Health checks of the hosts without Redis, and request ids."""

import json

from tests.support.desk_events import friday, paired
from tests.support.http_client import ask
from tests.support.services import wait_for

HEALTHY = {"database": "ok", "cache": "ok", "migrations": "ok"}


def health(port):
    answer = ask(port, "/healthz")
    return answer.status, json.loads(answer.text)


def all_answer(site, status, **changes):
    """Return whether every host, and nginx, answers with this health."""
    return all(health(port) == (status, HEALTHY | changes) for port in (*site.nginx.hosts, site.nginx.port))


def test_hosts_report_a_missing_redis_and_are_still_healthy(site, stored):
    assert all_answer(site, 200)
    site.redis.kill()
    try:
        assert all_answer(site, 200, cache="fails")
        for port in site.nginx.hosts:
            lines = ask(port, "/metrics").text.splitlines()
            (errors,) = (line for line in lines if line.startswith("django_cache_get_fail_total{"))
            assert float(errors.split()[1]) > 0
    finally:
        site.redis.start()
    wait_for(lambda: all_answer(site, 200))


def test_a_request_has_one_id_in_nginx_and_in_the_answer(site, organiser):
    answer, line = site.nginx.ask(paired(friday(organiser), organiser).get_absolute_url())
    assert answer.headers["X-Request-ID"] == line["id"]
    other, _line = site.nginx.ask("/healthz")
    assert other.headers["X-Request-ID"] != line["id"]
