"""Security headers of every answer, whatever its status; tests/journeys/accessibility checks every page."""

import gzip
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.support.accounts import PASSWORD
from tests.support.desk_events import friday, paired, played
from tests.support.own_pages import address
from tests.support.security_headers import missing_from
from tournaments.web.middleware.headers import MIN_LENGTH

# Inline code that the policy would block.
INLINE = re.compile(
    r"""<style|\sstyle\s*=|<script(?![^>]*\ssrc=)|\son[a-z]+\s*=\s*["']|javascript:|\shx-on|["'\s]js:|<base\b""",
    re.I,
)


def faults_of(answer):
    """Yield missing headers of an answer, and inline code that its policy blocks."""
    yield from missing_from(answer.headers)
    if answer.get("Content-Type", "").startswith("text/html"):
        yield from INLINE.findall(answer.content.decode())


def test_templates_have_no_inline_scripts_or_styles():
    folder = settings.BASE_DIR / "templates"
    templates = list(folder.rglob("*.jinja"))
    faults_by_page = {str(path): INLINE.findall(path.read_text()) for path in templates}
    assert len(templates) > 100
    assert {name: faults for name, faults in faults_by_page.items() if faults} == {}


def test_admin_pages_have_the_headers_and_nothing_inline(client, admin_user, organiser):
    played(friday(organiser), organiser)
    client.force_login(admin_user)
    listed = re.findall(r'href="(/admin/[a-z_]+/[a-z]+/(?:add/)?)"', client.get("/admin/").content.decode())
    pages = ["/admin/", "/admin/password_change/", *sorted(set(listed))]
    pages += [f"/admin/tournaments/{name}/1/change/" for name in ("event", "player", "phase")]
    assert len(pages) > 12
    faults_by_page = {url: list(faults_of(client.get(url, follow=True))) for url in pages}
    assert {url: faults for url, faults in faults_by_page.items() if faults} == {}


def test_every_status_has_the_headers(client, organiser, monkeypatch):
    event = played(friday(organiser), organiser)
    part = f"{event.get_absolute_url()}standings/?part=table"
    etag = client.get(part)["ETag"]
    answers = {
        304: client.get(part, headers={"if-none-match": etag}),
        302: client.get(reverse("desk", args=[event.slug])),
        301: client.get("/accounts/login"),
        404: client.get("/e/nowhere/"),
        405: client.get(reverse("confirm_expired_reports", args=[event.slug])),
        422: client.post(reverse("login"), {"username": "a"}),
        403: Client(enforce_csrf_checks=True).post(reverse("login"), {}),
        400: client.get("/", headers={"host": "evil.example"}),
        413: client.post("/", CONTENT_LENGTH=str(settings.MAX_REQUEST_BYTES + 1)),
    }
    client.raise_request_exception = False
    monkeypatch.setattr("tournaments.access.get_visible_event", lambda *args: 1 / 0)
    answers[500] = client.get(event.get_absolute_url())
    assert {status: answer.status_code for status, answer in answers.items()} == {
        status: status for status in answers
    }
    faults_by_page = {status: list(faults_of(answer)) for status, answer in answers.items()}
    assert {status: faults for status, faults in faults_by_page.items() if faults} == {}


@pytest.mark.parametrize(
    "url", ["/static/app.css", "/static/favicon.svg", "/sw.js", "/help/compare/?part=none", "/robots.txt"]
)
def test_files_have_the_headers(db, client, url):
    answer = client.get(url)
    assert list(faults_of(answer)) == []


def test_personal_pages_are_not_stored_in_caches(desk, client, organiser):
    event = played(friday(organiser), organiser)
    assert desk.get(reverse("account"))["Cache-Control"] == "private, no-store"
    assert desk.get(reverse("login"))["Cache-Control"] == "private, no-store"
    assert desk.get(reverse("invitation", args=["none"]))["Cache-Control"] == "private, no-store"
    for url in (reverse("desk_settings", args=[event.slug]), event.get_absolute_url(), "/"):
        assert desk.get(url)["Cache-Control"].startswith("private, no-"), url
    assert "private" in Client().get(address(event, "Anna"))["Cache-Control"]
    # Public pages may be stored by any cache.
    assert "private" not in Client().get("/help/").get("Cache-Control", "")


def test_session_cookies_are_same_site_and_http_only(client, organiser):
    credentials = {"username": "organiser", "password": PASSWORD}
    for cookie in client.post(reverse("login"), credentials).cookies.values():
        assert (cookie["httponly"], cookie["samesite"], cookie["domain"]) == (True, "Lax", "")


# In a process of its own, with https behind a proxy.
ASK_FOR_HELP = """
from django.test import Client
answer = Client(HTTP_HOST="topcut.example", HTTP_X_FORWARDED_PROTO="https").get("/help/")
print(answer.status_code, answer["Strict-Transport-Security"], answer["Cross-Origin-Opener-Policy"])
"""
ASK = """
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


PRODUCTION = {
    "HTTPS": "1",
    "ALLOWED_HOSTS": "topcut.example",
    "DEBUG": "",
    "DJANGO_SETTINGS_MODULE": "tests.settings_uncollected",
}


def test_subdomains_have_to_use_https_only_if_that_is_set(manage):
    done = manage("shell", "-v0", "-c", ASK_FOR_HELP, **PRODUCTION, HSTS_SUBDOMAINS="1")
    assert done.stdout == "200 max-age=31536000; includeSubDomains; preload same-origin\n", done.stderr


def test_https_settings_redirect_and_secure_cookies(manage):
    done = manage("shell", "-v0", "-c", ASK, **PRODUCTION)
    assert done.stdout.splitlines() == [
        "301 https://topcut.example/accounts/login/ camera DENY",
        # A club's other sites are not taken along unless it says so.
        "200 max-age=31536000 same-origin",
        "__Host-csrftoken True True Lax /",
        "__Host-csrftoken True True Lax /",
        "been_here True True Lax /accounts/login/",
        "__Host-sessionid True True Lax /",
    ], done.stderr


# With one and with several fragments from the cache, with one that is not cached, and without any.
PAGES = ("", "standings/", "players/", "players/p1/", "about/")


@pytest.mark.parametrize("path", PAGES)
def test_a_long_page_is_compressed_to_the_same_page_with_a_random_length(client, organiser, path):
    names = [f"Player Nº {n}" for n in range(128)]
    page = f"/e/{paired(friday(organiser, names=names), organiser).slug}/{path}"
    plain = client.get(page)
    answers = [client.get(page, headers={"accept-encoding": "gzip, br"}) for _ in range(8)]
    assert len(plain.content) > MIN_LENGTH and "Content-Encoding" not in plain
    for answer in answers:
        assert (answer["Content-Encoding"], answer["Content-Length"]) == ("gzip", str(len(answer.content)))
        assert "Accept-Encoding" in answer["Vary"]
        assert without_time(gzip.decompress(answer.content)) == without_time(plain.content)
    assert len({len(answer.content) for answer in answers}) > 1


def without_time(html: bytes) -> bytes:
    return re.sub(rb'data-now="[^"]*"', b"", html)
