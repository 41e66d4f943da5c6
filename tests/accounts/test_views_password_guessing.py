"""Password guessing: a name is locked for the guessing address for some minutes, and for nobody else."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.test import Client
from django.urls import reverse
from qsessions.models import Session

from tests.support.accounts import PASSWORD

TRIES = settings.AXES_FAILURE_LIMIT


@pytest.fixture
def guessed(organiser):
    """A browser that has guessed the organiser's password until it was locked."""
    client = Client()
    for _ in range(TRIES):
        answer = enter(client, "wrong")
    assert answer.status_code == 429
    return client


def enter(client, password=PASSWORD, name="organiser", **more):
    return client.post(reverse("login"), {"username": name, "password": password, "next": "/new/"}, **more)


def test_password_guessing_is_limited(guessed):
    answer = enter(guessed)
    assert answer.status_code == 429
    assert answer["Retry-After"] == "300"
    html = answer.content.decode()
    assert "Wait 5 minutes" in html and 'value="organiser"' in html and 'value="/new/"' in html
    assert "_auth_user_id" not in guessed.session


def test_the_admin_has_the_same_limit(guessed):
    assert guessed.post("/admin/login/", {"username": "organiser", "password": PASSWORD}).status_code == 302
    assert "_auth_user_id" not in guessed.session


def test_another_name_and_another_address_are_not_locked(guessed, django_user_model):
    django_user_model.objects.create_user("somebody", password=PASSWORD)
    assert enter(Client(), name="somebody").status_code == 302
    assert enter(Client(REMOTE_ADDR="192.0.2.7")).status_code == 302


def test_a_known_browser_is_never_locked_out(organiser):
    known = Client()
    assert enter(known).status_code == 302
    known.post(reverse("logout"))
    for _ in range(TRIES + 1):
        enter(Client(), "wrong")
    assert enter(Client()).status_code == 429
    assert enter(known).status_code == 302


def test_a_forged_cookie_or_one_of_another_name_does_not_lift_the_lock(guessed, django_user_model):
    django_user_model.objects.create_user("somebody", password=PASSWORD)
    other = Client()
    enter(other, name="somebody")
    guessed.cookies["been_here"] = other.cookies["been_here"].value
    assert enter(guessed).status_code == 429
    guessed.cookies["been_here"] = "made up"
    assert enter(guessed).status_code == 429


def test_a_lock_does_not_end_sessions(client, organiser):
    client.force_login(organiser)
    for _ in range(TRIES):
        enter(Client(), "wrong")
    assert client.get(reverse("account")).status_code == 200


def test_guesses_during_the_lock_do_not_prolong_it(guessed):
    before = AccessAttempt.objects.get()
    enter(guessed, "wrong")
    after = AccessAttempt.objects.get()
    assert (after.attempt_time, after.failures_since_start) == (before.attempt_time, TRIES)
    AccessAttempt.objects.update(attempt_time=before.attempt_time - timedelta(minutes=5, seconds=1))
    assert enter(guessed).status_code == 302


def test_guessed_passwords_are_not_stored(guessed):
    enter(guessed, "a secret")
    attempt = AccessAttempt.objects.get()
    assert "a secret" not in f"{attempt.post_data} {attempt.get_data}" and "wrong" not in attempt.post_data


def test_behind_a_proxy_the_client_address_is_locked(organiser, settings):
    settings.PROXIES = 1
    guesser = {"HTTP_X_FORWARDED_FOR": "203.0.113.5, 198.51.100.9"}
    for _ in range(TRIES):
        enter(Client(), "wrong", **guesser)
    assert AccessAttempt.objects.get().ip_address == "198.51.100.9"
    invented = {"HTTP_X_FORWARDED_FOR": "192.0.2.1, 198.51.100.9"}
    assert enter(Client(), **invented).status_code == 429
    assert enter(Client(), HTTP_X_FORWARDED_FOR="198.51.100.10").status_code == 302


@pytest.mark.parametrize("address", ["", "nonsense", "1, 2", "::ffff:1:2:3:4:5:6:7:8:9, <b>"])
def test_an_invalid_forwarded_address_is_ignored(organiser, settings, address):
    settings.PROXIES = 1
    assert enter(Client(), "wrong", HTTP_X_FORWARDED_FOR=address).status_code == 422
    assert AccessAttempt.objects.get().ip_address == "127.0.0.1"


@pytest.mark.parametrize(
    ("address", "stored"), [("", None), ("fe80::1%eth0", "fe80::1"), ("2001:db8::1", "2001:db8::1")]
)
def test_any_address_or_none_can_be_stored(organiser, address, stored):
    browser = Client(REMOTE_ADDR=address)
    assert enter(browser, "wrong").status_code == 422
    assert AccessAttempt.objects.get().ip_address == stored
    assert enter(browser).status_code == 302
    assert Session.objects.get().ip == stored


def test_without_a_proxy_the_forwarded_address_is_ignored(organiser):
    enter(Client(), "wrong", HTTP_X_FORWARDED_FOR="192.0.2.1")
    assert AccessAttempt.objects.get().ip_address == "127.0.0.1"
