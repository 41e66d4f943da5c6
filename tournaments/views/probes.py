"""What those ask who watch over the site: whether it is well, and what it has counted."""

import ipaddress
from secrets import compare_digest
from threading import Lock

from django.conf import settings
from django.core.cache import cache
from django.db import Error, connection
from django.http import HttpResponse, JsonResponse
from prometheus_client import CONTENT_TYPE_LATEST

from ..actions.databases import is_migrated
from . import metrics, outages

# Who has come through a proxy does not come from this machine, whatever its address says.
BY_PROXY = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")
OK, FAILS, MISSING, UNKNOWN = "ok", "fails", "missing", "unknown"
# The databases of which this process knows that every migration is applied.
MIGRATED, READING = set(), Lock()


def answered(get_response):
    """A middleware before those that look at the host's name, https, sessions and limits: who watches over a
    host asks it by its address."""

    def answer(request):
        probe = PROBES.get(request.path_info)
        if probe is None or request.method not in ("GET", "HEAD"):
            return get_response(request)
        response = probe(request)
        if response is None:
            return get_response(request)
        response["Cache-Control"] = "no-store"
        return response

    return answer


def healthz(request):
    """200 where pages can be answered, else 503. Without the cache they can, slower."""
    told = rows() | {"cache": shared_cache()}
    is_well = told["database"] == told["migrations"] == OK
    return JsonResponse(told, status=200 if is_well else 503)


def rows() -> dict[str, str]:
    """How the database is, and whether all migrations are applied."""
    if not outages.is_out():
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            return {"database": OK, "migrations": migrations()}
        except Error:
            pass
    return {"database": FAILS, "migrations": UNKNOWN}


def shared_cache() -> str:
    cache.set("healthz", OK, 60)
    return cache.get("healthz", FAILS)


def migrations() -> str:
    """Whether all are applied; once they are, this process asks no more. One thread at a time reads them."""
    with READING:
        if connection.alias not in MIGRATED:
            if not is_migrated(connection):
                return MISSING
            MIGRATED.add(connection.alias)
    return OK


def counted(request):
    """What Prometheus reads; to whom it is none of their business, None: there is no such page."""
    return HttpResponse(metrics.text(), content_type=CONTENT_TYPE_LATEST) if may_read(request) else None


def may_read(request) -> bool:
    """Who has the token, and the machine itself."""
    given = request.headers.get("Authorization", "")
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    if settings.METRICS_TOKEN and compare_digest(given.encode(), wanted.encode()):
        return True
    return is_loopback(request.META.get("REMOTE_ADDR", "")) and not any(map(request.META.get, BY_PROXY))


def is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


PROBES = {"/healthz": healthz, "/metrics": counted}
