"""Where a QR code leads."""

import pytest

from tournaments.views.http.urls import absolute_url, is_local_only


@pytest.fixture
def opened_as(rf, settings):
    settings.ALLOWED_HOSTS = ["*"]
    return lambda host: rf.get("/e/friday/desk/", headers={"host": host})


def test_an_address_is_on_the_host_by_which_its_page_was_opened(opened_as):
    assert absolute_url(opened_as("192.168.1.20:8000"), "/e/friday/") == "http://192.168.1.20:8000/e/friday/"


def test_a_site_that_names_its_address_is_found_there(opened_as, settings):
    settings.SITE_URL = "https://topcut.example/"
    assert absolute_url(opened_as("127.0.0.1:8000"), "/e/friday/") == "https://topcut.example/e/friday/"
    assert not is_local_only(opened_as("127.0.0.1:8000"))


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "desk.localhost:8000", "[::1]:8000"])
def test_a_page_opened_as_localhost_leads_no_phone_to_it(opened_as, host):
    assert is_local_only(opened_as(host))


@pytest.mark.parametrize("host", ["192.168.1.20:8000", "topcut.example", "desk.local:8000"])
def test_one_opened_by_name_or_number_does(opened_as, host):
    assert not is_local_only(opened_as(host))
