"""What every answer forbids, whatever its status; each page is asked for it by journeys/everyone."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.conftest import PASSWORD
from tests.security_headers import missing_from
from tests.views.desk_events import friday, played
from tests.views.own_pages import address

# What the policy would stop, and so must not stand in any page.
INLINE = re.compile(
    r"""<style|\sstyle\s*=|<script(?![^>]*\ssrc=)|\son[a-z]+\s*=\s*["']|javascript:|\shx-on|["'\s]js:|<base\b""",
    re.I,
)


def faults_of(answer):
    """What is missing from an answer's headers, or stands in its page against its own policy."""
    yield from missing_from(answer.headers)
    if answer.get("Content-Type", "").startswith("text/html"):
        yield from INLINE.findall(answer.content.decode())


def test_no_template_has_anything_inline():
    folder = settings.BASE_DIR / "templates"
    templates = [*folder.rglob("*.html"), *folder.rglob("*.jinja")]
    wrong = {str(path): INLINE.findall(path.read_text()) for path in templates}
    assert len(templates) > 100
    assert {name: found for name, found in wrong.items() if found} == {}


def test_every_page_of_the_admin_forbids_the_same_and_has_nothing_inline(client, admin_user, organiser):
    played(friday(organiser), organiser)
    client.force_login(admin_user)
    listed = re.findall(r'href="(/admin/[a-z_]+/[a-z]+/(?:add/)?)"', client.get("/admin/").content.decode())
    pages = ["/admin/", "/admin/password_change/", *sorted(set(listed))]
    pages += [f"/admin/tournaments/{name}/1/change/" for name in ("event", "player", "phase")]
    assert len(pages) > 12
    wrong = {where: list(faults_of(client.get(where, follow=True))) for where in pages}
    assert {where: found for where, found in wrong.items() if found} == {}


def test_so_does_every_status(client, organiser, monkeypatch):
    event = played(friday(organiser), organiser)
    part = f"{event.get_absolute_url()}standings/?part=table"
    etag = client.get(part)["ETag"]
    answers = {
        304: client.get(part, headers={"if-none-match": etag}),
        302: client.get(reverse("desk", args=[event.slug])),
        301: client.get("/accounts/login"),
        404: client.get("/e/nowhere/"),
        405: client.get(reverse("settle_claims", args=[event.slug])),
        422: client.post(reverse("login"), {"username": "a"}),
        403: Client(enforce_csrf_checks=True).post(reverse("login"), {}),
        400: client.get("/", headers={"host": "evil.example"}),
        413: client.post("/", CONTENT_LENGTH=str(settings.MAX_REQUEST_BYTES + 1)),
    }
    client.raise_request_exception = False
    monkeypatch.setattr("tournaments.access.get_visible_event", lambda *asked: 1 / 0)
    answers[500] = client.get(event.get_absolute_url())
    assert {status: answer.status_code for status, answer in answers.items()} == {
        status: status for status in answers
    }
    wrong = {status: list(faults_of(answer)) for status, answer in answers.items()}
    assert {status: found for status, found in wrong.items() if found} == {}


@pytest.mark.parametrize(
    "where", ["/static/app.css", "/static/favicon.svg", "/sw.js", "/help/compare/?part=none", "/robots.txt"]
)
def test_so_does_what_is_no_page(db, client, where):
    answer = client.get(where)
    assert list(faults_of(answer)) == []


def test_a_page_of_one_person_stays_in_no_cache(desk, client, organiser):
    event = played(friday(organiser), organiser)
    assert desk.get(reverse("account"))["Cache-Control"] == "private, no-store"
    assert desk.get(reverse("login"))["Cache-Control"] == "private, no-store"
    assert desk.get(reverse("invitation", args=["none"]))["Cache-Control"] == "private, no-store"
    for where in (reverse("desk_settings", args=[event.slug]), event.get_absolute_url(), "/"):
        assert desk.get(where)["Cache-Control"].startswith("private, no-"), where
    assert "private" in Client().get(address(event, "Anna"))["Cache-Control"]
    # What is for everybody may be kept for everybody.
    assert "private" not in Client().get("/help/").get("Cache-Control", "")


def test_the_cookies_of_a_session_are_for_this_site_and_no_script(client, organiser):
    said = {"username": "organiser", "password": PASSWORD}
    for cookie in client.post(reverse("login"), said).cookies.values():
        assert (cookie["httponly"], cookie["samesite"], cookie["domain"]) == (True, "Lax", "")


# Through the whole program as it is served: its own process, https behind a proxy.
ASK = """
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client
from django.contrib.auth.models import User
from django.core.management import call_command
call_command("migrate", verbosity=0)
User.objects.create_user("ann", password="a hall full of tables")
client = Client(HTTP_HOST="topcut.example", HTTP_X_FORWARDED_PROTO="https")
plain = Client(HTTP_HOST="topcut.example").get("/accounts/login/")
print(plain.status_code, plain["Location"], plain["Permissions-Policy"][:6], plain["X-Frame-Options"])
page = client.get("/accounts/login/")
print(page.status_code, page["Strict-Transport-Security"], page["Cross-Origin-Opener-Policy"])
answer = client.post("/accounts/login/", {"username": "ann", "password": "a hall full of tables"})
for cookie in [*page.cookies.values(), *answer.cookies.values()]:
    print(cookie.key, cookie["secure"], cookie["httponly"], cookie["samesite"], cookie["path"])
"""


def test_over_https_nothing_is_sent_without(manage):
    production = {"HTTPS": "1", "ALLOWED_HOSTS": "topcut.example", "DEBUG": ""}
    production["DJANGO_SETTINGS_MODULE"] = "tests.settings_uncollected"
    done = manage("shell", "-v0", "-c", ASK, **production)
    assert done.stdout.splitlines() == [
        "301 https://topcut.example/accounts/login/ camera DENY",
        "200 max-age=31536000; includeSubDomains; preload same-origin",
        "__Host-csrftoken True True Lax /",
        "__Host-csrftoken True True Lax /",
        "been_here True True Lax /accounts/login/",
        "__Host-sessionid True True Lax /",
    ], done.stderr
