"""Health check, metrics and the log of requests."""

import ipaddress
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from datetime import timedelta
from pathlib import Path
from secrets import compare_digest
from uuid import uuid4

import structlog
from asgiref.sync import async_to_sync
from django.conf import settings
from django.core.signals import got_request_exception
from django.db import connection
from django.dispatch import receiver
from django.http import JsonResponse
from django_prometheus.exports import ExportToDjangoView
from django_prometheus.middleware import PrometheusAfterMiddleware
from django_prometheus.utils import Time
from health_check import HealthCheck, checks
from health_check.exceptions import ServiceUnavailable
from health_check.views import HealthCheckView
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

from ..durability import is_migrated, probe_disk

# Headers of requests that came through a proxy, whose REMOTE_ADDR is the proxy's.
PROXY_HEADERS = (
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_FORWARDED",
    "HTTP_X_REAL_IP",
    "HTTP_VIA",
)
# django-health-check waits one second longer than a check's timeout.
TIMEOUT = timedelta(seconds=1)
# The event loop's own threads must end before the answer, even those that wait for the database.
THREADS = ThreadPoolExecutor(2, "health")


class HealthCheckMiddleware:
    """Answers /healthz and /metrics under any host name and without https, for monitoring systems."""

    def __init__(self, get_response):
        self.get_response = get_response
        self.check_health = async_to_sync(HealthView.as_view())

    def __call__(self, request):
        if request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        if request.path_info == "/healthz":
            return self.check_health(request)
        if request.path_info == "/metrics" and may_read_metrics(request):
            response = ExportToDjangoView(request)
            response["Cache-Control"] = "no-store"
            return response
        return self.get_response(request)


class Database(checks.Database):
    """Fails if the database does not answer, or if SQLite cannot write its file, as on a full disk."""

    timeout = TIMEOUT

    def run(self):
        super().run()
        if connection.vendor != "sqlite":
            return
        try:
            probe_disk(Path(connection.settings_dict["NAME"]))
        except OSError as error:
            raise ServiceUnavailable("The disk can’t be written") from error


class Migrations(HealthCheck):
    """Fails while a migration of this release is not applied."""

    timeout = TIMEOUT
    are_applied = False

    def run(self):
        if Migrations.are_applied:
            return
        with connection.temporary_connection():
            Migrations.are_applied = is_migrated(connection)
        if not Migrations.are_applied:
            raise ServiceUnavailable("A migration is missing")


class Cache(checks.Cache):
    """Reported, but not fatal: without the cache pages are slower."""


class HealthView(HealthCheckView):
    """Reports each check as "ok" or "fails".

    django-health-check answers 500 whichever check fails, and shows the database's error messages.
    """

    checks = (Database, Migrations, Cache)

    def get_executor(self):
        return nullcontext(THREADS)

    def render_to_response(self, context, status):
        failed = {type(result.check) for result in self.results if result.error}
        states = {check.__name__.lower(): "fails" if check in failed else "ok" for check in self.checks}
        return JsonResponse(states, status=503 if failed - {Cache} else 200)


def may_read_metrics(request) -> bool:
    """Return whether the client has the token, or is this machine and not a proxy on it."""
    authorization = request.headers.get("Authorization", "")
    expected = f"Bearer {settings.METRICS_TOKEN}"
    if settings.METRICS_TOKEN and compare_digest(authorization.encode(), expected.encode()):
        return True
    return is_loopback(request.META.get("REMOTE_ADDR", "")) and not any(map(request.META.get, PROXY_HEADERS))


def is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


class RequestMetricsMiddleware(PrometheusAfterMiddleware):
    """Counts and times requests by view, method and status, from outside all other middleware.

    django-prometheus fails on a Content-Length that is no number, and labels latencies with whatever method a
    client sends.
    """

    def process_request(self, request):
        request.prometheus_after_middleware_event = Time()

    def label_metric(self, metric, request, response=None, **labels):
        if "method" in labels:
            labels["method"] = self._method(request)
        return super().label_metric(metric, request, response, **labels)


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
