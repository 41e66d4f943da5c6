"""A site move_to from SQLite to PostgreSQL, or back if the tests run on PostgreSQL."""

from io import StringIO

import pytest
from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse

from tests.backups.archives import EXAMPLES, make_lazy_examples, pages
from tests.journeys.accessibility.event_states import build_events
from tests.support.accounts import PASSWORD
from tests.support.desk_events import actor_of, draft_night, friday
from tests.support.played_events import STATES
from tournaments.log.actions.archives import rows_of, tables
from tournaments.log.actions.databases import NEW, OLD, open_databases, using_database
from tournaments.models import Event, Person, PersonIdentifier, Player
from tournaments.models.keys import hash_for_people
from tournaments.people.actions import people


@pytest.fixture
def new_address(request, tmp_path, transactional_db):
    """Return the address of an empty database of the other vendor."""
    if connection.vendor == "postgresql":
        return f"sqlite:///{tmp_path / 'moved.sqlite3'}"
    server, name = request.getfixturevalue("postgres"), f"moved_{tmp_path.name.rstrip('0123456789').lower()}"
    server.run("dropdb", "--if-exists", "--host", str(server.folder), "--username=topcut", name)
    server.create(name)
    return server.address(name)


def move_to(address) -> str:
    out = StringIO()
    call_command("move_to", address, stdout=out)
    return out.getvalue()


def rows_at(alias) -> dict:
    return {model._meta.label: sorted(rows_of(model, alias), key=repr) for model in tables()}


def is_empty(address) -> bool:
    with open_databases(address):
        table_names = connections[NEW].introspection.table_names()
        return not any(
            model._base_manager.using(NEW).exists()
            for model in tables()
            if model._meta.db_table in table_names and model not in (ContentType, Permission)
        )


@pytest.mark.slow
def test_every_page_is_the_same_from_the_new_database(client, django_user_model, new_address):
    organiser = django_user_model.objects.create_superuser("organiser", password=PASSWORD)
    events = build_events(organiser, {example.state for _name, example in EXAMPLES})
    make_lazy_examples(events)
    before = pages(client, events)
    assert f"the files of {Event.objects.count()} events" in move_to(new_address)
    with open_databases(new_address), using_database(NEW):
        after = pages(client, events)
    assert len(before) > len(EXAMPLES)
    assert [address for address in before if before[address] != after.get(address)] == []


def play_with_people(organiser):
    """Make people with consent, a former name, a doubt that is answered and a merge into a newer person."""
    actor, club = actor_of(organiser), friday(organiser, ["Michael Chen", "Eva Duarte"]).club
    event = draft_night(organiser, ["Mike Chen", "Eva Duarte"])
    michael, eva = (Person.objects.get(name=name) for name in ("Michael Chen", "Eva Duarte"))
    mike = Player.objects.get(event=event, name="Mike Chen")
    people.deny_people(club, actor, mike.pk, [michael.pk])
    people.change_person(club, actor, eva.pk, name="Eva Lima")
    Person.objects.filter(pk=eva.pk).update(
        remembered_at=event.created_at, address_hash=hash_for_people("eva@example.org"), token="eva-token"
    )
    PersonIdentifier.objects.create(person=eva, publisher="magic", value="w1")
    people.merge_people(club, actor, Person.objects.get(name="Mike Chen").pk, michael.pk)


