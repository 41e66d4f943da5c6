"""A site moved from SQLite to PostgreSQL, or back if the tests run on PostgreSQL."""

from io import StringIO

import pytest
from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse

from tests.actions.conftest import STATES
from tests.backups.test_copies import writers as writers
from tests.backups.test_same_pages import EXAMPLES, pages
from tests.conftest import PASSWORD
from tests.journeys.everyone.hall import whole_hall
from tournaments.actions.log.databases import NEW, OLD, open_databases, using_database
from tournaments.actions.log.site_move import rows_of, tables
from tournaments.models import Event


@pytest.fixture
def elsewhere(request, tmp_path, transactional_db):
    """The address of an empty database of the other kind."""
    if connection.vendor == "postgresql":
        return f"sqlite:///{tmp_path / 'moved.sqlite3'}"
    server, name = request.getfixturevalue("postgres"), f"moved_{tmp_path.name.rstrip('0123456789').lower()}"
    server.run("dropdb", "--if-exists", "--host", str(server.folder), "--username=topcut", name)
    server.create(name)
    return server.address(name)


def moved(address) -> str:
    out = StringIO()
    call_command("move_to", address, stdout=out)
    return out.getvalue()


def rows_at(alias) -> dict:
    return {model._meta.label: sorted(rows_of(model, alias), key=repr) for model in tables()}


def is_empty(address) -> bool:
    with open_databases(address):
        there = connections[NEW].introspection.table_names()
        return not any(
            model._base_manager.using(NEW).exists()
            for model in tables()
            if model._meta.db_table in there and model not in (ContentType, Permission)
        )


@pytest.mark.slow
def test_every_page_is_the_same_from_there(client, django_user_model, elsewhere):
    organiser = django_user_model.objects.create_superuser("organiser", password=PASSWORD)
    hall = whole_hall(organiser, {example.state for _name, example in EXAMPLES})
    before = pages(client, hall)
    said = moved(elsewhere)
    assert f"each of {len(hall)} events" in said
    with open_databases(elsewhere), using_database(NEW):
        after = pages(client, hall)
    assert len(before) > len(EXAMPLES)
    assert [address for address in before if before[address] != after.get(address)] == []


def test_every_row_of_every_table_is_there_and_new_ones_are_numbered_on(client, organiser, elsewhere):
    event = STATES["running"]()
    group = Group.objects.create(name="Judges")
    group.permissions.add(Permission.objects.last())
    organiser.groups.add(group)
    organiser.user_permissions.add(Permission.objects.first())
    of = ContentType.objects.get_for_model(Event)
    AdminEntry.objects.create(user=organiser, content_type=of, object_id=event.pk, action_flag=2)
    client.force_login(organiser)
    for _ in range(11):
        client.post(reverse("login"), {"username": "guessed", "password": "wrong"})
    moved(elsewhere)
    with open_databases(elsewhere):
        there = rows_at(NEW)
        assert there == rows_at(OLD)
        with using_database(NEW):
            newest = Event.objects.create(name="Next", slug="next", rulebook="magic")
            assert newest.pk > event.pk
            assert client.get(reverse("account")).status_code == 200, "signed in there, too"
    empty = {label for label, rows in there.items() if not rows}
    assert {
        "auth.Group_permissions",
        "auth.User_groups",
        "qsessions.Session",
        "axes.AccessAttempt",
    } & empty == set()


def test_one_line_says_why_nothing_is_moved(organiser, elsewhere, tmp_path):
    here = connection.settings_dict
    site = f"sqlite:///{here['NAME']}"
    if connection.vendor == "postgresql":
        site = f"postgresql:///{here['NAME']}?host={here['OPTIONS']['host']}"
    for address, words in (
        ("a database", "No database has this address"),
        ("mysql://host/name", "No database has this address"),
        ("postgresql://host:port/name", "No database has this address"),
        ("postgresql://host/", "No database has this address"),
        ("postgresql://127.0.0.1:1/name", "cannot be used: connection failed"),
        (f"sqlite:///{tmp_path}/nowhere/file", "cannot be used: unable to open"),
        (site, "the site's own database"),
    ):
        with pytest.raises(CommandError, match=words) as refused:
            moved(address)
        assert "\n" not in str(refused.value)
    moved(elsewhere)
    with pytest.raises(CommandError, match="not empty, auth_user has rows"):
        moved(elsewhere)


def test_a_site_that_was_not_migrated_is_not_moved(elsewhere):
    newest = MigrationRecorder.Migration.objects.filter(app="tournaments").latest("name")
    newest.delete()
    try:
        with pytest.raises(CommandError, match="migrate` first"):
            moved(elsewhere)
    finally:
        newest.save(force_insert=True)
    assert is_empty(elsewhere)


@pytest.mark.slow
def test_a_row_that_does_not_fit_there_leaves_nothing_there(elsewhere):
    STATES["running"]()
    if connection.vendor == "postgresql":
        pytest.skip("SQLite takes every row of PostgreSQL")
    Event.objects.update(place="p" * 300)
    with pytest.raises(CommandError, match="Nothing was moved; the database says: value too long"):
        moved(elsewhere)
    assert is_empty(elsewhere)
    Event.objects.update(place="")
    assert "1 events" in moved(elsewhere)


# A database that stores another name than it is given.
RENAMES = {
    "sqlite": """CREATE TRIGGER rename AFTER INSERT ON tournaments_player
        BEGIN UPDATE tournaments_player SET name = 'Nobody' WHERE id = NEW.id; END""",
    "postgresql": """CREATE FUNCTION rename() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN NEW.name := 'Nobody'; RETURN NEW; END $$;
        CREATE TRIGGER rename BEFORE INSERT ON tournaments_player FOR EACH ROW EXECUTE FUNCTION rename()""",
}


@pytest.mark.slow
def test_a_row_that_reads_otherwise_there_stops_the_move(elsewhere):
    STATES["running"]()
    with open_databases(elsewhere):
        call_command("migrate", database=NEW, verbosity=0)
        with connections[NEW].cursor() as cursor:
            cursor.execute(RENAMES[connections[NEW].vendor])
    with pytest.raises(CommandError, match="tournaments_player does not read the same"):
        moved(elsewhere)
    assert is_empty(elsewhere)


@pytest.mark.slow
def test_while_somebody_writes_nobody_waits_and_nothing_is_moved(elsewhere, writers):
    seen = [desk.done for desk in writers]
    with pytest.raises(CommandError, match="stop the site"):
        moved(elsewhere)
    assert sum(desk.done for desk in writers) > sum(seen) + 2
    assert is_empty(elsewhere)
