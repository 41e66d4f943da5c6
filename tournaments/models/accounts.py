"""Columns of accounts beside those of Django, and the mails to their owners."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .registration import QueuedMail


class AccountTrust(models.Model):
    """The trust of the site in an account, and the number of mails that its events may send.

    Without a row, or where a field of it is empty, the settings of the site count.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="trust", verbose_name=_("account")
    )
    is_trusted = models.BooleanField(
        _("trusted"),
        null=True,
        blank=True,
        choices=[(None, _("as the site’s settings say")), (True, _("yes")), (False, _("no"))],
        help_text=_(
            "The name of an event may stand in the subject of its mails. The site’s settings trust accounts "
            "unless everybody can sign up."
        ),
    )
    mails_per_hour = models.PositiveIntegerField(_("mails an hour"), null=True, blank=True)
    mails_per_day = models.PositiveIntegerField(_("mails a day"), null=True, blank=True)

    class Meta:
        verbose_name = _("trust and mail limits")
        verbose_name_plural = _("trust and mail limits")

    def __str__(self):
        return str(self.user)


class AccountMail(QueuedMail):
    """A mail to the owner of an account. The secret of a reset link is made when it is sent."""

    RESET, FORMER_ADDRESS = "reset", "former_address"
    KINDS = [(RESET, _("reset the password")), (FORMER_ADDRESS, _("the email address was changed"))]

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="mails", verbose_name=_("account")
    )
    kind = models.CharField(_("kind"), max_length=16, choices=KINDS)
    # The former address, until the mail is sent; other mails go to the address that the account has then.
    address = models.EmailField(blank=True, editable=False)
    # Scheme and host of the links, and the language.
    site_url = models.CharField(max_length=300, blank=True, editable=False)
    language = models.CharField(max_length=10, blank=True, editable=False)

    class Meta:
        verbose_name = _("mail to an account")
        verbose_name_plural = _("mails to accounts")
        ordering = ["id"]

    def __str__(self):
        return f"{self.user}: {self.get_kind_display()}"
