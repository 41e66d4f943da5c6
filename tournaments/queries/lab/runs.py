"""Simulations on the site: one by its address, those of a user, and how many wait before one."""

from django.db.models import Q

from ...models import SimulationRun


def find_run(address: str) -> SimulationRun | None:
    """Return the run at this address."""
    return SimulationRun.objects.select_related("by").filter(address=address).first()


def list_runs(user, most: int) -> list[SimulationRun]:
    """Return the newest runs of a user, without their results."""
    return list(SimulationRun.objects.filter(by=user).defer("result")[:most])


def count_runs_before(run: SimulationRun) -> int:
    """Return how many runs are played before a queued one starts."""
    earlier = Q(state=SimulationRun.QUEUED, queued_at__lt=run.queued_at)
    return SimulationRun.objects.filter(earlier | Q(state=SimulationRun.RUNNING)).count()
