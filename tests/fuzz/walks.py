"""Walks: things done one after the other, each walk from the same beginning."""

from contextlib import contextmanager

from django.core.cache import caches
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings


def walks(times: int):
    """So many of them; what has failed before comes first, and is not made smaller: a walk takes long."""
    phases = [Phase.explicit, Phase.reuse, Phase.generate]
    health = list(HealthCheck)
    return settings(max_examples=max(1, times), deadline=None, suppress_health_check=health, phases=phases)


@contextmanager
def from_the_beginning():
    """Nothing is known of the walk before, and what this one does is gone after it."""
    with transaction.atomic():
        for one in caches.all():
            one.clear()
        yield
        transaction.set_rollback(True)
