"""Clubs: shops, chess clubs and leagues that run events."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

MAX_ABOUT_LENGTH = 1000
# Months without an event after which a club deletes what it remembers of a person.
KEEP_MONTHS, MIN_KEEP_MONTHS, MAX_KEEP_MONTHS = 24, 6, 60


class ClubManager(models.Manager):
    """Reads the picture of the logo only for the logo's own address."""

    def get_queryset(self):
        return super().get_queryset().defer("logo")


class Club(models.Model):
    """A club. The account that creates its first event has one without a name, and without a page."""

    slug = models.SlugField(_("address"), max_length=80, unique=True)
    # Empty until the club's page is published.
    name = models.CharField(_("name"), max_length=200, blank=True)
    is_published = models.BooleanField(_("page published"), default=False)
    place = models.CharField(_("venue"), max_length=200, blank=True)
    # Empty: new events get the time zone of the browser.
    timezone = models.CharField(_("time zone"), max_length=60, blank=True)
    about = models.CharField(_("about"), max_length=MAX_ABOUT_LENGTH, blank=True)
    contact = models.CharField(_("contact"), max_length=200, blank=True)
    # PNG, drawn again by the program; null without one. Its hash is part of its address.
    logo = models.BinaryField(_("logo"), null=True, editable=False)
    logo_hash = models.CharField(max_length=16, blank=True, editable=False)
    # First values of the form of a new event: name of the field → value.
    defaults = models.JSONField(_("settings of new events"), default=dict, blank=True)
    keep_months = models.PositiveSmallIntegerField(
        _("months to remember people"),
        default=KEEP_MONTHS,
        validators=[MinValueValidator(MIN_KEEP_MONTHS), MaxValueValidator(MAX_KEEP_MONTHS)],
    )
    version = models.PositiveBigIntegerField(_("version"), default=1, editable=False)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    objects = ClubManager()

    class Meta:
        base_manager_name = "objects"
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name", "id"]
        # Most clubs have no page.
        indexes = [models.Index(fields=["id"], condition=Q(is_published=True), name="published_clubs")]
        constraints = [
            models.CheckConstraint(
                condition=Q(is_published=False) | ~Q(name=""), name="published_club_has_name"
            ),
            models.CheckConstraint(
                condition=Q(keep_months__range=(MIN_KEEP_MONTHS, MAX_KEEP_MONTHS)),
                name="keep_months_in_bounds",
            ),
        ]

    def __str__(self):
        return self.name or str(_("Your club"))

    def get_absolute_url(self):
        return reverse("club", args=[self.slug])

    def needs_owner_besides(self, user) -> bool:
        """Return whether this account, an owner, must not leave: others are on the staff, or it has events.

        A club without a name, which one account has for itself, ends with the account.
        """
        others = self.staff.exclude(user=user)
        if others.filter(role="owner").exists():
            return False
        return others.exists() or bool(self.name and self.events.exists())
