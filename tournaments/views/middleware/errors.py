"""What is said where a request cannot be answered: in words, with what to do."""

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


def in_words(get_response):
    """A middleware: a request that is too long is refused unread; a method that is not taken gets a page, and
    so does who acts in an event that was deleted in the meantime."""

    def answer(request):
        if length_of(request) > settings.LONGEST_REQUEST:
            return too_long(request)
        response = get_response(request)
        if response.status_code == 405 and not response.content:
            page = wrong_method(request)
            page["Allow"] = response["Allow"]
            return page
        return response

    answer.process_exception = deleted
    return answer


def deleted(request, exception):
    """404 where the event, or the player, was deleted while their page was made, whatever broke by that."""
    event_pk = getattr(request, "event_pk", None)
    is_deleted = isinstance(exception, (Event.DoesNotExist, Player.DoesNotExist))
    if is_deleted or (event_pk and not Event.objects.filter(pk=event_pk).exists()):
        return page_not_found(request, exception)
    return None


def broken(request):
    """500, and 503 where it was the database that did not answer."""
    error = sys.exc_info()[1]
    if database_errors.is_outage(error):
        return database_errors.noticed(request, error)
    number = current_request_id()
    if request.headers.get("HX-Request"):
        words = _("Something broke on our side. If it stays, tell whoever runs the site the number {number}.")
        return sentence(words.format(number=number), 500)
    return render(None, "500.html", {"number": number}, status=500)


def length_of(request) -> int:
    said = request.META.get("CONTENT_LENGTH") or "0"
    return int(said) if said.isdecimal() else 0


def bad_request(request, exception):
    """400, and 413 where a form is longer than may be."""
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
    """A form whose token is missing or not the browser's own."""
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
    """429: asked more often than any person does. `seconds` until it is taken again."""
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
    """The page that says so, to a script the sentence. Neither asks anything of the database: what is refused
    shall cost little."""
    if request.headers.get("HX-Request"):
        return sentence(words, status)
    return render(None, "refused.html", {"title": title, "words": words}, status=status)


def sentence(words, status):
    return HttpResponse(words, content_type="text/plain; charset=utf-8", status=status)
