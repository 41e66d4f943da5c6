"""Passwords that are guessed: a name is locked from one address for some minutes, and nobody else is."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.test import Client
from django.urls import reverse
from qsessions.models import Session

from tests.conftest import PASSWORD

TRIES = settings.AXES_FAILURE_LIMIT


@pytest.fixture
def guessed(organiser):
    """A browser that has guessed the organiser's password in vain, as often as is taken."""
    client = Client()
    for _ in range(TRIES):
        answer = enter(client, "wrong")
    assert answer.status_code == 429
    return client


def enter(client, password=PASSWORD, name="organiser", **more):
    return client.post(reverse("login"), {"username": name, "password": password, "next": "/new/"}, **more)


def test_who_guesses_is_stopped_in_words_even_with_the_right_password(guessed):
    answer = enter(guessed)
    assert answer.status_code == 429
    assert answer["Retry-After"] == "300"
    said = answer.content.decode()
    assert "wait 5 minutes" in said and 'value="organiser"' in said and 'value="/new/"' in said
    assert "_auth_user_id" not in guessed.session


def test_the_admin_is_no_second_door_for_guesses(guessed):
    assert guessed.post("/admin/login/", {"username": "organiser", "password": PASSWORD}).status_code == 302
    assert "_auth_user_id" not in guessed.session


def test_another_name_and_another_address_are_not_locked(guessed, django_user_model):
    django_user_model.objects.create_user("somebody", password=PASSWORD)
    assert enter(Client(), name="somebody").status_code == 302
    assert enter(Client(REMOTE_ADDR="192.0.2.7")).status_code == 302


def test_a_stranger_in_the_hall_keeps_nobody_out_who_was_in_before(organiser):
    known = Client()
    assert enter(known).status_code == 302
    known.post(reverse("logout"))
    for _ in range(TRIES + 1):
        enter(Client(), "wrong")
    assert enter(Client()).status_code == 429
    assert enter(known).status_code == 302


def test_a_cookie_that_was_made_up_or_is_for_another_name_opens_nothing(guessed, django_user_model):
    django_user_model.objects.create_user("somebody", password=PASSWORD)
    other = Client()
    enter(other, name="somebody")
    guessed.cookies["been_here"] = other.cookies["been_here"].value
    assert enter(guessed).status_code == 429
    guessed.cookies["been_here"] = "made up"
    assert enter(guessed).status_code == 429


def test_whoever_is_signed_in_stays_so(client, organiser):
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


def test_no_password_that_was_tried_is_kept(guessed):
    enter(guessed, "a secret")
    kept = AccessAttempt.objects.get()
    assert "a secret" not in f"{kept.post_data} {kept.get_data}" and "wrong" not in kept.post_data


def test_behind_a_proxy_whoever_guesses_is_locked_not_the_proxy(organiser, settings):
    settings.PROXIES = 1
    guesser = {"HTTP_X_FORWARDED_FOR": "203.0.113.5, 198.51.100.9"}
    for _ in range(TRIES):
        enter(Client(), "wrong", **guesser)
    assert AccessAttempt.objects.get().ip_address == "198.51.100.9"
    invented = {"HTTP_X_FORWARDED_FOR": "192.0.2.1, 198.51.100.9"}
    assert enter(Client(), **invented).status_code == 429
    assert enter(Client(), HTTP_X_FORWARDED_FOR="198.51.100.10").status_code == 302


@pytest.mark.parametrize("told", ["", "nonsense", "1, 2", "::ffff:1:2:3:4:5:6:7:8:9, <b>"])
def test_what_is_no_address_is_not_believed(organiser, settings, told):
    settings.PROXIES = 1
    assert enter(Client(), "wrong", HTTP_X_FORWARDED_FOR=told).status_code == 422
    assert AccessAttempt.objects.get().ip_address == "127.0.0.1"


@pytest.mark.parametrize(
    ("address", "kept"), [("", None), ("fe80::1%eth0", "fe80::1"), ("2001:db8::1", "2001:db8::1")]
)
def test_any_address_or_none_is_counted(organiser, address, kept):
    browser = Client(REMOTE_ADDR=address)
    assert enter(browser, "wrong").status_code == 422
    assert AccessAttempt.objects.get().ip_address == kept
    assert enter(browser).status_code == 302
    assert Session.objects.get().ip == kept


def test_without_a_proxy_nobody_says_where_they_are(organiser):
    enter(Client(), "wrong", HTTP_X_FORWARDED_FOR="192.0.2.1")
    assert AccessAttempt.objects.get().ip_address == "127.0.0.1"
