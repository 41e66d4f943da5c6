"""Answers refused requests and outages of the database with a page."""

import logging
import math
import sys
import time
from functools import partial
from random import randint
from sqlite3 import SQLITE_BUSY, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_IOERR, SQLITE_LOCKED, SQLITE_READONLY

import psycopg
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import escape_leading_slashes
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views import defaults
from psycopg_pool import PoolTimeout

from ...models import Event, Player
from ..turns import TooBusy
from .monitoring import current_request_id

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


BUSY_RETRY_SECONDS = 2
# Refused polls come again within this time, each phone's at another moment.
POLL_RETRY_SECONDS = 8

permission_denied = partial(defaults.permission_denied, template_name="403.jinja")
page_not_found = partial(defaults.page_not_found, template_name="404.jinja")


class ErrorPagesMiddleware:
    """Refuses requests that are too long unread, and gives 405 and deleted events a page."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        content_length = request.META.get("CONTENT_LENGTH") or "0"
        if content_length.isdecimal() and int(content_length) > settings.MAX_REQUEST_BYTES:
            return request_too_long(request)
        response = self.get_response(request)
        if response.status_code != 405 or response.content:
            return response
        page = method_not_allowed(request)
        page["Allow"] = response["Allow"]
        return page

    def process_exception(self, request, exception):
        """Return 404 if the event or player was deleted while the page was rendered, whatever failed.

        A page that would have to wait too long for others of its event is a 503 that tries again.
        """
        if isinstance(exception, TooBusy):
            return too_busy(request)
        if isinstance(exception, (Event.DoesNotExist, Player.DoesNotExist)):
            return page_not_found(request, exception)
        event_pk = getattr(request, "event_pk", None)
        if event_pk and not Event.objects.filter(pk=event_pk).exists():
            return page_not_found(request, exception)
        return None


def server_error(request):
    """Return 500, or 503 if the database is down."""
    error = sys.exc_info()[1]
    if is_outage(error):
        record_outage(error)
        return service_unavailable(request, error)
    number = current_request_id()
    if request.headers.get("HX-Request"):
        text = _(
            "Something went wrong on our side. If it happens again, give this site’s administrator "
            "the number {number}."
        )
        return plain_text(text.format(number=number), 500)
    return render(None, "500.jinja", {"number": number}, status=500)


def bad_request(request, exception):
    """Return 400, or 413 for a form over the size limit."""
    if isinstance(exception, RequestDataTooBig):
        return request_too_long(request)
    return error_page(
        request,
        400,
        _("Invalid request"),
        _("The link, or what was sent with it, is not valid. Start again from the home page."),
    )


def request_too_long(request):
    size = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 2**20 - 1
    text = _("Files and texts can have at most {size} MB. Nothing was changed.").format(size=size)
    return error_page(request, 413, _("Too large"), text)


def method_not_allowed(request):
    return error_page(
        request,
        405,
        _("This link can’t be opened directly"),
        _("Nothing was changed. Go back to the previous page and use its button."),
    )


def csrf_failure(request, reason=""):
    """Return 403 for a form without a valid CSRF token."""
    return error_page(
        request,
        403,
        _("This page has expired"),
        _(
            "Nothing was changed. Go back, copy any long text you typed, reload the page and send it again. "
            "If that doesn’t help, allow cookies for this site."
        ),
    )


def too_many_requests(request, seconds: float):
    """Return 429; `seconds` is the time until the next request is accepted."""
    wait = math.ceil(seconds)
    text = ngettext(
        "Too many requests came from here, so this one changed nothing. Wait {wait} second, then try again.",
        "Too many requests came from here, so this one changed nothing. Wait {wait} seconds, then try again.",
        wait,
    ).format(wait=wait)
    response = error_page(request, 429, _("Too many requests"), text)
    response["Retry-After"] = str(wait)
    return response


def is_poll(request) -> bool:
    """Return whether a page asks for the newest state of what it already shows."""
    return request.method == "GET" and request.META.get("HTTP_HX_TRIGGER", "").startswith("live-")


def refused_poll():
    """Return 503 without a text: the page says nothing, keeps what it shows and asks again later."""
    headers = {"Retry-After": str(randint(1, POLL_RETRY_SECONDS)), "Cache-Control": "no-store"}
    return HttpResponse(status=503, headers=headers)


def too_busy(request):
    """Return 503 for a page that others of the same event would keep waiting; it tries again."""
    if is_poll(request):
        return refused_poll()
    text = _("Many people are opening this event right now. The page tries again in a moment.")
    response = error_page(request, 503, _("One moment, please"), text)
    response["Retry-After"] = response["Refresh"] = str(BUSY_RETRY_SECONDS)
    response["Cache-Control"] = "no-store"
    return response


def error_page(request, status, title, text):
    """Return an error page, to htmx one sentence. Neither queries the database: refusals must be cheap."""
    if request.headers.get("HX-Request"):
        return plain_text(text, status)
    return render(None, "error.jinja", {"title": title, "text": text}, status=status)


def plain_text(text, status):
    return HttpResponse(text, content_type="text/plain; charset=utf-8", status=status)
