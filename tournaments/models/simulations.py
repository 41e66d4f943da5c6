"""Simulations that people run on the site."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class SimulationRun(models.Model):
    """The simulation of a plan with a number of events and a seed; the same three are stored once.

    `plan` is a value that rules.simulation.parse_plan accepts, `result` what summarise_plan returns.
    """

    QUEUED, RUNNING, DONE, FAILED, CANCELLED = "queued", "running", "done", "failed", "cancelled"
    STATES = {
        QUEUED: _("queued"),
        RUNNING: _("running"),
        DONE: _("done"),
        FAILED: _("failed"),
        CANCELLED: _("cancelled"),
    }

    OPEN_STATES = (QUEUED, RUNNING)

    address = models.CharField(_("address"), max_length=16, unique=True)
    plan = models.JSONField(_("plan"))
    events = models.PositiveIntegerField(_("events"))
    seed = models.PositiveBigIntegerField(_("seed"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, verbose_name=_("by"), related_name="simulations"
    )
    state = models.CharField(_("state"), max_length=9, choices=STATES, default=QUEUED)
    queued_at = models.DateTimeField(_("queued at"))
    finished_at = models.DateTimeField(_("finished at"), null=True)
    heartbeat_at = models.DateTimeField(_("last progress at"), null=True)
    events_played = models.PositiveIntegerField(_("events played"), default=0)
    result = models.JSONField(_("result"), null=True)

    class Meta:
        verbose_name = _("simulation")
        verbose_name_plural = _("simulations")
        ordering = ["-queued_at", "-id"]
        indexes = [models.Index(fields=["state", "queued_at"], name="simulations_by_state")]

    def __str__(self):
        return self.address

    @property
    def is_open(self) -> bool:
        """Return whether it waits or is played."""
        return self.state in self.OPEN_STATES
