"""The devices of an account: listed, signed out, and signed out by a new password."""

from datetime import timedelta

from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from qsessions.models import Session

from tests.support.accounts import PASSWORD, is_signed_in, open_browser, post_to
from tests.support.own_pages import text_of
from tournaments.accounts.actions import session_name


def test_a_new_password_signs_out_all_other_devices(organiser):
    here, elsewhere = open_browser(), open_browser()
    data = {"old_password": PASSWORD, "new_password1": "an empty hall", "new_password2": "an empty hall"}
    assert post_to(here, "change_password", {**data, "old_password": "wrong"}).status_code == 422
    assert post_to(here, "change_password", data).url == reverse("account")
    assert here.get(reverse("account")).status_code == 200
    assert not Session.objects.filter(session_key=elsewhere.cookies["sessionid"].value).exists()


def test_devices_are_listed_and_others_can_be_signed_out(organiser):
    here, second, far = open_browser(), open_browser(), open_browser()
    listed = here.get(reverse("account"))
    assert text_of(listed).count("Firefox on Linux") == 3 + 2  # each other one's button names it
    assert "This device" in text_of(listed)
    for client in (here, second, far):
        assert client.cookies["sessionid"].value not in listed.content.decode()
    post_to(here, "end_session", {"device": session_name(second.session.session_key)})
    assert [is_signed_in(client) for client in (here, second, far)] == [True, False, True]
    post_to(here, "end_session", {})
    assert [is_signed_in(client) for client in (here, far)] == [True, False]


def test_sessions_of_others_cannot_be_ended(organiser, django_user_model):
    django_user_model.objects.create_user("somebody", password=PASSWORD)
    mine, theirs = open_browser(), open_browser("somebody")
    post_to(theirs, "end_session", {"device": session_name(mine.session.session_key)})
    post_to(theirs, "end_session", {})
    assert is_signed_in(mine) and is_signed_in(theirs)


def test_the_time_of_last_use_is_written_every_ten_minutes(desk, django_assert_num_queries):
    desk.get(reverse("account"))
    before = Session.objects.get()
    with django_assert_num_queries(3):  # the session, the account, its sessions
        desk.get(reverse("account"))
    assert Session.objects.get().updated_at == before.updated_at
    session = desk.session
    session["seen"] -= 601
    session.save()
    before = Session.objects.get()
    desk.get(reverse("account"))
    assert Session.objects.get().updated_at > before.updated_at


def test_clearsessions_deletes_expired_sessions_only(organiser):
    """topcut-daily.timer runs it."""
    here, expired = open_browser(), open_browser()
    session = Session.objects.filter(session_key=expired.cookies["sessionid"].value)
    session.update(expire_date=timezone.now() - timedelta(hours=1))
    call_command("clearsessions")
    assert not session.exists() and is_signed_in(here)
