"""Databases of older releases, to be upgraded."""

import json
from contextlib import contextmanager
from pathlib import Path

from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from tournaments.log.actions.databases import NEW, open_databases, using_database

APP = "tournaments"
# A file of rows and the newest migration of the release that made it. The second release has registration,
# lists, check-in, picked names, finals, a merged and an erased player.
FIRST = ("first_release", "0001_initial")
REGISTRATION = ("registration_release", "0022_cut_chances")


@contextmanager
def open_as_site(address: str):
    """Use the database at this address as the site's own."""
    with open_databases(address), using_database(NEW):
        yield


def contents(file: str) -> dict:
    """Return the rows of an older release's database and what that release printed of them."""
    return json.loads(Path(__file__).with_name(f"{file}.json").read_text(encoding="utf-8"))


def upgrade(file: str, migration: str):
    """Fill an empty database with the rows of this release and migrate it to the newest schema."""
    fill_database(migration, contents(file)["rows"])
    call_command("migrate", database=NEW, verbosity=0)


def single_steps() -> MigrationExecutor:
    """Return an executor that knows no squashed migrations, as older releases did."""
    executor = MigrationExecutor(connections[NEW])
    loader = executor.loader = MigrationLoader(connections[NEW], replace_migrations=False)
    for squashed, migration in loader.replacements.items():
        loader.graph.remove_replacement_node(squashed, migration.replaces)
    return executor


def steps() -> list[str]:
    """Return the app's migrations in order."""
    graph = single_steps().loader.graph
    (newest,) = graph.leaf_nodes(APP)
    return [name for app, name in graph.forwards_plan(newest) if app == APP]


def migrated_to(name):
    """Migrate the app to this migration and others to their newest; return the models of that state."""
    executor = single_steps()
    others = [node for node in executor.loader.graph.leaf_nodes() if node[0] != APP]
    return executor.migrate([(APP, name), *others]).apps


def fill_database(migration: str, rows: dict):
    """Migrate the app to this migration and insert rows: model → its columns, and the values of each row."""
    apps = migrated_to(migration)
    with transaction.atomic(NEW):
        for label, table in rows.items():
            insert_rows(apps.get_model(label), table)


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
