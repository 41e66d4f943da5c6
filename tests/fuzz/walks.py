"""Walks: random steps in a row, each walk from the same state."""

from contextlib import contextmanager

from django.core.cache import caches
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings

from tests.support import chance


def walks(times: int):
    """Return Hypothesis settings for this many walks; failing ones are not shrunk, which takes long."""
    phases = [Phase.explicit, Phase.reuse, Phase.generate]
    health = list(HealthCheck)
    return settings(max_examples=max(1, times), deadline=None, suppress_health_check=health, phases=phases)


@contextmanager
def rolled_back():
    """Start a walk with empty caches and the same secrets, and roll it back at the end."""
    with transaction.atomic(), chance.seeded("walk"):
        for cache in caches.all():
            cache.clear()
        yield
        transaction.set_rollback(True)