def test_every_row_is_copied_and_numbering_continues(client, organiser, new_address):
    play_with_people(organiser)
    event = STATES["running"]()
    group = Group.objects.create(name="Judges")
    group.permissions.add(Permission.objects.last())
    organiser.groups.add(group)
    organiser.user_permissions.add(Permission.objects.first())
    event_type = ContentType.objects.get_for_model(Event)
    AdminEntry.objects.create(user=organiser, content_type=event_type, object_id=event.pk, action_flag=2)
    client.force_login(organiser)
    for _ in range(11):
        client.post(reverse("login"), {"username": "guessed", "password": "wrong"})
    move_to(new_address)
    with open_databases(new_address):
        new_rows = rows_at(NEW)
        assert new_rows == rows_at(OLD)
        kept = Person.with_merged.using(NEW).get(name="Michael Chen").merged_into
        assert kept.players.using(NEW).count() == 2
        with using_database(NEW):
            newest = Event.objects.create(name="Next", slug="next", rulebook="magic")
            assert newest.pk > event.pk
            assert client.get(reverse("account")).status_code == 200, "still signed in"
    empty = {label for label, rows in new_rows.items() if not rows}
    assert {
        "auth.Group_permissions",
        "auth.User_groups",
        "qsessions.Session",
        "axes.AccessAttempt",
        "tournaments.PersonAnswer",
        "tournaments.PersonIdentifier",
        "tournaments.PersonName",
        "tournaments.SiteKey",
    } & empty == set()
    with pytest.raises(CommandError, match="isn’t empty: django_admin_log has rows"):
        move_to(new_address)


def test_a_refused_move_prints_the_reason_in_one_line(db, tmp_path):
    here = connection.settings_dict
    site = f"sqlite:///{here['NAME']}"
    if connection.vendor == "postgresql":
        site = f"postgresql:///{here['NAME']}?host={here['OPTIONS']['host']}"
    for address, message in (
        ("a database", "This isn’t a database address"),
        ("mysql://host/name", "This isn’t a database address"),
        ("postgresql://host:port/name", "This isn’t a database address"),
        ("postgresql://host/", "This isn’t a database address"),
        ("postgresql://127.0.0.1:1/name", "can’t be used: connection failed"),
        (f"sqlite:///{tmp_path}/nowhere/file", "can’t be used: unable to open"),
        (site, "the site’s own database"),
    ):
        with pytest.raises(CommandError, match=message) as refused:
            move_to(address)
        assert "\n" not in str(refused.value)


def test_an_unmigrated_site_is_not_moved(new_address):
    newest = MigrationRecorder.Migration.objects.filter(app="tournaments").latest("name")
    newest.delete()
    try:
        with pytest.raises(CommandError, match="migrate` first"):
            move_to(new_address)
    finally:
        newest.save(force_insert=True)
    assert is_empty(new_address)


@pytest.mark.slow
def test_a_row_that_does_not_fit_leaves_the_new_database_empty(new_address):
    STATES["running"]()
    if connection.vendor == "postgresql":
        pytest.skip("SQLite takes every row of PostgreSQL")
    Event.objects.update(place="p" * 300)
    with pytest.raises(CommandError, match=r"Nothing was copied\. The database reports: value too long"):
        move_to(new_address)
    assert is_empty(new_address)
    Event.objects.update(place="")
    assert "1 events" in move_to(new_address)


# A database that changes names when it stores them.
RENAMES = {
    "sqlite": """CREATE TRIGGER rename AFTER INSERT ON tournaments_player
        BEGIN UPDATE tournaments_player SET name = 'Nobody' WHERE id = NEW.id; END""",
    "postgresql": """CREATE FUNCTION rename() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN NEW.name := 'Nobody'; RETURN NEW; END $$;
        CREATE TRIGGER rename BEFORE INSERT ON tournaments_player FOR EACH ROW EXECUTE FUNCTION rename()""",
}


@pytest.mark.slow
def test_a_row_that_differs_in_the_new_database_stops_the_move(new_address):
    STATES["running"]()
    with open_databases(new_address):
        call_command("migrate", database=NEW, verbosity=0)
        with connections[NEW].cursor() as cursor:
            cursor.execute(RENAMES[connections[NEW].vendor])
    with pytest.raises(CommandError, match="tournaments_player is different in the new database"):
        move_to(new_address)
    assert is_empty(new_address)


@pytest.mark.slow
def test_a_write_during_the_move_does_not_wait_and_stops_the_move(new_address, writers):
    reports_before = [desk.done for desk in writers]
    with pytest.raises(CommandError, match="Stop the site"):
        move_to(new_address)
    assert sum(desk.done for desk in writers) > sum(reports_before) + 2
    assert is_empty(new_address)
