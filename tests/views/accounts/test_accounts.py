"""Accounts: made as the site allows it, their passwords and addresses."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.conftest import PASSWORD
from tests.views.desk_events import friday
from tests.views.own_pages import text_of
from tournaments.actions.accounts import account
from tournaments.actions.accounts.account import MAIL
from tournaments.forms.accounts.account import SignUpForm
from tournaments.models import Invitation
from tournaments.queries.desk.staff import hash_token

ANN = {"username": "ann", "email": "", "password1": PASSWORD, "password2": PASSWORD}
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"


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


def signed_in(client):
    return "_auth_user_id" in client.session


def posted(client, name, said, *args, **more):
    return client.post(reverse(name, args=args), said, **more)


def enter(name="organiser", password=PASSWORD, **headers):
    """A browser of its own that has signed in."""
    client = Client(headers={"user-agent": FIREFOX, **headers})
    posted(client, "login", {"username": name, "password": password})
    return client


def delivered():
    """What has been sent so far; mail goes out after its answer."""
    MAIL.submit(int).result()
    return mail.outbox


def test_where_sign_up_is_open_whoever_comes_makes_an_account_and_is_in(db, client, settings):
    settings.SIGN_UP = "open"
    assert reverse("sign_up") in client.get(reverse("login")).content.decode()
    answer = posted(client, "sign_up", {**ANN, "next": "/new/"})
    assert (answer.status_code, answer.url) == (302, "/new/")
    assert signed_in(client)


@pytest.mark.parametrize("way", ["closed", "invitation"])
def test_where_it_is_not_nobody_makes_one(db, client, settings, django_user_model, way):
    settings.SIGN_UP = way
    assert reverse("sign_up") not in client.get(reverse("login")).content.decode()
    for wanted in ("", "/new/", "/invitation/none/", "/e/friday/me/none/"):
        assert client.get(reverse("sign_up"), {"next": wanted}).status_code == 403
        assert posted(client, "sign_up", {**ANN, "next": wanted}).status_code == 403
    assert not django_user_model.objects.filter(username="ann").exists()


@pytest.mark.parametrize(
    ("spoilt", "status"),
    [
        ({}, 302),
        ({"taken_at": timezone.now()}, 403),
        ({"expires_at": timezone.now() - timedelta(days=1)}, 403),
    ],
)
def test_an_invitation_that_is_still_good_lets_make_one(client, settings, invitation, spoilt, status):
    settings.SIGN_UP = "invitation"
    Invitation.objects.filter(pk=invitation.pk).update(**spoilt)
    wanted = reverse("invitation", args=["secret"])
    assert posted(client, "sign_up", {**ANN, "next": wanted}).status_code == status
    assert signed_in(client) == (status == 302)


def test_an_invited_stranger_finds_the_way_to_an_account_and_back(client, settings, invitation):
    page = client.get(reverse("invitation", args=["secret"]))
    way = f"{reverse('sign_up')}?next={reverse('invitation', args=['secret'])}"
    assert way in page.content.decode()
    assert client.get(way).status_code == 200
    settings.SIGN_UP = "closed"
    assert way not in client.get(reverse("invitation", args=["secret"])).content.decode()


def test_of_two_who_take_the_same_name_at_once_the_second_is_told_so(db):
    first, second = SignUpForm(ANN), SignUpForm(ANN)
    assert first.is_valid() and second.is_valid()
    assert account.sign_up(first).get_username() == ANN["username"]
    assert account.sign_up(second) is None
    assert "already exists" in str(second.errors["username"])


@pytest.mark.parametrize(
    "wrong", [{"username": "Organiser"}, {"password2": "other"}, {"password1": "12345678"}, {"email": "at"}]
)
def test_a_refused_account_keeps_what_was_typed(client, organiser, settings, wrong):
    settings.SIGN_UP = "open"
    answer = posted(client, "sign_up", {**ANN, "username": "somebody", **wrong})
    assert answer.status_code == 422
    assert wrong.get("username", "somebody") in answer.content.decode()
    assert 'class="error"' in answer.content.decode()


def test_what_is_wrong_with_a_password_stands_beside_it(client, db, settings):
    settings.SIGN_UP = "open"
    page = posted(client, "sign_up", {**ANN, "password1": "password", "password2": "other"}).content.decode()
    assert "too common" in page.partition('id="id_password1_error"')[2].partition("</span>")[0]
    assert "not the same" in page.partition('id="id_password2_error"')[2].partition("</span>")[0]


def test_a_new_password_comes_by_mail_once_and_ends_every_session(client, organiser):
    organiser.email = "organiser@topcut.example"
    organiser.save()
    elsewhere = enter()
    answer = posted(client, "password_reset", {"email": "Organiser@topcut.example"})
    assert answer.url == f"{reverse('password_reset')}?sent=1"
    (sent,) = delivered()
    link = next(
        line for line in sent.body.splitlines() if line.startswith("http://testserver/accounts/reset/")
    )
    page = client.get(link, follow=True)
    way = page.redirect_chain[-1][0]
    assert link.rstrip("/").rpartition("/")[2] not in page.content.decode()
    said = {"new_password1": "an empty hall", "new_password2": "an empty hall"}
    assert client.post(way, {**said, "new_password2": "another"}).status_code == 422
    assert client.post(way, said).url == reverse("login")
    assert not signed_in(elsewhere)
    assert signed_in(enter(password="an empty hall"))
    assert "no longer good" in client.get(link, follow=True).content.decode()


def test_nobody_learns_from_a_reset_whose_address_is_known(client, organiser):
    organiser.email = "organiser@topcut.example"
    organiser.save()
    known, unknown = (
        posted(client, "password_reset", {"email": email})
        for email in (organiser.email, "nobody@topcut.example")
    )
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
    assert len(delivered()) == 1


def test_nobody_learns_from_signing_in_whose_name_is_known(client, organiser):
    known, unknown = (
        posted(client, "login", {"username": name, "password": "wrong"}) for name in ("organiser", "nobody")
    )
    assert known.status_code == unknown.status_code == 422
    assert text_of(known) == text_of(unknown)


def test_the_link_in_a_mail_leads_to_the_site_not_to_the_name_by_which_it_was_asked(
    client, organiser, settings
):
    settings.SITE_URL = "https://topcut.example/"
    organiser.email = "organiser@topcut.example"
    organiser.save()
    posted(client, "password_reset", {"email": organiser.email})
    assert "\nhttps://topcut.example/accounts/reset/" in delivered()[0].body


def test_another_mail_address_asks_for_the_password_and_tells_the_former_one(desk, organiser):
    organiser.email = "old@topcut.example"
    organiser.save()
    said = {"email": "new@topcut.example", "password": "wrong"}
    refused = posted(desk, "change_email", said)
    assert refused.status_code == 422 and "new@topcut.example" in refused.content.decode()
    assert posted(desk, "change_email", {**said, "password": PASSWORD}).status_code == 302
    organiser.refresh_from_db()
    assert organiser.email == "new@topcut.example"
    assert [sent.to for sent in delivered()] == [["old@topcut.example"]]


@pytest.mark.parametrize("name", ["account", "change_email", "change_password"])
def test_a_stranger_signs_in_first(db, client, name):
    assert client.get(reverse(name)).url == f"{reverse('login')}?next={reverse(name)}"


def test_the_admin_has_the_same_way_in_and_is_for_staff(client, organiser, admin_user):
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
