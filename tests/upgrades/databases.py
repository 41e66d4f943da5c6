"""Databases of older releases, to be upgraded."""

from django.core.management.color import no_style
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from tournaments.log.actions.databases import NEW

APP = "tournaments"


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
