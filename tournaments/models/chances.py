"""The players' chances to make the cut, calculated while the last rounds run."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .event import Event


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
