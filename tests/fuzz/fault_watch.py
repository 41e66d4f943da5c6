"""Detects server errors, tracebacks in the log and database errors."""

import logging
import sys
from collections import Counter
from contextlib import contextmanager

from django.db import connection

BEGIN_STATEMENTS = ("SAVEPOINT", "BEGIN")


class FaultWatch(logging.Handler):
    """Counts responses by status and actions by name; `faults` are the errors, as text."""

    def __init__(self):
        super().__init__()
        self.faults, self.statuses, self.actions = [], Counter(), Counter()

    def emit(self, record):
        if record.exc_info or (record.levelno >= logging.ERROR and record.name != "django.security.csrf"):
            self.faults.append(f"logged by {record.name}: {record.getMessage()[:300]}")

    def statement(self, execute, sql, params, many, context):
        """Note the action that opens a transaction, and database errors: rules prevent them all."""
        if sql.startswith(BEGIN_STATEMENTS) and (name := current_action()):
            self.reached = name
        try:
            return execute(sql, params, many, context)
        except Exception as error:
            self.faults.append(f"{type(error).__name__} of the database: {error} ({sql[:200]})")
            raise

    def check(self, response, request=""):
        self.statuses[response.status_code] += 1
        if response.status_code >= 500:
            self.faults.append(f"{response.status_code}: {request}")
        return response

    @contextmanager
    def on(self):
        """Watch; `reached` becomes the name of the action that a request calls, or None."""
        self.reached = None
        site = logging.getLogger("django")
        before = site.handlers, site.propagate
        logging.getLogger().addHandler(self)
        # Thousands of correctly refused requests need no output.
        site.handlers, site.propagate = [self], False
        try:
            with connection.execute_wrapper(self.statement):
                yield self
        finally:
            site.handlers, site.propagate = before
            logging.getLogger().removeHandler(self)

    def summary(self) -> str:
        counted = [*self.statuses.most_common(), *self.actions.most_common()]
        return "\n".join(f"{number:6} {name}" for name, number in counted)


def current_action() -> str | None:
    """Return the outermost function of a feature's actions on the stack."""
    name, frame = None, sys._getframe()
    while frame:
        if ".actions" in frame.f_globals.get("__name__", ""):
            name = frame.f_code.co_name
        frame = frame.f_back
    return name
