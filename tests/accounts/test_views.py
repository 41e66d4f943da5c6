"""Accounts: sign-up, passwords and mail addresses."""

from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from tests.support.accounts import PASSWORD, is_signed_in, open_browser, post_to
from tests.support.desk_events import friday
from tests.support.own_pages import text_of
from tests.support.worker import run_worker
from tournaments.accounts.actions import sign_up
from tournaments.accounts.forms import SignUpForm
from tournaments.models import Invitation
from tournaments.models.staff import hash_token

ANN = {"username": "ann", "email": "", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture
def invitation(organiser):
    now = timezone.now()
    event = friday(organiser)
    return Invitation.objects.create(
        event=event,
        role="judge",
        token=hash_token("secret"),
        made_at=now,
        made_by="organiser",
        expires_at=now + timedelta(days=7),
    )


def delivered():
    """Return the mails sent so far; the worker sends them."""
    run_worker()
    return mail.outbox


def test_open_sign_up_creates_an_account_and_signs_in(db, client, settings):
    settings.SIGN_UP = "open"
    assert reverse("sign_up") in client.get(reverse("login")).content.decode()
    answer = post_to(client, "sign_up", {**ANN, "next": "/new/"})
    assert (answer.status_code, answer.url) == (302, "/new/")
    assert is_signed_in(client)


@pytest.mark.parametrize("policy", ["closed", "invitation"])
def test_sign_up_is_refused_unless_it_is_open(db, client, settings, django_user_model, policy):
    settings.SIGN_UP = policy
    assert reverse("sign_up") not in client.get(reverse("login")).content.decode()
    for wanted in ("", "/new/", "/invitation/none/", "/e/friday/me/none/"):
        assert client.get(reverse("sign_up"), {"next": wanted}).status_code == 403
        assert post_to(client, "sign_up", {**ANN, "next": wanted}).status_code == 403
    assert not django_user_model.objects.filter(username="ann").exists()


@pytest.mark.parametrize(
    ("spoilt", "status"),
    [
        ({}, 302),
        ({"taken_at": timezone.now()}, 403),
        ({"expires_at": timezone.now() - timedelta(days=1)}, 403),
    ],
)
def test_only_a_valid_invitation_allows_sign_up(client, settings, invitation, spoilt, status):
    settings.SIGN_UP = "invitation"
    Invitation.objects.filter(pk=invitation.pk).update(**spoilt)
    wanted = reverse("invitation", args=["secret"])
    assert post_to(client, "sign_up", {**ANN, "next": wanted}).status_code == status
    assert is_signed_in(client) == (status == 302)


def test_an_invitation_page_links_to_sign_up_and_back(client, settings, invitation):
    page = client.get(reverse("invitation", args=["secret"]))
    sign_up_url = f"{reverse('sign_up')}?next={reverse('invitation', args=['secret'])}"
    assert sign_up_url in page.content.decode()
    assert client.get(sign_up_url).status_code == 200
    settings.SIGN_UP = "closed"
    assert sign_up_url not in client.get(reverse("invitation", args=["secret"])).content.decode()


def test_a_name_taken_at_the_same_moment_is_a_form_error(db):
    first, second = SignUpForm(ANN), SignUpForm(ANN)
    assert first.is_valid() and second.is_valid()
    assert sign_up(first).get_username() == ANN["username"]
    assert sign_up(second) is None
    assert "already exists" in str(second.errors["username"])


@pytest.mark.parametrize(
    "wrong", [{"username": "Organiser"}, {"password2": "other"}, {"password1": "12345678"}, {"email": "at"}]
)
def test_a_refused_account_keeps_what_was_typed(client, organiser, settings, wrong):
    settings.SIGN_UP = "open"
    answer = post_to(client, "sign_up", {**ANN, "username": "somebody", **wrong})
    assert answer.status_code == 422
    assert wrong.get("username", "somebody") in answer.content.decode()
    assert 'class="error"' in answer.content.decode()


def test_password_errors_are_shown_at_their_fields(client, db, settings):
    settings.SIGN_UP = "open"
    page = post_to(client, "sign_up", {**ANN, "password1": "password", "password2": "other"}).content.decode()
    assert "too common" in page.partition('id="id_password1_error"')[2].partition("</span>")[0]
    assert "passwords don’t match" in page.partition('id="id_password2_error"')[2].partition("</span>")[0]


def test_a_reset_link_works_once_and_ends_every_session(client, organiser):
    organiser.email = "organiser@topcut.example"
    organiser.save()
    elsewhere = open_browser()
    answer = post_to(client, "password_reset", {"email": "Organiser@topcut.example"})
    assert answer.url == f"{reverse('password_reset')}?sent=1"
    (sent,) = delivered()
    link = next(
        line for line in sent.body.splitlines() if line.startswith("http://testserver/accounts/reset/")
    )
    page = client.get(link, follow=True)
    reset_url = page.redirect_chain[-1][0]
    assert link.rstrip("/").rpartition("/")[2] not in page.content.decode()
    data = {"new_password1": "an empty hall", "new_password2": "an empty hall"}
    assert client.post(reset_url, {**data, "new_password2": "another"}).status_code == 422
    assert client.post(reset_url, data).url == reverse("login")
    assert not is_signed_in(elsewhere)
    assert is_signed_in(open_browser(password="an empty hall"))
    assert "no longer works" in client.get(link, follow=True).content.decode()


def test_a_reset_does_not_reveal_known_addresses(client, organiser):
    organiser.email = "organiser@topcut.example"
    organiser.save()
    known, unknown = (
        post_to(client, "password_reset", {"email": email})
        for email in (organiser.email, "nobody@topcut.example")
    )
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
    assert len(delivered()) == 1


def test_sign_in_does_not_reveal_known_names(client, organiser):
    known, unknown = (
        post_to(client, "login", {"username": name, "password": "wrong"}) for name in ("organiser", "nobody")
    )
    assert known.status_code == unknown.status_code == 422
    assert text_of(known) == text_of(unknown)


def test_the_reset_link_is_on_site_url(client, organiser, settings):
    settings.SITE_URL = "https://topcut.example/"
    organiser.email = "organiser@topcut.example"
    organiser.save()
    post_to(client, "password_reset", {"email": organiser.email})
    assert "\nhttps://topcut.example/accounts/reset/" in delivered()[0].body


def test_changing_the_mail_address_requires_the_password_and_notifies_the_old_one(desk, organiser):
    organiser.email = "old@topcut.example"
    organiser.save()
    data = {"email": "new@topcut.example", "password": "wrong"}
    refused = post_to(desk, "change_email", data)
    assert refused.status_code == 422 and "new@topcut.example" in refused.content.decode()
    assert post_to(desk, "change_email", {**data, "password": PASSWORD}).status_code == 302
    organiser.refresh_from_db()
    assert organiser.email == "new@topcut.example"
    assert [sent.to for sent in delivered()] == [["old@topcut.example"]]


@pytest.mark.parametrize("name", ["account", "change_email", "change_password"])
def test_account_pages_require_sign_in(db, client, name):
    assert client.get(reverse(name)).url == f"{reverse('login')}?next={reverse(name)}"


def test_the_admin_uses_the_sign_in_page_and_is_for_staff(client, organiser, admin_user):
    inside = "/admin/tournaments/event/"
    assert client.get(inside).url == f"/admin/login/?next={inside}"
    assert (
        client.get(f"/admin/login/?next={inside}").url
        == f"{reverse('login')}?next=%2Fadmin%2Ftournaments%2Fevent%2F"
    )
    client.force_login(organiser)
    assert client.get("/admin/login/").status_code == 403
    client.force_login(admin_user)
    assert client.get(f"/admin/login/?next={inside}").url == inside
    assert "qsessions" not in client.get("/admin/").content.decode()
