"""A new database runs one squashed migration and has the tables of an upgraded one."""

import pytest
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.recorder import MigrationRecorder

from tests.upgrades.databases import APP, NEW, REGISTRATION, migrated_to, steps


def tables() -> dict[str, tuple]:
    """Return the columns, constraints and indexes of the app's tables in the site's database."""
    site = connections[DEFAULT_DB_ALIAS]
    with site.cursor() as cursor:
        names = [name for name in site.introspection.table_names(cursor) if name.startswith(APP)]
        return {
            name: (
                sorted(column[:-1] for column in site.introspection.get_table_description(cursor, name)),
                sorted(map(str, site.introspection.get_constraints(cursor, name).values())),
            )
            for name in names
        }


def applied() -> list[str]:
    """Return the app's applied migrations in order."""
    names = MigrationRecorder(connections[DEFAULT_DB_ALIAS]).applied_migrations()
    return sorted(name for app, name in names if app == APP)


@pytest.mark.parametrize("upgraded_from", ["sqlite"], indirect=True)
def test_an_upgraded_database_has_the_tables_of_a_new_one(upgraded_from):
    """The tests' own database is new."""
    new = tables()
    upgraded_from(*REGISTRATION)
    assert new and tables() == new


@pytest.mark.slow
def test_a_new_database_has_the_tables_of_one_upgraded_in_single_steps(empty_database):
    migrated_to(steps()[-1])
    upgraded = tables()
    call_command("migrate", APP, "zero", database=NEW, verbosity=0)
    assert not tables()
    call_command("migrate", database=NEW, verbosity=0)
    assert tables() == upgraded
    assert set(applied()) >= set(steps())


def test_an_upgraded_database_has_nothing_left_to_migrate(upgraded_from):
    upgraded_from(*REGISTRATION)
    call_command("migrate", database=NEW, verbosity=0, check_unapplied=True)
