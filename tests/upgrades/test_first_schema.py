"""A database of the first schema, with events in it, brought to the newest."""

import json
import re
from html import unescape
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.urls import resolve

from tournaments.actions.events import events
from tournaments.actions.log.databases import NEW, open_databases, using_database
from tournaments.models import Event, Player, RemovedLink
from tournaments.rules import event_file

OLD = json.loads(Path(__file__).with_name("first_schema.json").read_text(encoding="utf-8"))
APP = "tournaments"
LINK = re.compile(r'href="(/e/[^"#]*)')


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def old(request, tmp_path, db):
    """A database as the first release left it, looked at as the site's own."""
    if request.param == "sqlite":
        address = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    else:
        server, name = request.getfixturevalue("postgres"), tmp_path.name.lower()
        server.create(name)
        address = server.address(name)
    with open_databases(address), using_database(NEW):
        first, *_later = steps()
        apps = migrated_to(first)
        for label, told in OLD["rows"].items():
            put(apps.get_model(label), told)
        yield


def steps() -> list[str]:
    """The app's migrations in their order."""
    graph = MigrationExecutor(connections[NEW]).loader.graph
    (newest,) = graph.leaf_nodes(APP)
    return [name for app, name in graph.forwards_plan(newest) if app == APP]


def migrated_to(name):
    """The models as they were, once the database is as it was; other apps are at their newest."""
    executor = MigrationExecutor(connections[NEW])
    others = [node for node in executor.loader.graph.leaf_nodes() if node[0] != APP]
    return executor.migrate([(APP, name), *others]).apps


def put(model, told):
    fields = [model._meta.get_field(name.removesuffix("_id")) for name in told["columns"]]
    columns, marks = ", ".join(f'"{field.column}"' for field in fields), ", ".join(["%s"] * len(fields))
    new = connections[NEW]
    with new.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {model._meta.db_table} ({columns}) VALUES ({marks})",
            [
                [f.get_db_prep_save(f.to_python(value), new) for f, value in zip(fields, row, strict=True)]
                for row in told["rows"]
            ],
        )
        for sql in new.ops.sequence_reset_sql(no_style(), [model]):
            cursor.execute(sql)


def said(*command) -> str:
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


def test_its_events_stand_as_the_first_release_had_them(old):
    call_command("migrate", database=NEW, verbosity=0)
    for slug, phases in OLD["standings"].items():
        for phase, before in phases.items():
            after = json.loads(said("standings", slug, "--phase", phase, "--live", "--format", "json"))
            assert after == before
    for slug, before in OLD["files"].items():
        after = json.loads(said("export_event", slug))
        assert after == before
        assert events.import_event(event_file.read(after)).name == before["event"]["name"]
    assert Player.objects.values("token").distinct().count() == Player.objects.count()
    assert not Event.objects.filter(seal=None).exists()


@pytest.mark.slow
def test_every_page_of_its_events_opens(old, client):
    call_command("migrate", database=NEW, verbosity=0)
    organiser = get_user_model().objects.get()
    for slug in OLD["files"]:
        pages = [f"/e/{slug}/", f"/e/{slug}/desk/"]
        seen = {resolve(page).url_name for page in pages}
        for page in pages:
            client.force_login(organiser)
            answer = client.get(page)
            assert answer.status_code == 200, page
            if "html" in answer["Content-Type"]:
                for link in LINK.findall(answer.content.decode()):
                    name = resolve(link.partition("?")[0]).url_name
                    if name not in seen:
                        seen.add(name)
                        pages.append(unescape(link))
        assert len(pages) > 20, pages


@pytest.mark.slow
def test_a_site_that_took_every_step_by_itself_stands_the_same(old):
    """Each release was installed in its turn; a link that the log kept at one of them is in its own table."""
    for name in steps()[1:]:
        apps = migrated_to(name)
        if name == "0011_tokens_of_gone":
            entry = apps.get_model(APP, "LogEntry").objects.using(NEW).order_by("pk")[3]
            entry.tokens = {"p9": "abcdefghijklmnop"}
            entry.save(using=NEW)
    for slug, before in OLD["files"].items():
        assert json.loads(said("export_event", slug)) == before
    assert RemovedLink.objects.values_list("entry_id", "key", "token").get() == (
        entry.pk,
        "p9",
        "abcdefghijklmnop",
    )
    call_command("migrate", database=NEW, verbosity=0, check_unapplied=True)
