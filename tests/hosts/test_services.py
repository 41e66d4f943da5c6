"""nginx sends the desk's pages and every POST request to the service desk and everything else to public.

Each service steps in for the other.
"""

import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.hosts.nginx import Nginx
from tests.support.desk_events import fresh, friday, paired
from tests.support.http_client import ask, session_cookie
from tests.support.own_pages import address
from tests.support.services import wait_for_nginx_to_use

# A phone gives up after this time.
PHONE_SECONDS = 10
# The public service refuses polls that have waited for three seconds.
LATE_SECONDS = 4.5


@pytest.fixture
def event(organiser):
    return paired(friday(organiser), organiser)


@pytest.fixture
def session(organiser):
    return session_cookie(organiser)


def result(event, table=1) -> dict:
    return {
        "phase": 1,
        "round": 1,
        "table": table,
        "result_text": "2-0",
        "confirmed_result": "2-0",
        "key": f"{event.pk}.{table}",
    }


def pages(event) -> list[str]:
    """Addresses that players open."""
    at = event.get_absolute_url()
    return [
        "/",
        at,
        f"{at}standings/",
        f"{at}standings/?part=table",
        f"{at}rounds/1/",
        address(event, "Anna"),
    ]


def desk_pages(event) -> list[str]:
    at = event.get_absolute_url()
    return [f"{at}desk/", f"{at}desk/log/"]


def upstreams(site, paths, form=None, session="") -> set[str]:
    """The addresses of the services that answered these requests without an error."""
    answers = [site.nginx.ask(path, form, session) for path in paths]
    assert [path for path, (answer, _line) in zip(paths, answers, strict=True) if answer.status >= 400] == []
    return {line["upstream"] for _answer, line in answers}


def test_desk_pages_reach_the_desk_service_and_other_pages_the_public_service(site, event, session):
    assert upstreams(site, desk_pages(event), session=session) == {site.desk.name}
    assert upstreams(site, pages(event), session=session) == {site.public.name}
    # Only below /e/ does “desk” mean the desk.
    _answer, line = site.nginx.ask("/help/desk/")
    assert line["upstream"] == site.public.name


def test_every_post_request_reaches_the_desk_service(site, event, session):
    at = event.get_absolute_url()
    assert upstreams(site, [f"{at}desk/results/report/"], result(event), session) == {site.desk.name}
    for path in ("/accounts/login/", f"{address(event, 'Anna')}report/", "/nowhere/"):
        _answer, line = site.nginx.ask(path, {})
        assert line["upstream"] == site.desk.name, path


@pytest.fixture
def frozen_public(site):
    site.public.freeze()
    yield
    site.public.thaw()
    wait_for_nginx_to_use(site, site.public)


@pytest.mark.slow
def test_the_desk_answers_at_once_while_the_public_service_answers_nothing(
    site, event, session, frozen_public
):
    report = f"{event.get_absolute_url()}desk/results/report/"
    with ThreadPoolExecutor() as threads:
        page = threads.submit(ask, site.nginx.port, event.get_absolute_url())
        for table in (1, 2):
            assert ask(site.desk.port, report, result(event, table), session).status == 302
        assert not page.done()
        assert page.result().status == 200
    assert fresh(event).version == event.version + 2


@pytest.fixture
def delivered_nginx(site, tmp_path):
    """An nginx in front of the site's services, with the times of the project's files."""
    nginx = Nginx(tmp_path / "nginx", desk=site.nginx.desk, public=site.nginx.public)
    nginx.set_up()
    nginx.start()
    yield nginx
    nginx.kill()


@pytest.mark.slow
def test_polls_that_wait_at_the_public_service_are_refused_and_pages_and_the_desk_are_not(
    site, event, session, delivered_nginx, monkeypatch
):
    monkeypatch.setattr("tests.support.http_client.TIMEOUT_SECONDS", 40)
    polls = {"HX-Request": "true", "HX-Trigger": "live-now"}
    own, desk = f"{address(event, 'Anna')}?part=now", f"{desk_pages(event)[0]}?part=activity"
    requests = [(own, "", polls), (own, "", {}), (event.get_absolute_url(), "", {}), (desk, session, polls)]
    for service in site.hosts:
        service.freeze()
    with ThreadPoolExecutor() as threads:
        answers = [
            threads.submit(ask, delivered_nginx.port, path, None, signed_in, **headers)
            for path, signed_in, headers in requests
        ]
        time.sleep(LATE_SECONDS)
        for service in site.hosts:
            service.thaw()
    refused, *answered = [answer.result() for answer in answers]
    assert (refused.status, refused.text) == (503, "") and 1 <= int(refused.headers["Retry-After"]) <= 8
    assert [answer.status for answer in answered] == [200, 200, 200]


