"""Rows of the queries that each poll asks.

Django takes several times as long as the database to compile such a query and to find out which columns it
has returned. Here the SQL is written by hand, and the columns are examined once in each process.
"""

from functools import cache

from django.db import connection


class Columns:
    """Columns of a model, by default all of them, of which a query selects the values."""

    def __init__(self, model, names=None):
        self.model = model
        fields = [one for one in model._meta.concrete_fields if names is None or one.name in ("id", *names)]
        self.fields = tuple(fields)
        self.names = tuple(field.attname for field in fields)

    def selected(self, table: str) -> str:
        """Return the columns of a table, or of its alias, for a SELECT."""
        return ", ".join(f'{table}."{field.column}"' for field in self.fields)

    def build(self, row: tuple):
        """Return the instance of a row that begins with these columns; other columns are deferred."""
        values = list(row[: len(self.names)])
        for place, column, functions in list_converters(self, connection.vendor):
            for convert in functions:
                values[place] = convert(values[place], column, connection)
        return self.model.from_db(connection.alias, self.names, values)


@cache
def list_converters(columns: Columns, vendor: str) -> list[tuple]:
    """Return (place, column, functions) of the values that this kind of database returns in another form."""
    converters = []
    for place, field in enumerate(columns.fields):
        column = field.get_col(columns.model._meta.db_table)
        functions = connection.ops.get_db_converters(column) + column.get_db_converters(connection)
        converters += [(place, column, functions)] if functions else []
    return converters


def fetch_rows(query: str, values: list) -> list[tuple]:
    """Return the rows of a query."""
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return cursor.fetchall()
