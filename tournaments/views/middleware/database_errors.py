"""Database outages: a cheap 503 page that reloads itself or offers to send the form again."""

import logging
import time
from sqlite3 import (
    SQLITE_BUSY,
    SQLITE_CANTOPEN,
    SQLITE_FULL,
    SQLITE_IOERR,
    SQLITE_LOCKED,
    SQLITE_READONLY,
)

import psycopg
from django.db import InterfaceError, OperationalError
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import escape_leading_slashes
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from psycopg_pool import PoolTimeout

log = logging.getLogger(__name__)
RETRY_SECONDS, PAUSE_SECONDS = 5, 1
CANNOT_WRITE = gettext_lazy("The site can’t use its disk. Tell the person who runs this site.")
DISK_PROBLEMS = {
    SQLITE_FULL: gettext_lazy("The disk is full. Tell the person who runs this site."),
    SQLITE_IOERR: CANNOT_WRITE,
    SQLITE_READONLY: CANNOT_WRITE,
    SQLITE_CANTOPEN: CANNOT_WRITE,
}


class DatabaseOutageMiddleware:
    """Answers 503 at once for PAUSE_SECONDS after a request has waited for the database in vain.

    Otherwise every thread of the process would hang.
    """

    paused_until = 0.0

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if time.monotonic() < self.paused_until:
            return service_unavailable(request)
        return self.get_response(request)


def is_outage(error: BaseException | None) -> bool:
    """Return whether the error means that the database is down, locked or read-only, or its disk full."""
    cause = getattr(error, "__cause__", None)
    if isinstance(error, InterfaceError) or isinstance(cause, psycopg.errors.ReadOnlySqlTransaction):
        return True
    if not isinstance(error, OperationalError):
        return False
    codes = (SQLITE_BUSY, SQLITE_LOCKED, *DISK_PROBLEMS)
    return isinstance(cause, psycopg.Error) or sqlite_code(error) in codes


def sqlite_code(error: BaseException) -> int:
    """Return SQLite's primary code of an error: the last byte of extended ones."""
    return getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF


def record_outage(error: BaseException):
    """Log the error; after a timeout let the next requests fail fast."""
    if isinstance(error.__cause__, PoolTimeout):
        DatabaseOutageMiddleware.paused_until = time.monotonic() + PAUSE_SECONDS
    log.error("The database does not answer: %s", " ".join(str(error).split()))


def service_unavailable(request, error: BaseException | None = None):
    """Return 503: to htmx one sentence, else a page that retries or offers to send the form again."""
    problem = DISK_PROBLEMS.get(sqlite_code(error), "") if error else ""
    if problem and request.method != "GET":
        problem = _("Nothing was saved.") + f" {problem}"
    if request.headers.get("HX-Request"):
        text = problem or _("The site isn’t responding right now. Try again in a few seconds.")
        response = HttpResponse(text, content_type="text/plain; charset=utf-8", status=503)
    else:
        response = render(None, "503.jinja", retry_context(request) | {"problem": problem}, status=503)
    response["Retry-After"] = str(RETRY_SECONDS)
    if request.method == "GET":
        response["Refresh"] = str(RETRY_SECONDS)
    response["Cache-Control"] = "no-store"
    return response


def retry_context(request) -> dict:
    """Return the address to retry, with the fields of a submitted form unless it has files or passwords."""
    # An address that begins with two slashes would be another host's.
    address = escape_leading_slashes(request.get_full_path())
    if request.method == "GET":
        return {"address": address, "was_sent": False}
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    is_secret = request.FILES or any("password" in name for name, _value in fields)
    return {"address": address, "was_sent": True, "fields": [] if is_secret else fields}
