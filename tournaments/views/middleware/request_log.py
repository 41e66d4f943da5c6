"""Request ids and the request log."""

import re
import sys
import time

from django.conf import settings
from django.dispatch import receiver
from django_structlog.middlewares import RequestMiddleware
from django_structlog.signals import bind_extra_request_finished_metadata
from structlog.contextvars import get_contextvars

# The form of nginx's ids. Other text could come from a visitor.
REQUEST_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")


class RequestLogMiddleware(RequestMiddleware):
    """Gives each request an id and logs it as one line, with its route in place of its address.

    django-structlog logs addresses, which contain secrets, and exceptions before their status is known.
    """

    def prepare(self, request):
        request.started = time.perf_counter()
        if not settings.PROXIES or not REQUEST_ID.fullmatch(request.META.get("HTTP_X_REQUEST_ID", "")):
            request.META.pop("HTTP_X_REQUEST_ID", None)
        super().prepare(request)

    def handle_response(self, request, response):
        response["X-Request-ID"] = current_request_id()
        super().handle_response(request, response)

    def process_got_request_exception(self, sender, request, **kwargs):
        request.exception = sys.exc_info()[1]

    @staticmethod
    def format_request(request):
        match = request.resolver_match
        return f"{request.method} /{match.route}" if match else request.method


@receiver(bind_extra_request_finished_metadata)
def add_details(request, response, log_kwargs, **kwargs):
    match = request.resolver_match
    log_kwargs["view"] = match.view_name if match else None
    log_kwargs["ms"] = round(1000 * (time.perf_counter() - request.started), 2)
    log_kwargs["bytes"] = None if response.streaming else len(response.content)
    if response.status_code == 500:
        log_kwargs["exc_info"] = getattr(request, "exception", None)


def current_request_id() -> str:
    """Return the id of the current request."""
    return get_contextvars()["request_id"]
