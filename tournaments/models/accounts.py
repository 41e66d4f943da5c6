"""Columns of accounts beside those of Django."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class AccountTrust(models.Model):
    """The trust of the site in an account, and the number of mails that its events may send.

    Without a row, or where a limit is empty, the settings of the site count.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="trust", verbose_name=_("account")
    )
    is_trusted = models.BooleanField(
        _("trusted"), default=True, help_text=_("The name of an event may stand in the subject of its mails.")
    )
    mails_per_hour = models.PositiveIntegerField(_("mails an hour"), null=True, blank=True)
    mails_per_day = models.PositiveIntegerField(_("mails a day"), null=True, blank=True)

    class Meta:
        verbose_name = _("trust and mail limits")
        verbose_name_plural = _("trust and mail limits")

    def __str__(self):
        return str(self.user)
