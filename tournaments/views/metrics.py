"""What is counted for Prometheus: by names of views and parts, never by an address."""

import logging
import os

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

# A poll takes half a millisecond, a page some tens, a draw of 10,000 players a second or two.
SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
disable_created_metrics()

REQUESTS = Counter("topcut_requests", "Requests answered", ["view", "kind", "method", "status"])
TOOK = Histogram(
    "topcut_request_seconds", "Seconds from a request to its answer", ["view", "kind"], buckets=SECONDS
)
RENDERINGS = Counter("topcut_renderings", "Live parts rendered, by template and part", ["part"])
DATABASE_ERRORS = Counter("topcut_database_errors", "Requests that waited for the database in vain")
CACHE_ERRORS = Counter("topcut_cache_errors", "What was asked of the shared cache in vain")


class CacheErrors(logging.Handler):
    """Counts what the cache's client says of itself, which passes its errors over."""

    def emit(self, record):
        CACHE_ERRORS.inc()


def text() -> bytes:
    """All that is counted; behind gunicorn that of all its workers together."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    together = CollectorRegistry()
    MultiProcessCollector(together)
    return generate_latest(together)
