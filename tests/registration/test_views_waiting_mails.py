"""Mails that wait, as the desk shows them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.support.own_pages import text_of
from tests.support.registrations import register_online
from tournaments.models import Mail


@pytest.fixture
def desk(client, organiser):
    client.force_login(organiser)
    return client


@pytest.fixture
def waiting(event):
    """Two mails that wait because no worker runs."""
    for name in ("Ada", "Bo"):
        register_online(event, name, email=f"{name}@example.org")
    assert Mail.objects.count() == 2
    return event


def page_text(desk, event, page=""):
    return text_of(desk.get(f"/e/{event.slug}/desk/{page}"))


def test_the_list_of_registrations_says_how_many_mails_wait_and_the_last_error(desk, waiting):
    assert "2 mails waiting" in page_text(desk, waiting, "registration/")
    Mail.objects.update(error="<b>Connection refused</b>")
    page = desk.get(f"/e/{waiting.slug}/desk/registration/")
    assert "2 mails waiting. Last error: &lt;b&gt;Connection refused" in page.content.decode()
    Mail.objects.update(sent_at=timezone.now())
    assert "waiting." not in page_text(desk, waiting, "registration/")


def test_the_list_names_players_whose_address_was_refused(desk, waiting):
    Mail.objects.update(refused=True)
    text = page_text(desk, waiting, "registration/")
    assert "refused the email addresses of: Bo, Ada" in text and "mails waiting" not in text


def test_the_desk_speaks_of_mails_only_if_they_wait_for_more_than_a_minute(desk, waiting):
    assert "mails waiting" not in page_text(desk, waiting)
    Mail.objects.update(at=timezone.now() - timedelta(seconds=61))
    assert "2 mails waiting" in page_text(desk, waiting)
