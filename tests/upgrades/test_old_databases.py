"""Databases of older releases, with events in them, brought to the newest schema."""

import json
import re
from html import unescape
from io import StringIO

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.urls import resolve

from tests.upgrades.databases import (
    APP,
    FIRST,
    NEW,
    REGISTRATION,
    contents,
    fill_database,
    migrated_to,
    steps,
)
from tournaments.events.actions.events import import_event
from tournaments.models import Event, ListVersion, Player
from tournaments.models.player import SECRET
from tournaments.rules import event_file

LINK = re.compile(r'href="(/e/[^"#]*)')


@pytest.fixture(
    params=[pytest.param(FIRST, marks=pytest.mark.slow), REGISTRATION], ids=["first", "registration"]
)
def release(request, upgraded_from):
    """Use the upgraded database of an older release as the site's own; return what that release printed."""
    upgraded_from(*request.param)
    return contents(request.param[0])


def without_sentences(file: dict) -> dict:
    """Return an event file as releases wrote it that did not store the sentences of log entries."""
    log = [{key: line[key] for key in line if key not in ("sentence", "values")} for line in file["log"]]
    return file | {"log": log}


def run(*command) -> str:
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


def test_upgraded_events_have_the_same_standings(release):
    for slug, phases in release["standings"].items():
        for phase, before in phases.items():
            after = json.loads(run("standings", slug, "--phase", phase, "--live", "--format", "json"))
            assert after == before
    for slug, before in release["files"].items():
        after = json.loads(run("export_event", slug))
        assert without_sentences(after) == before
        assert all(line["sentence"] for line in after["log"])
        assert import_event(event_file.read(after)).name == before["event"]["name"]
    assert Player.objects.values(secret=SECRET).distinct().count() == Player.objects.count()
    assert not Event.objects.filter(next_seed=None).exists()


def test_links_and_lists_survive_the_upgrade(upgraded_from, client):
    """Links of players, of withdrawn entries and of players who were removed, and their newest lists."""
    upgraded_from(*REGISTRATION)
    printed = contents(REGISTRATION[0])
    for token, (slug, name) in printed["links"].items():
        page = client.get(f"/e/{slug}/me/{token}/")
        assert page.status_code == 200 and name in page.content.decode(), name
    lists = {version.player.secret: version.text for version in ListVersion.objects.order_by("pk")}
    assert lists == printed["lists"]


@pytest.mark.slow
def test_every_page_of_upgraded_events_opens(release, client):
    organiser = get_user_model().objects.earliest("pk")
    for slug in release["files"]:
        pages = [f"/e/{slug}/", f"/e/{slug}/desk/"]
        visited_names = {resolve(page).url_name for page in pages}
        for page in pages:
            client.force_login(organiser)
            response = client.get(page)
            assert response.status_code == 200, page
            if "html" in response["Content-Type"]:
                for link in LINK.findall(response.content.decode()):
                    name = resolve(link.partition("?")[0]).url_name
                    if name not in visited_names:
                        visited_names.add(name)
                        pages.append(unescape(link))
        assert len(pages) > 20, pages


@pytest.mark.slow
def test_accounts_keep_their_permissions_at_a_renamed_model(empty_database):
    apps = migrated_to("0027_trust_by_settings")
    get_user_model().objects.create_user("organiser")
    kind = apps.get_model("contenttypes", "ContentType").objects.using(NEW)
    kind = kind.create(app_label=APP, model="report")
    permission = apps.get_model("auth", "Permission").objects.using(NEW)
    permission = permission.create(content_type=kind, codename="view_report", name="Can view report")
    organiser = get_user_model().objects.get()
    organiser.user_permissions.add(permission.pk)
    call_command("migrate", database=NEW, verbosity=0)
    organiser = get_user_model().objects.get()
    assert organiser.get_user_permissions() == {f"{APP}.view_resultrevision"}


@pytest.mark.slow
def test_upgrading_in_single_steps_gives_the_same_events(empty_database):
    """A removed player, whose link one release stored in the log, has a row again with that link.

    The event has another player with the same id now.
    """
    file, migration = FIRST
    first = contents(file)
    fill_database(migration, first["rows"])
    for name in steps()[1:]:
        apps = migrated_to(name)
        if name == "0011_tokens_of_gone":
            entry = apps.get_model(APP, "LogEntry").objects.using(NEW).order_by("pk")[3]
            entry.tokens = {"p9": "abcdefghijklmnop"}
            entry.save(using=NEW)
    for slug, before in first["files"].items():
        assert without_sentences(json.loads(run("export_event", slug))) == before
    removed = Player.with_removed.exclude(removed_at=None)
    assert removed.values_list("event_id", "public_id", "token").get() == (
        entry.event_id,
        "p10",
        "abcdefghijklmnop",
    )
    call_command("migrate", database=NEW, verbosity=0, check_unapplied=True)
