"""While the database does not answer: a page that says so and asks again, at once and for little."""

import logging
import time
from sqlite3 import SQLITE_BUSY, SQLITE_LOCKED

import psycopg
from django.db import InterfaceError, OperationalError
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import escape_leading_slashes
from django.utils.translation import gettext as _
from psycopg_pool import PoolTimeout

log = logging.getLogger(__name__)
# Seconds after which a browser asks again; seconds for which nobody waits where somebody has waited in vain.
AGAIN, PAUSE = 5, 1
PAUSED = {"until": 0.0}
LOCKED = (SQLITE_BUSY, SQLITE_LOCKED)


def passed_by(get_response):
    """A middleware: for a second after somebody has waited in vain for the database, all others of this
    process are told at once. Otherwise every thread would hang."""

    def answer(request):
        return unanswered(request) if is_out() else get_response(request)

    return answer


def is_out() -> bool:
    return time.monotonic() < PAUSED["until"]


def is_outage(error: BaseException | None) -> bool:
    """Whether the database did not answer, or stores nothing for now, as one that stands in for another which
    has failed; rather than answer that something is wrong."""
    cause = getattr(error, "__cause__", None)
    if isinstance(cause, psycopg.errors.ReadOnlySqlTransaction):
        return True
    if not isinstance(error, OperationalError):
        return isinstance(error, InterfaceError)
    # The code's last byte; before it stands why, as in SQLITE_BUSY_RECOVERY.
    return isinstance(cause, psycopg.Error) or getattr(cause, "sqlite_errorcode", 0) & 0xFF in LOCKED


def noticed(request, error: BaseException):
    """503 for who was the first to wait."""
    heard_of(error)
    return unanswered(request)


def heard_of(error: BaseException):
    """Who comes next need not wait; the reason goes to the log."""
    if isinstance(error.__cause__, PoolTimeout):
        PAUSED["until"] = time.monotonic() + PAUSE
    log.error("The database does not answer: %s", " ".join(str(error).split()))


def unanswered(request):
    """503: to a script a sentence, to a browser a page that asks again, or sends again what was sent."""
    if request.headers.get("HX-Request"):
        words = _("The site does not answer just now. Try again in a few seconds.")
        response = HttpResponse(words, content_type="text/plain; charset=utf-8", status=503)
    else:
        response = render(None, "503.html", told(request), status=503)
    response["Retry-After"] = str(AGAIN)
    if request.method == "GET":
        response["Refresh"] = str(AGAIN)
    response["Cache-Control"] = "no-store"
    return response


def told(request) -> dict:
    # What begins with two slashes would be another host's.
    address = escape_leading_slashes(request.get_full_path())
    if request.method == "GET":
        return {"address": address}
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    is_secret = request.FILES or any("password" in name for name, _value in fields)
    return {"address": address, "was_sent": True, "fields": [] if is_secret else fields}
