"""Slow work: simulations, chances to make the cut, and the processes that run tasks."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .event import Event


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


class SimulationRun(models.Model):
    """The simulation of a plan with a number of events and a seed; the same three are stored once.

    `plan` is a value that `parse_plan` accepts, `result` what summarise_plan returns. While a
    run is open, its SimulationBatch rows hold the events that have been played.
    """

    QUEUED, RUNNING, DONE, FAILED, CANCELLED = "queued", "running", "done", "failed", "cancelled"
    TOO_LONG, NO_MEMORY = "too_long", "no_memory"
    STATES = {
        QUEUED: _("queued"),
        RUNNING: _("running"),
        DONE: _("done"),
        FAILED: _("failed"),
        CANCELLED: _("cancelled"),
        TOO_LONG: _("too long"),
        NO_MEMORY: _("out of memory"),
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
    # Of the processor, for the events played.
    seconds_played = models.FloatField(_("processor seconds"), default=0)
    # How many workers were killed while they played it.
    kills = models.PositiveSmallIntegerField(_("workers killed"), default=0)
    # Of a run that is too long: how many events would be short enough, if any are.
    most_events = models.PositiveIntegerField(_("most events"), null=True)
    # To the day: when somebody last looked at it.
    opened_at = models.DateTimeField(_("last opened at"), default=timezone.now)
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

    @property
    def expected_seconds(self) -> float:
        """Return the processor time of all events, by that of those played; 0 if none is."""
        return self.seconds_played * self.events / self.events_played if self.events_played else 0


class SimulationBatch(models.Model):
    """The played events `first` to `last` of an open run, as rules.simulation.run.pack_batch stores them."""

    run = models.ForeignKey(
        SimulationRun, models.CASCADE, verbose_name=_("simulation"), related_name="batches"
    )
    first = models.PositiveIntegerField(_("first event"))
    last = models.PositiveIntegerField(_("last event"))
    packed = models.BinaryField(_("numbers"))

    class Meta:
        verbose_name = _("batch of a simulation")
        verbose_name_plural = _("batches of simulations")
        constraints = [
            models.UniqueConstraint(fields=["run", "first"], name="one_batch_of_a_run_for_each_first_event")
        ]

    def __str__(self):
        return f"{self.run_id}: {self.first}"


class CutChances(models.Model):
    """The last calculated chances of an event, and when they may be calculated again.

    They follow from the event and are in no event file. `Event.chances_at` changes with `values`.
    """

    event = models.OneToOneField(Event, models.CASCADE, related_name="cut_chances", verbose_name=_("event"))
    # The event's version that they were calculated from.
    version = models.PositiveBigIntegerField(_("version"), default=0)
    # In the format of rules.forecast.chances: Chances as JSON; empty if the event has none.
    values = models.JSONField(_("values"), default=dict)
    next_at = models.DateTimeField(_("not calculated again before"))
    is_queued = models.BooleanField(_("queued"), default=False)

    class Meta:
        verbose_name = _("chances")
        verbose_name_plural = _("chances")

    def __str__(self):
        return f"{self.event}"
