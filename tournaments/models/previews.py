"""Pictures of link previews."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .club import Club
from .event import Event


class PreviewManager(models.Manager):
    """Reads the picture only for its own address."""

    def get_queryset(self):
        return super().get_queryset().defer("picture")

    def waiting(self, now):
        """Return the rows to draw now, those that wait longest first."""
        return self.filter(waits_since__lte=now).order_by("waits_since", "id")


class Preview(models.Model):
    """The picture that chats and social networks show beside the link of an event or a published club.

    A private event has no row. See previews/actions.py.
    """

    event = models.OneToOneField(
        Event, models.CASCADE, null=True, related_name="preview", verbose_name=_("event")
    )
    club = models.OneToOneField(
        Club, models.CASCADE, null=True, related_name="preview", verbose_name=_("club")
    )
    # PNG; null until it is drawn, and while it must not be seen. The hash is that of what it shows.
    picture = models.BinaryField(_("picture"), null=True, editable=False)
    hash = models.CharField(max_length=16, blank=True)
    # The event's layout version, or the club's version, when it was compared with what it shows.
    version = models.PositiveBigIntegerField(_("version"), default=0)
    # It names the champion: it is shown for this layout version alone.
    has_people = models.BooleanField(_("names people"), default=False)
    # Null if nothing has changed since; in the future until a task may draw it.
    waits_since = models.DateTimeField(_("waits since"), null=True)

    objects = PreviewManager()

    class Meta:
        base_manager_name = "objects"
        verbose_name = _("link preview")
        verbose_name_plural = _("link previews")
        indexes = [
            models.Index(
                fields=["waits_since"], condition=Q(waits_since__isnull=False), name="previews_that_wait"
            )
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(event__isnull=False) ^ Q(club__isnull=False), name="preview_of_event_or_club"
            )
        ]

    def __str__(self):
        return f"{self.event or self.club}"