def time_requests(port: int, requests: list[tuple]) -> list[tuple[int, float]]:
    """Send requests at the same time; return the status and the seconds of each."""

    def measure(request):
        since = time.monotonic()
        return ask(port, *request).status, time.monotonic() - since

    with ThreadPoolExecutor(len(requests)) as threads:
        return list(threads.map(measure, requests))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["desk", "public"])
def test_the_other_service_answers_phones_in_time_while_a_port_accepts_and_nothing_answers(
    site, event, session, delivered_nginx, name, monkeypatch
):
    """As with systemd, which keeps the port of a service open that cannot start."""
    monkeypatch.setattr("tests.support.http_client.TIMEOUT_SECONDS", 70)
    service = getattr(site, name)
    service.stop()
    try:
        # More than nginx's max_fails, so that it then leaves the service alone.
        requests = [(path,) for path in pages(event)]
        if service is site.desk:
            requests = [(f"{address(event, 'Anna')}report/", {"key": f"{number}"}) for number in range(4)]
        for status, seconds in time_requests(delivered_nginx.port, requests):
            assert status < 500 and seconds < PHONE_SECONDS
        path = desk_pages(event)[0] if service is site.desk else pages(event)[0]
        ((status, seconds),) = time_requests(delivered_nginx.port, [(path, None, session)])
        assert status == 200 and seconds < PHONE_SECONDS / 2
    finally:
        service.start()
        wait_for_nginx_to_use(site, service)


@pytest.mark.slow
def test_backups_and_files_may_take_longer_and_are_made_once(tmp_path, site):
    """The port of the only service accepts and answers nothing; a second one may not be asked."""
    nginx = Nginx(tmp_path / "nginx", time_scale=0.02)
    with socket.create_server(("127.0.0.1", 0)) as first, socket.create_server(("127.0.0.1", 0)) as second:
        nginx.desk, nginx.public = (first.getsockname()[1],), (second.getsockname()[1],)
        nginx.set_up()
        nginx.start()
        try:
            for path, service, others in (
                ("/backup/", second, ""),
                ("/e/cup/desk/backup/", first, ""),
                ("/e/cup/desk/log/before/7/", first, ""),
                ("/e/cup/desk/", first, second),
                ("/e/cup/", second, first),
            ):
                names = [f"127.0.0.1:{port.getsockname()[1]}" for port in (service, others) if port]
                answer, line = nginx.ask(path)
                assert (answer.status, line["upstream"]) == (504, ", ".join(names)), path
        finally:
            nginx.kill()


@pytest.mark.parametrize("name", ["desk", "public"])
def test_the_other_service_answers_everything_while_one_refuses_connections(
    site, event, session, tmp_path, name
):
    ports = {"desk": site.nginx.desk, "public": site.nginx.public}
    nginx = Nginx(tmp_path / "nginx", **ports | {name: (1,)})
    nginx.set_up()
    nginx.start()
    try:
        paths = pages(event) + desk_pages(event)
        assert {ask(nginx.port, path, session=session).status for path in paths} == {200}
    finally:
        nginx.kill()


@pytest.fixture(params=["desk", "public"])
def stopped(request, site):
    """One of the services, stopped during the test."""
    service = getattr(site, request.param)
    service.stop()
    yield service
    service.start()
    wait_for_nginx_to_use(site, service)


@pytest.mark.slow
def test_the_other_service_answers_everything_while_one_is_stopped(
    site, event, session, stopped, monkeypatch
):
    # nginx waits for the desk longer than a phone does.
    monkeypatch.setattr("tests.support.http_client.TIMEOUT_SECONDS", 40)
    report = f"{event.get_absolute_url()}desk/results/report/"
    answered_by = upstreams(site, pages(event) + desk_pages(event), session=session)
    answered_by |= upstreams(site, [report], result(event), session)
    other = site.public if stopped is site.desk else site.desk
    assert answered_by <= {other.name, f"{stopped.name}, {other.name}"}
    assert fresh(event).version == event.version + 1


def test_several_addresses_of_a_service_share_its_requests(site, event, tmp_path):
    ports = tuple(service.port for service in (site.desk, site.public))
    nginx = Nginx(tmp_path / "nginx", desk=ports[:1], public=ports)
    nginx.set_up()
    nginx.start()
    try:
        assert {nginx.ask(path)[1]["upstream"] for path in pages(event)} == {site.desk.name, site.public.name}
    finally:
        nginx.kill()
