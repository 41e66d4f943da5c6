"""Where an account is signed in: listed, ended, and ended by another password."""

from django.urls import reverse
from qsessions.models import Session

from tests.conftest import PASSWORD
from tests.views.accounts.test_accounts import enter, posted, signed_in
from tests.views.own_pages import text_of
from tournaments.queries.accounts.sessions import name_of


def test_another_password_signs_out_everywhere_else(organiser):
    here, elsewhere = enter(), enter()
    said = {"old_password": PASSWORD, "new_password1": "an empty hall", "new_password2": "an empty hall"}
    assert posted(here, "change_password", {**said, "old_password": "wrong"}).status_code == 422
    assert posted(here, "change_password", said).url == reverse("account")
    assert here.get(reverse("account")).status_code == 200
    assert not Session.objects.filter(session_key=elsewhere.cookies["sessionid"].value).exists()


def test_each_browser_is_listed_and_any_other_can_be_signed_out(organiser):
    here, there, far = enter(), enter(), enter()
    listed = here.get(reverse("account"))
    assert text_of(listed).count("Firefox on Linux") == 3 + 2  # each other one's button names it
    assert "This device" in text_of(listed)
    for client in (here, there, far):
        assert client.cookies["sessionid"].value not in listed.content.decode()
    posted(here, "end_session", {"device": name_of(there.session.session_key)})
    assert [signed_in(client) for client in (here, there, far)] == [True, False, True]
    posted(here, "end_session", {})
    assert [signed_in(client) for client in (here, far)] == [True, False]


def test_nobody_ends_a_session_of_somebody_else(organiser, django_user_model):
    django_user_model.objects.create_user("somebody", password=PASSWORD)
    mine, theirs = enter(), enter("somebody")
    posted(theirs, "end_session", {"device": name_of(mine.session.session_key)})
    posted(theirs, "end_session", {})
    assert signed_in(mine) and signed_in(theirs)


def test_a_session_says_when_it_was_seen_and_is_not_written_each_time(desk, django_assert_num_queries):
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
