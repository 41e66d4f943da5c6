"""nginx sends the desk's pages and every POST request to the service desk and everything else to public; each
service steps in for the other."""

import pytest

from tests.hosts.http_client import ask, session_cookie
from tests.hosts.nginx import Nginx
from tests.hosts.test_lost import until, until_nginx_uses
from tests.views.desk_events import fresh, friday, paired
from tests.views.own_pages import address

# A phone waits for ten.
MAX_SECONDS = 5


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
        "said": "2-0",
        "sure": "2-0",
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
    until_nginx_uses(site, site.public)


def test_the_desk_answers_at_once_while_the_public_service_answers_nothing(
    site, event, session, frozen_public, monkeypatch
):
    monkeypatch.setattr("tests.hosts.http_client.TIMEOUT_SECONDS", MAX_SECONDS)
    logged = len(site.nginx.log_lines())
    with pytest.raises(TimeoutError):
        ask(site.nginx.port, event.get_absolute_url())
    until(lambda: len(site.nginx.log_lines()) > logged)
    report = f"{event.get_absolute_url()}desk/results/report/"
    for table in (1, 2):
        assert upstreams(site, [report], result(event, table), session) == {site.desk.name}
        assert upstreams(site, desk_pages(event), session=session) == {site.desk.name}
    assert fresh(event).version == event.version + 2


@pytest.fixture(params=["desk", "public"])
def stopped(request, site):
    """One of the services, stopped during the test."""
    service = getattr(site, request.param)
    service.stop()
    yield service
    service.start()
    until_nginx_uses(site, service)


def test_the_other_service_answers_everything_while_one_is_stopped(site, event, session, stopped):
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
