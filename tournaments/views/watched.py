"""Each request gets an id, is counted and timed, and leaves one line in the log that tells of no visitor."""

import functools
import logging
import re
import secrets
import time
from contextvars import ContextVar

from django.conf import settings
from django.urls import Resolver404, resolve

from . import metrics, probes
from .methods import KNOWN

log = logging.getLogger("topcut.requests")
# Of the request that is being answered; empty outside of one.
REQUEST_ID = ContextVar("request_id", default="")
# Of a proxy of our own, as nginx makes them; anything else could be anybody's words in the log.
GOOD = re.compile(r"[A-Za-z0-9_-]{8,64}")
PAGE, POLL, FORM = "page", "poll", "form"


def watched(get_response):
    """A middleware, the outermost of all."""

    def answer(request):
        begun = time.perf_counter()
        name = request.request_id = id_of(request)
        token = REQUEST_ID.set(name)
        try:
            response = get_response(request)
            response.headers["X-Request-ID"] = name
            if request.method == "HEAD" and not response.streaming:
                # Its length stands in its headers; gunicorn would drop it, and say so each time.
                response.content = b""
            told(request, response, time.perf_counter() - begun)
        finally:
            REQUEST_ID.reset(token)
        return response

    return answer


class Named(logging.Filter):
    """Lets every record through, with the id of the request during which it was written."""

    def filter(self, record):
        # Django says of an answer below 500 what it was once the request is over.
        record.request_id = REQUEST_ID.get() or getattr(getattr(record, "request", None), "request_id", "")
        return True


def id_of(request) -> str:
    """The id that our own proxy has given the request, or a new one."""
    given = request.META.get("HTTP_X_REQUEST_ID", "") if settings.PROXIES else ""
    return given if GOOD.fullmatch(given) else secrets.token_hex(6)


def told(request, response, seconds: float):
    view, route = place_of(request, response)
    method = request.method if request.method in KNOWN else "other"
    requests, took = counters(view, kind_of(request), method, response.status_code)
    requests.inc()
    took.observe(seconds)
    if log.isEnabledFor(logging.INFO):
        line = {
            "method": method,
            "route": route,
            "view": view,
            "status": response.status_code,
            "ms": round(1000 * seconds, 2),
            "bytes": length_of(response),
        }
        log.info("%s %s %s", method, route, response.status_code, extra={"told": line})


@functools.cache
def counters(view, kind, method, status):
    """Where such requests are counted and timed; to look that up takes longer than to count."""
    return (
        metrics.REQUESTS.labels(view, kind, method, status),
        metrics.TOOK.labels(view, kind),
    )


def kind_of(request) -> str:
    if request.method not in ("GET", "HEAD"):
        return FORM
    return POLL if "part=" in request.META.get("QUERY_STRING", "") else PAGE


def place_of(request, response) -> tuple[str, str]:
    """(name of the view, its route with names for what stands in it); both "none" where there is no view."""
    found = request.resolver_match
    if found:
        return found.view_name, f"/{found.route}"
    # Before its view is looked for are answered static files, probes, and what a poll has been told before.
    return place_at(request.path_info) if response.status_code in (200, 304) else NOWHERE


NOWHERE = ("none", "none")


@functools.lru_cache(maxsize=4096)
def place_at(path: str) -> tuple[str, str]:
    if path in probes.PROBES:
        return path[1:], path
    if path.startswith(settings.STATIC_URL):
        return "static", settings.STATIC_URL
    try:
        found = resolve(path)
    except Resolver404:
        return NOWHERE
    return found.view_name, f"/{found.route}"


def length_of(response) -> int | None:
    """The bytes that are sent; None where that is not known before."""
    if not response.streaming:
        return len(response.content)
    said = response.headers.get("Content-Length")
    return int(said) if said else None
