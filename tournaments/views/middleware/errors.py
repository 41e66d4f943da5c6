"""Error pages: what happened and what to do next."""

import math
import sys

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.defaults import page_not_found

from ...models import Event, Player
from . import database_errors
from .request_log import current_request_id


class ErrorPagesMiddleware:
    """Refuses requests that are too long unread, and gives 405 and deleted events a page."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if content_length(request) > settings.MAX_REQUEST_BYTES:
            return too_long(request)
        response = self.get_response(request)
        if response.status_code == 405 and not response.content:
            page = wrong_method(request)
            page["Allow"] = response["Allow"]
            return page
        return response

    def process_exception(self, request, exception):
        return not_found_if_deleted(request, exception)


def not_found_if_deleted(request, exception):
    """Return 404 if the event or player was deleted while the page was rendered, whatever failed."""
    event_pk = getattr(request, "event_pk", None)
    is_deleted = isinstance(exception, (Event.DoesNotExist, Player.DoesNotExist))
    if is_deleted or (event_pk and not Event.objects.filter(pk=event_pk).exists()):
        return page_not_found(request, exception)
    return None


def broken(request):
    """Return 500, or 503 if the database is down."""
    error = sys.exc_info()[1]
    if database_errors.is_outage(error):
        database_errors.record_outage(error)
        return database_errors.service_unavailable(request)
    number = current_request_id()
    if request.headers.get("HX-Request"):
        words = _("Something broke on our side. If it stays, tell whoever runs the site the number {number}.")
        return sentence(words.format(number=number), 500)
    return render(None, "500.html", {"number": number}, status=500)


def content_length(request) -> int:
    value = request.META.get("CONTENT_LENGTH") or "0"
    return int(value) if value.isdecimal() else 0


def bad_request(request, exception):
    """Return 400, or 413 for a form over the size limit."""
    if isinstance(exception, RequestDataTooBig):
        return too_long(request)
    return refused(
        request,
        400,
        _("This request makes no sense here"),
        _("The address or what was sent with it is not what this site expects. Begin again from the start."),
    )


def too_long(request):
    return refused(
        request,
        413,
        _("That is too long"),
        _("A file or text may have at most {size} MB. Nothing was changed.").format(
            size=settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 2**20 - 1
        ),
    )


def wrong_method(request):
    return refused(
        request,
        405,
        _("This address only takes what a page sends"),
        _("Nothing was changed. Go back to the page that you came from, and press its button."),
    )


def too_old(request, reason=""):
    """Return 403 for a form without a valid CSRF token."""
    return refused(
        request,
        403,
        _("The page was too old"),
        _(
            "Nothing was changed. Go back, copy what you typed if it was long, and load the page again; then "
            "send it once more. If that does not help, let this site set cookies."
        ),
    )


def too_often(request, seconds: float):
    """Return 429; `seconds` is the time until the next request is accepted."""
    wait = math.ceil(seconds)
    words = ngettext(
        "More was sent from here than one person can press. Nothing of this one was changed. Wait {wait} "
        "second, then try again.",
        "More was sent from here than one person can press. Nothing of this one was changed. Wait {wait} "
        "seconds, then try again.",
        wait,
    ).format(wait=wait)
    response = refused(request, 429, _("Too much at once"), words)
    response["Retry-After"] = str(wait)
    return response


def refused(request, status, title, words):
    """Return an error page, to htmx one sentence. Neither queries the database: refusals must be cheap."""
    if request.headers.get("HX-Request"):
        return sentence(words, status)
    return render(None, "refused.html", {"title": title, "words": words}, status=status)


def sentence(words, status):
    return HttpResponse(words, content_type="text/plain; charset=utf-8", status=status)
