"""No secret is in the logs, in an event's log or file, or sent to another site."""

import io
import json
import logging
import os
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, include, path
from django.utils import timezone

from config.logs import mask_secrets
from tests.support.accounts import PASSWORD
from tests.support.desk_events import fresh, friday, paired
from tests.support.processes import run_forked
from tournaments.history.cache import load_history_with_log
from tournaments.models import Invitation, LogEntry, Message, Registration, ResultRevision
from tournaments.rules import event_file

TOKEN = "s3cretS3cret_Abc"


def mask(text):
    return mask_secrets(None, "", text)


def test_every_address_with_a_token_is_masked():
    routes = [route for route in all_routes(get_resolver()) if re.search("(token|code)>", route)]
    assert len(routes) > 3
    for route in routes:
        route = re.sub("<[^>]*(token|code)>", TOKEN, route)
        address = "/" + re.sub("<[^>]+>", "one", route)
        assert TOKEN in address
        for text in (address, f"/accounts/login/?next={address}", address.replace("/", "%2F")):
            assert TOKEN not in mask(f'"GET {text} HTTP/1.1" 200 "http://here{text}"')
            assert "…" in mask(text)


def test_addresses_without_a_secret_are_not_masked():
    for text in ("/e/me/", "/e/cup/players/p1/", "/static/app.css", "/e/cup/desk/players/link/p1/"):
        assert mask(text) == text


def all_routes(resolver, before=""):
    for entry in resolver.url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield route
        elif isinstance(entry, URLResolver) and entry.namespace is None:
            yield from all_routes(entry, route)


def broken(request, **place):
    raise ValueError(f"something is wrong at {request.path}")


# URLs of a site in which a player's page raises an error.
urlpatterns = [path("e/<slug:slug>/me/<str:token>/", broken), path("", include("config.urls"))]


@pytest.fixture
def log_stream():
    """The output of the site's own log handler, with all loggers at DEBUG."""
    output, levels = io.StringIO(), {}
    (handler,) = [h for h in logging.getLogger("django").handlers if type(h) is logging.StreamHandler]
    names = [None, *logging.root.manager.loggerDict]
    for log in map(logging.getLogger, names):
        levels[log] = log.level
        log.setLevel(logging.DEBUG)
    stream = handler.setStream(output)
    yield output
    handler.setStream(stream)
    for log, level in levels.items():
        log.setLevel(level)


@pytest.fixture
def event(organiser):
    return paired(friday(organiser), organiser)


def test_no_secret_is_logged_or_stored_in_a_file(event, organiser, log_stream, settings):
    player = event.players.first()
    invitation = Invitation.objects.create(
        event=event,
        role="judge",
        made_at=timezone.now(),
        made_by="organiser",
        expires_at=timezone.now() + timedelta(days=1),
    )
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    row = Registration.objects.create(
        event=event, state="waiting", order=1, at=timezone.now(), name="Zoe", email="zoe@example.org"
    )
    me, csrf = f"/e/{event.slug}/me/{player.token}/", ""
    client.get("/accounts/login/")
    csrf = client.cookies["csrftoken"].value
    for password in ("a wrong password of mine", PASSWORD):
        typed = {"username": "organiser", "password": password, "csrfmiddlewaretoken": csrf}
        client.post("/accounts/login/", typed)
    session = client.cookies["sessionid"].value
    csrf = client.cookies["csrftoken"].value
    for address in (
        me,
        f"{me}nowhere/",
        f"/e/{event.slug}/me/{row.token}/",
        f"/e/{event.slug}/me/{row.token}/withdraw/",
        f"/e/{event.slug}/me/{row.token}/confirm/{TOKEN}/",
        f"/e/nowhere/me/{player.token}/",
        f"/e/{event.slug}/me/{player.token}x/",
        f"/invitations/{invitation.token}/",
        f"/invitation/{invitation.token}/",
        f"/accounts/reset/MQ/{TOKEN}/",
        f"/accounts/login/?next={me}",
    ):
        for send in (client.get, client.post, client.put):
            send(address, headers={"referer": f"http://testserver{me}"})
    client.post(f"{me}report/", {"key": "k", "result_text": "2-0"})
    client.post(f"{me}judge/", {"key": "l"})
    client.post(f"/e/{event.slug}/desk/players/link/p2/", {"key": "m"})
    client.post(f"/e/{event.slug}/desk/players/link/p2/", {"key": "n", "csrfmiddlewaretoken": csrf})
    settings.ROOT_URLCONF = __name__
    assert client.get(me).status_code == 500
    secrets = [player.token, row.token, invitation.token, session, csrf]
    secrets += [PASSWORD, "a wrong password of mine", TOKEN]
    text = log_stream.getvalue()
    assert "Not Found" in text and "Forbidden" in text and "something is wrong at" in text
    assert [secret for secret in secrets if secret in text] == []
    rows = [list(table.objects.values()) for table in (LogEntry, ResultRevision, Message)]
    stored = json.dumps(rows, default=str) + event_file.text(load_history_with_log(fresh(event)))
    tokens = list(fresh(event).players.values_list("token", flat=True))
    assert [secret for secret in (*secrets, *tokens, row.email) if secret in stored] == []


def test_a_secret_address_is_not_in_the_title_nor_sent_to_other_sites(client, event):
    player = event.players.first()
    answer = client.get(f"/e/{event.slug}/me/{player.token}/")
    (title,) = re.findall(r"<title>(.*?)</title>", answer.content.decode(), re.S)
    assert player.token not in title
    assert answer["Referrer-Policy"] == "same-origin"


GUNICORN = f"""
import runpy
from gunicorn.config import Config
config = Config()
config.set("accesslog", "-")
logger = runpy.run_path("gunicorn.conf.py")["logger_class"](config)
for log in (logger.access_log, logger.error_log):
    log.error("%(r)s from %(f)s", {{"r": "GET /e/cup/me/{TOKEN}/", "f": "http://here/e/cup/me/{TOKEN}/"}})
"""


@pytest.mark.parametrize("style", ["", "json"])
def test_gunicorns_own_log_is_masked(style):
    done = run_forked("-c", GUNICORN, environment={**os.environ, "LOGS": style})
    assert TOKEN not in done.stdout + done.stderr
    assert done.stdout.count("/me/…/") == done.stderr.count("/me/…/") == 2
