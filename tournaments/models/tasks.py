"""The processes that run tasks."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class WorkerHeartbeat(models.Model):
    """When a worker process last reported that it is running.

    Tasks of a worker without a recent heartbeat run again (management/commands/worker.py).
    """

    worker = models.CharField(_("worker"), max_length=64, unique=True)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("worker heartbeat")
        verbose_name_plural = _("worker heartbeats")

    def __str__(self):
        return self.worker
