"""No address of this site leads to another one, whatever stands in it."""

from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from tests.conftest import PASSWORD
from tests.repetitions import count
from tests.views.desk_events import form, friday, paired

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
    """Whether a browser, to which a backslash is a stroke, would leave this site."""
    for name in ("Location", "HX-Redirect", "HX-Location"):
        told = answer.get(name, "").strip().replace("\\", "/")
        way = urlsplit(urljoin("http://testserver/here/", told))
        if (way.scheme, way.netloc) != ("http", "testserver"):
            return True
    return False


@pytest.mark.parametrize("evil", EVIL[:: count(4, 1)])
def test_next_leads_to_this_site_alone(organiser, admin_user, settings, evil):
    settings.SIGN_UP = "open"
    said = {"username": "organiser", "password": PASSWORD, "next": evil}
    new = {"username": "ann", "password1": PASSWORD, "password2": PASSWORD, "next": evil}
    signed = Client()
    signed.force_login(admin_user)
    answers = [
        Client().post(reverse("login"), said),
        Client().post(reverse("login", query={"next": evil}), said),
        Client().post(reverse("sign_up"), new),
        signed.get(reverse("sign_up"), {"next": evil}),
        signed.get("/admin/login/", {"next": evil}),
        Client().get("/admin/login/", {"next": evil}),
        signed.post(reverse("logout"), {"next": evil}),
    ]
    assert [answer.status_code for answer in answers] == [302] * len(answers)
    assert not any(map(leads_away, answers))


@pytest.mark.parametrize("evil", EVIL[:: count(4, 1)])
def test_nor_does_an_undo_a_form_or_a_referrer(desk, organiser, evil):
    event = paired(friday(organiser), organiser)
    entry = event.log.last()
    for headers in ({"referer": evil}, {"referer": evil, "hx-request": "true", "hx-current-url": evil}):
        said = {**form(event), "next": evil, "back": evil, "url": evil, "return": evil, "entry": entry.id}
        answers = [
            desk.post(reverse("undo", args=[event.slug]) + f"?back={evil.strip()}", said, headers=headers),
            desk.post(reverse("announce", args=[event.slug]), {**said, "text": "Lunch"}, headers=headers),
            Client().get(reverse("desk", args=[event.slug]), {"next": evil}, headers=headers),
            Client().post(reverse("pair", args=[event.slug]), said, headers=headers),
        ]
        assert not any(map(leads_away, answers)), evil


@pytest.mark.parametrize(
    "evil", ["//evil.example", "/\\evil.example", "//evil.example/%2e%2e", "/%5cevil.example"]
)
def test_nor_does_an_address_without_its_last_stroke(db, client, evil):
    assert not leads_away(client.get(evil))


def test_a_word_is_an_address_and_never_the_name_of_a_view(desk):
    answer = desk.get(reverse("sign_up"), {"next": "a"})
    assert (answer.status_code, answer["Location"]) == (302, "a")
