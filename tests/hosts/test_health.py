"""What hosts say of themselves while Redis comes and goes, and by which number they call a request."""

import json

from tests.hosts.asking import ask
from tests.hosts.test_lost import until
from tests.views.desk_events import friday, paired

WELL = {"database": "ok", "cache": "ok", "migrations": "ok"}


def health(port):
    answer = ask(port, "/healthz")
    return answer.status, json.loads(answer.text)


def said_by_all(site, status, **told):
    """Whether every host says so, and nginx passes it on."""
    return all(health(port) == (status, WELL | told) for port in (*site.nginx.hosts, site.nginx.port))


def test_redis_is_missed_and_the_hosts_are_still_well(site, stored):
    assert said_by_all(site, 200)
    site.redis.kill()
    try:
        assert said_by_all(site, 200, cache="fails")
        for port in site.nginx.hosts:
            lines = ask(port, "/metrics").text.splitlines()
            (errors,) = (line for line in lines if line.startswith("django_cache_get_fail_total{"))
            assert float(errors.split()[1]) > 0
    finally:
        site.redis.start()
    until(lambda: said_by_all(site, 200))


def test_a_request_has_one_number_in_nginx_and_in_the_answer(site, organiser):
    answer, line = site.nginx.asked(paired(friday(organiser), organiser).get_absolute_url())
    assert answer.headers["X-Request-ID"] == line["id"]
    other, _line = site.nginx.asked("/healthz")
    assert other.headers["X-Request-ID"] != line["id"]
