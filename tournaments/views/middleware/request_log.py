"""Request ids and the request log."""

import re
import sys
import time
from uuid import uuid4

import structlog
from django.conf import settings
from django.core.signals import got_request_exception
from django.dispatch import receiver
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

log = structlog.get_logger("tournaments.requests")
# The form of nginx's ids. Other text could come from a visitor.
REQUEST_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")


class RequestLogMiddleware:
    """Gives each request an id and logs it as one line, with its route in place of its address.

    Addresses contain secrets.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        started, request_id = time.perf_counter(), request.META.get("HTTP_X_REQUEST_ID", "")
        if not settings.PROXIES or not REQUEST_ID.fullmatch(request_id):
            request_id = str(uuid4())
        bind_contextvars(request_id=request_id)
        response = self.get_response(request)
        response["X-Request-ID"] = request_id
        match = request.resolver_match
        (log.error if response.status_code >= 500 else log.info)(
            "request_finished",
            code=response.status_code,
            request=f"{request.method} /{match.route}" if match else request.method,
            view=match.view_name if match else None,
            ms=round(1000 * (time.perf_counter() - started), 2),
            bytes=None if response.streaming else len(response.content),
            **({"exc_info": getattr(request, "exception", None)} if response.status_code == 500 else {}),
        )
        clear_contextvars()
        return response


@receiver(got_request_exception)
def note_exception(sender, request, **kwargs):
    request.exception = sys.exc_info()[1]


def current_request_id() -> str:
    """Return the id of the current request."""
    return get_contextvars()["request_id"]
