"""Redirects never lead to other sites."""

from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.accounts import PASSWORD
from tests.support.desk_events import form, friday, paired
from tests.support.repetitions import count

EVIL = (
    "https://evil.example/",
    "http://evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "\t//evil.example",
    " https://evil.example",
    "https:evil.example",
    "https:///evil.example",
    "http://testserver@evil.example",
    "http://testserver.evil.example",
    "javascript:alert(1)",
    "data:text/html,hello",
    "/\r\nLocation: https://evil.example",
)


def leads_away(answer) -> bool:
    """Return whether a browser, which reads a backslash as a slash, would leave this site."""
    for name in ("Location", "HX-Redirect", "HX-Location"):
        target = answer.get(name, "").strip().replace("\\", "/")
        url = urlsplit(urljoin("http://testserver/here/", target))
        if (url.scheme, url.netloc) != ("http", "testserver"):
            return True
    return False


@pytest.mark.parametrize("evil", EVIL[:: count(4, 1)])
def test_next_never_redirects_to_other_sites(organiser, admin_user, settings, evil):
    settings.SIGN_UP = "open"
    data = {"username": "organiser", "password": PASSWORD, "next": evil}
    new = {"username": "ann", "password1": PASSWORD, "password2": PASSWORD, "next": evil}
    signed = Client()
    signed.force_login(admin_user)
    answers = [
        Client().post(reverse("login"), data),
        Client().post(reverse("login", query={"next": evil}), data),
        Client().post(reverse("sign_up"), new),
        signed.get(reverse("sign_up"), {"next": evil}),
        signed.get("/admin/login/", {"next": evil}),
        Client().get("/admin/login/", {"next": evil}),
        signed.post(reverse("logout"), {"next": evil}),
    ]
    assert [answer.status_code for answer in answers] == [302] * len(answers)
    assert not any(map(leads_away, answers))


@pytest.mark.parametrize("evil", EVIL[:: count(4, 1)])
def test_forms_and_referrers_never_redirect_to_other_sites(desk, organiser, evil):
    event = paired(friday(organiser), organiser)
    entry = event.log.last()
    for headers in ({"referer": evil}, {"referer": evil, "hx-request": "true", "hx-current-url": evil}):
        data = {**form(event), "next": evil, "back": evil, "url": evil, "return": evil, "entry": entry.id}
        answers = [
            desk.post(reverse("undo", args=[event.slug]) + f"?back={evil.strip()}", data, headers=headers),
            desk.post(reverse("announce", args=[event.slug]), {**data, "text": "Lunch"}, headers=headers),
            Client().get(reverse("desk", args=[event.slug]), {"next": evil}, headers=headers),
            Client().post(reverse("pair", args=[event.slug]), data, headers=headers),
        ]
        assert not any(map(leads_away, answers)), evil


@pytest.mark.parametrize(
    "evil", ["//evil.example", "/\\evil.example", "//evil.example/%2e%2e", "/%5cevil.example"]
)
def test_a_missing_slash_never_redirects_to_other_sites(db, client, evil):
    assert not leads_away(client.get(evil))


def test_next_is_never_the_name_of_a_view(desk):
    answer = desk.get(reverse("sign_up"), {"next": "a"})
    assert (answer.status_code, answer["Location"]) == (302, reverse("account"))
