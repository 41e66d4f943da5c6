"""What no answer may ever be: a server error, a traceback in the log, a complaint of the database."""

import logging
import sys
from collections import Counter
from contextlib import contextmanager

from django.db import connection

BEGINS = ("SAVEPOINT", "BEGIN")


class Watch(logging.Handler):
    """Counts answers by status and the actions that were reached; `faults` holds what went wrong."""

    def __init__(self):
        super().__init__()
        self.faults, self.statuses, self.actions = [], Counter(), Counter()

    def emit(self, record):
        if record.exc_info or (record.levelno >= logging.ERROR and record.name != "django.security.csrf"):
            self.faults.append(f"logged by {record.name}: {record.getMessage()[:300]}")

    def statement(self, execute, sql, params, many, context):
        """An action opens its transaction; and what the database refuses, no rule has noticed."""
        if sql.startswith(BEGINS) and (name := action_in_hand()):
            self.reached = name
        try:
            return execute(sql, params, many, context)
        except Exception as problem:
            self.faults.append(f"{type(problem).__name__} of the database: {problem} ({sql[:200]})")
            raise

    def seen(self, response, what=""):
        self.statuses[response.status_code] += 1
        if response.status_code >= 500:
            self.faults.append(f"{response.status_code}: {what}")
        return response

    @contextmanager
    def on(self):
        """Listens; `reached` is the name of the action that a request came to, or None."""
        self.reached = None
        site = logging.getLogger("django")
        before = site.handlers, site.propagate
        logging.getLogger().addHandler(self)
        # Thousands of requests that are refused as they should be are nothing to read.
        site.handlers, site.propagate = [self], False
        try:
            with connection.execute_wrapper(self.statement):
                yield self
        finally:
            site.handlers, site.propagate = before
            logging.getLogger().removeHandler(self)

    def told(self) -> str:
        counted = [*self.statuses.most_common(), *self.actions.most_common()]
        return "\n".join(f"{number:6} {name}" for name, number in counted)


def action_in_hand() -> str | None:
    """The function of tournaments.actions that has called; the first one, where one calls another."""
    name, frame = None, sys._getframe()
    while frame:
        if frame.f_globals.get("__name__", "").startswith("tournaments.actions."):
            name = frame.f_code.co_name
        frame = frame.f_back
    return name
