"""Absolute addresses, as in QR codes."""

import pytest

from tournaments.web.links import absolute_url, is_local_only


@pytest.fixture
def opened_as(rf, settings):
    settings.ALLOWED_HOSTS = ["*"]
    return lambda host: rf.get("/e/friday/desk/", headers={"host": host})


def test_an_absolute_url_is_on_the_host_of_the_request(opened_as):
    assert absolute_url(opened_as("192.168.1.20:8000"), "/e/friday/") == "http://192.168.1.20:8000/e/friday/"


def test_an_absolute_url_is_on_site_url_if_it_is_set(opened_as, settings):
    settings.SITE_URL = "https://topcut.example/"
    assert absolute_url(opened_as("127.0.0.1:8000"), "/e/friday/") == "https://topcut.example/e/friday/"
    assert not is_local_only(opened_as("127.0.0.1:8000"))


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "desk.localhost:8000", "[::1]:8000"])
def test_localhost_addresses_are_local_only(opened_as, host):
    assert is_local_only(opened_as(host))


@pytest.mark.parametrize("host", ["192.168.1.20:8000", "topcut.example", "desk.local:8000"])
def test_other_hosts_are_not_local_only(opened_as, host):
    assert not is_local_only(opened_as(host))


def test_the_earlier_address_of_the_columns_leads_to_the_standings_settings(client):
    answer = client.get("/e/friday/desk/settings/columns/?phase=1")
    assert (answer.status_code, answer["Location"]) == (301, "/e/friday/desk/settings/standings/?phase=1")
