"""A new database runs one squashed migration and has the tables of an upgraded one."""

from django.core.management import call_command
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from tests.upgrades.databases import APP, NEW, migrated_to, steps


def tables() -> dict[str, tuple]:
    """Return the columns and the constraints and indexes of each table of the app."""
    new = connections[NEW]
    with new.cursor() as cursor:
        names = [name for name in new.introspection.table_names(cursor) if name.startswith(APP)]
        return {
            name: (
                sorted(column[:-1] for column in new.introspection.get_table_description(cursor, name)),
                sorted(map(str, new.introspection.get_constraints(cursor, name).values())),
            )
            for name in names
        }


def applied() -> list[str]:
    """Return the app's applied migrations in order."""
    names = MigrationRecorder(connections[NEW]).applied_migrations()
    return sorted(name for app, name in names if app == APP)


def test_a_new_database_has_the_tables_of_an_upgraded_one(empty_database):
    migrated_to(steps()[-1])
    upgraded = tables()
    call_command("migrate", APP, "zero", database=NEW, verbosity=0)
    assert not tables()
    call_command("migrate", database=NEW, verbosity=0)
    assert tables() == upgraded
    assert set(applied()) >= set(steps())


def test_an_upgraded_database_has_nothing_left_to_migrate(empty_database):
    migrated_to(steps()[-1])
    call_command("migrate", database=NEW, verbosity=0, check_unapplied=True)
