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
    """Use a database of the first release as the site's own."""
    if request.param == "sqlite":
        address = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    else:
        server, name = request.getfixturevalue("postgres"), tmp_path.name.lower()
        server.create(name)
        address = server.address(name)
    with open_databases(address), using_database(NEW):
        first, *_later = steps()
        apps = migrated_to(first)
        for label, table in OLD["rows"].items():
            insert_rows(apps.get_model(label), table)
        yield


def steps() -> list[str]:
    """Return the app's migrations in order."""
    graph = MigrationExecutor(connections[NEW]).loader.graph
    (newest,) = graph.leaf_nodes(APP)
    return [name for app, name in graph.forwards_plan(newest) if app == APP]


def migrated_to(name):
    """Migrate the app to this migration and others to their newest; return the models of that state."""
    executor = MigrationExecutor(connections[NEW])
    others = [node for node in executor.loader.graph.leaf_nodes() if node[0] != APP]
    return executor.migrate([(APP, name), *others]).apps


def insert_rows(model, table):
    fields = [model._meta.get_field(name.removesuffix("_id")) for name in table["columns"]]
    columns, marks = ", ".join(f'"{field.column}"' for field in fields), ", ".join(["%s"] * len(fields))
    new = connections[NEW]
    with new.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {model._meta.db_table} ({columns}) VALUES ({marks})",
            [
                [f.get_db_prep_save(f.to_python(value), new) for f, value in zip(fields, row, strict=True)]
                for row in table["rows"]
            ],
        )
        for sql in new.ops.sequence_reset_sql(no_style(), [model]):
            cursor.execute(sql)


def run(*command) -> str:
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


def test_upgraded_events_have_the_same_standings(old):
    call_command("migrate", database=NEW, verbosity=0)
    for slug, phases in OLD["standings"].items():
        for phase, before in phases.items():
            after = json.loads(run("standings", slug, "--phase", phase, "--live", "--format", "json"))
            assert after == before
    for slug, before in OLD["files"].items():
        after = json.loads(run("export_event", slug))
        assert after == before
        assert events.import_event(event_file.read(after)).name == before["event"]["name"]
    assert Player.objects.values("token").distinct().count() == Player.objects.count()
    assert not Event.objects.filter(next_seed=None).exists()


@pytest.mark.slow
def test_every_page_of_upgraded_events_opens(old, client):
    call_command("migrate", database=NEW, verbosity=0)
    organiser = get_user_model().objects.get()
    for slug in OLD["files"]:
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


def test_accounts_keep_their_permissions_at_a_renamed_model(old):
    apps = migrated_to("0027_trust_by_settings")
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
def test_upgrading_in_single_steps_gives_the_same_events(old):
    """A player link that one release stored in the log moves to its own table."""
    for name in steps()[1:]:
        apps = migrated_to(name)
        if name == "0011_tokens_of_gone":
            entry = apps.get_model(APP, "LogEntry").objects.using(NEW).order_by("pk")[3]
            entry.tokens = {"p9": "abcdefghijklmnop"}
            entry.save(using=NEW)
    for slug, before in OLD["files"].items():
        assert json.loads(run("export_event", slug)) == before
    assert RemovedLink.objects.values_list("entry_id", "key", "token").get() == (
        entry.pk,
        "p9",
        "abcdefghijklmnop",
    )
    call_command("migrate", database=NEW, verbosity=0, check_unapplied=True)
