"""Offline pages: the pages that are stored, the service worker, and the manifest."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings

from tests.support.desk_events import draft_night, friday, paired
from tournaments.models import Event, Player

SEEN = ("", "?by=table", "phases/1/", "rounds/1/", "?find=an")
OTHERS = ("standings/", "players/", "about/", "?part=now", "rounds/1/?part=tables")


@pytest.fixture
def address(organiser):
    return f"/e/{paired(friday(organiser), organiser).slug}/"


@pytest.mark.parametrize("page", SEEN)
def test_pairings_are_stored_offline_only_without_sign_in(client, address, organiser, page):
    assert client.get(address + page)["X-Keep"] == str(Event.objects.get().layout_version)
    client.force_login(organiser)
    answer = client.get(address + page)
    assert "X-Keep" not in answer
    assert b"data-worker" not in answer.content


def test_a_players_own_page_is_stored_offline(client, organiser):
    event = friday(organiser)
    own = f"/e/{event.slug}/me/{Player.objects.get(event=event, public_id='p1').secret}/"
    assert client.get(own)["X-Keep"] == str(event.layout_version)
    assert "X-Keep" not in client.get(f"{own}?part=now")
    assert f'rel="manifest" href="{own}manifest.webmanifest"' in client.get(own).content.decode()
    assert "X-Keep" not in client.get(f"/e/{event.slug}/me/nobody/")


@pytest.mark.parametrize("page", OTHERS)
def test_other_pages_are_not_stored_offline(client, address, page):
    answer = client.get(address + page)
    assert answer.status_code == 200
    assert "X-Keep" not in answer


def test_the_desk_has_no_service_worker(client, address, organiser):
    client.force_login(organiser)
    desk = client.get(f"{address}desk/")
    assert "X-Keep" not in desk
    assert not re.search(rb"data-worker|rel=.manifest|player.js", desk.content)


def test_the_service_worker_lists_the_files_of_stored_pages_and_is_not_cached(client, organiser):
    event = friday(organiser)
    answer = client.get("/sw.js")
    assert answer["Content-Type"] == "text/javascript"
    assert answer["Cache-Control"] == "no-cache"
    files = json.loads(re.search(r"const FILES = (.*);", answer.content.decode())[1])
    own = Player.objects.get(event=event, public_id="p1").secret
    stored = [client.get(f"/e/{event.slug}/{page}").content.decode() for page in ("", f"me/{own}/")]
    named = re.findall(r'<(?:link rel="(?:stylesheet|icon)" href|script src)="([^"]+)"', "".join(stored))
    assert set(files) == set(named)
    ours = [name.removeprefix("/static/") for name in files if "django_htmx" not in name]
    assert all((Path(settings.BASE_DIR) / "static" / name).exists() for name in ours)


def test_players_pages_have_two_scripts_besides_htmx_and_some_pages_one_of_their_own(client, organiser):
    event = draft_night(organiser, ["Anna", "Ben", "Cleo", "Dan"])
    own = Player.objects.get(event=event, public_id="p1").token
    more = {f"me/{own}/": ["push.js"], "standings/": ["standings.js"]}
    more |= {page: ["search.js"] for page in ("", "phases/1/", "players/")}
    for page in ("", "phases/1/", f"me/{own}/", "players/", "standings/", "about/"):
        content = client.get(f"/e/{event.slug}/{page}").content.decode()
        scripts = re.findall(r'<script src="/static/([^"]+)" defer>', content)
        assert [script for script in scripts if "htmx" not in script] == [
            "app.js",
            "player.js",
            *more.get(page, []),
        ], page
        assert content.count("<script") == len(scripts), page


def test_each_release_has_its_own_service_worker(client, settings):
    before = client.get("/sw.js").content
    settings.RELEASE = "another"
    assert client.get("/sw.js").content != before


def test_the_manifest_starts_the_app_at_the_event(client, organiser):
    event = draft_night(organiser, ["Anna", "Ben", "Cleo", "Dan"])
    address = f"/e/{event.slug}/"
    page = client.get(address).content.decode()
    link = re.search(r'rel="manifest" href="([^"]+)"', page)[1]
    assert link == f"{address}manifest.webmanifest"
    answer = client.get(link)
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["name"], manifest["start_url"], manifest["scope"]) == ("Draft night", "./", address)
    assert client.get(f"{address}me/token/manifest.webmanifest").json()["start_url"] == "./"
    for icon in manifest["icons"]:
        assert (Path(settings.BASE_DIR) / icon["src"].lstrip("/")).exists()
    assert client.get("/e/nowhere/manifest.webmanifest").status_code == 404
