"""Restore points and published standings."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .event import Event
from .log import MAX_TEXT_LENGTH


class RestorePoint(models.Model):
    """An event file to restore, stored before each round and on request."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="restore_points", verbose_name=_("event"))
    version = models.PositiveBigIntegerField(_("version"))
    at = models.DateTimeField(_("at"))
    # Empty for automatic ones.
    who = models.CharField(_("who"), max_length=MAX_TEXT_LENGTH, blank=True)
    reason = models.CharField(_("reason"), max_length=MAX_TEXT_LENGTH)
    file = models.TextField(_("event file"))

    class Meta:
        verbose_name = _("restore point")
        verbose_name_plural = _("restore points")
        ordering = ["event_id", "id"]

    def __str__(self):
        return f"{self.event}, {self.reason}"


class PublishedStandings(models.Model):
    """The standings after a round as published when it was finished."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="published", verbose_name=_("event"))
    phase = models.PositiveSmallIntegerField(_("phase"))
    round = models.PositiveSmallIntegerField(_("round"))
    version = models.PositiveBigIntegerField(_("version"))
    at = models.DateTimeField(_("at"))
    # Keys of the columns; rows of [rank, player's id, record, a value for each column].
    columns = models.JSONField(_("columns"))
    rows = models.JSONField(_("rows"))

    class Meta:
        verbose_name = _("published standings")
        verbose_name_plural = _("published standings")
        ordering = ["event_id", "id"]

    def __str__(self):
        return f"{self.event}, {self.phase}, {self.round}"
