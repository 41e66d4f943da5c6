"""What cannot be answered: a page in words that says what to do, and nothing of the inside."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.views.desk_events import form, fresh, friday, played
from tests.views.own_pages import text_of

INSIDE = ("Traceback", "Exception", "DEBUG", "/site-packages/", "sqlite", "ZeroDivision", "CSRF")


def page_of(answer, status):
    """The text of an answer of this status: a whole page of the house, with nothing of the inside."""
    assert answer.status_code == status
    text = text_of(answer)
    assert "Topcut" in text and "All events" in text
    assert not [word for word in INSIDE if word in answer.content.decode()]
    return text


@pytest.fixture
def careful(organiser):
    """A browser whose forms must carry their token, signed in."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(organiser)
    return client


def test_a_form_from_a_page_that_is_too_old_says_to_load_it_again(careful, organiser):
    event = friday(organiser)
    where = reverse("pair", args=[event.slug])
    for said in ({}, {"csrfmiddlewaretoken": "a" * 64}):
        text = page_of(careful.post(where, {**form(event), **said}), 403)
        assert "The page was too old" in text and "load the page again" in text
    assert fresh(event).version == event.version


def test_a_script_hears_the_same_in_a_sentence(careful, organiser):
    answer = careful.post(reverse("pair", args=[friday(organiser).slug]), headers={"hx-request": "true"})
    assert answer.status_code == 403 and answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode().startswith("Nothing was changed. Go back")


def test_a_host_that_is_not_this_site_is_refused(db, client):
    text = page_of(client.get("/", headers={"host": "evil.example"}), 400)
    assert "makes no sense here" in text and "evil.example" not in text


def test_a_request_that_is_too_long_is_refused_unread(desk, organiser):
    event = friday(organiser)
    for where in ("/", reverse("import_event"), reverse("announce", args=[event.slug])):
        answer = desk.post(where, CONTENT_LENGTH=str(settings.LONGEST_REQUEST + 1))
        assert "at most 32 MB" in page_of(answer, 413)


def test_a_form_that_is_too_long_or_has_too_many_fields_is_refused(desk, settings, organiser):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    where = reverse("announce", args=[friday(organiser).slug])
    page_of(desk.post(where, {"text": "a" * 2000}), 413)
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 10
    page_of(desk.post(where, {f"f{number}": "" for number in range(11)}), 400)


@pytest.mark.parametrize("said", ["", "-5", "nonsense", "²", "9" * 30])
def test_a_length_that_is_none_is_never_a_broken_page(db, said):
    answer = Client(raise_request_exception=False).get("/", CONTENT_LENGTH=said)
    assert answer.status_code in (200, 400, 413)


def test_what_is_sent_to_an_address_that_takes_no_such_thing_is_told(desk, organiser):
    answer = desk.get(reverse("settle_claims", args=[friday(organiser).slug]))
    assert "only takes what a page sends" in page_of(answer, 405)
    assert answer["Allow"] == "POST"


def test_what_is_not_there_is_told(client, db):
    assert "no such page" in page_of(client.get("/e/nowhere/"), 404)


def test_what_is_not_yours_is_told(client, organiser, django_user_model):
    client.force_login(django_user_model.objects.create_user("somebody"))
    assert "signed in as somebody" in page_of(client.get(reverse("desk", args=[friday(organiser).slug])), 403)


def test_what_breaks_says_so_and_tells_nothing(client, organiser, monkeypatch):
    event = played(friday(organiser), organiser)
    client.raise_request_exception = False
    client.force_login(organiser)
    monkeypatch.setattr("tournaments.access.event_at", lambda slug: 1 / 0)
    assert "Something broke on our side" in page_of(client.get(event.get_absolute_url()), 500)


ASK = """
from django.conf import settings
from django.test import Client
print(settings.DEBUG, Client(HTTP_HOST="evil.example").get("/").status_code)
"""


def test_debug_is_off_unless_it_is_asked_for_and_other_hosts_fill_no_journal(manage):
    done = manage("shell", "-v0", "-c", ASK, DEBUG="", DJANGO_SETTINGS_MODULE="tests.uncollected")
    assert (done.stdout, done.stderr) == ("False 400\n", "")
