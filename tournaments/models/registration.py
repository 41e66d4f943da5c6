"""Entries of players who register themselves, and the mails to them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .event import Event
from .player import Player, new_token

MAX_ANSWER_LENGTH = 200


class Registration(models.Model):
    """The entry of a player who registered, or was entered with contact data.

    An accepted entry has a `player`, who may be removed again; while the player is in the event, name, club
    and division are the player's, and `state` does not count: see registration.pages.offer. Contact data
    is `email`, `answers` and `language`.
    """

    UNCONFIRMED, PENDING, WAITING = "unconfirmed", "pending", "waiting"
    REGISTERED, WITHDRAWN, DECLINED = "registered", "withdrawn", "declined"
    STATES = [
        (UNCONFIRMED, _("email address not confirmed")),
        (PENDING, _("waiting for approval")),
        (WAITING, _("on the waitlist")),
        (REGISTERED, _("registered")),
        (WITHDRAWN, _("withdrawn")),
        (DECLINED, _("declined")),
    ]

    event = models.ForeignKey(Event, models.CASCADE, related_name="registrations", verbose_name=_("event"))
    token = models.CharField(
        _("secret of the player’s page"), max_length=16, unique=True, default=new_token, editable=False
    )
    player = models.OneToOneField(
        Player,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="registration",
        verbose_name=_("player"),
    )
    state = models.CharField(_("state"), max_length=12, choices=STATES)
    # Order of arrival; the organiser can move entries of the waitlist.
    order = models.PositiveIntegerField(_("order"))
    at = models.DateTimeField(_("registered at"))
    name = models.CharField(_("name"), max_length=200)
    club = models.CharField(_("club"), max_length=200, blank=True)
    division = models.CharField(_("division"), max_length=200, blank=True)
    email = models.EmailField(_("email address"), blank=True)
    email_confirmed_at = models.DateTimeField(_("email address confirmed at"), null=True, blank=True)
    # What the player has changed the address to; it becomes `email` once it is confirmed.
    new_email = models.EmailField(_("new email address"), blank=True)
    # The last mail that should have told the player something could not be queued.
    is_unmailed = models.BooleanField(_("a mail could not be sent"), default=False)
    # The place is held until then, and free afterwards.
    held_until = models.DateTimeField(_("place held until"), null=True, blank=True)
    # Key of the field → answer; `player_id` is the player's id with the publisher.
    answers = models.JSONField(_("answers"), default=dict, blank=True)
    language = models.CharField(_("language of mails"), max_length=10, blank=True)
    # Idempotency key of the form that the player sent.
    request_key = models.CharField(max_length=64, blank=True, editable=False)
    # Scheme and host that the player registered at, for the links in mails.
    site_url = models.CharField(_("address of the site"), max_length=300, blank=True, editable=False)

    class Meta:
        verbose_name = _("registration")
        verbose_name_plural = _("registrations")
        ordering = ["event_id", "order", "id"]
        indexes = [models.Index(fields=["event", "state"], name="registration_by_state")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    state__in=["unconfirmed", "pending", "waiting", "registered", "withdrawn", "declined"]
                ),
                name="registration_state_is_known",
            ),
        ]

    def __str__(self):
        return f"{self.event}: {self.name}"

    @property
    def present_player(self) -> Player | None:
        """The player of the entry, unless removed."""
        return self.player if self.player and self.player.removed_at is None else None

    @property
    def address_to_confirm(self) -> str:
        return self.new_email or self.email


class QueuedMail(models.Model):
    """A mail that waits or was sent. Its text is written when it is sent."""

    at = models.DateTimeField(_("queued at"))
    sent_at = models.DateTimeField(_("sent at"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    # Of the last attempt that failed.
    error = models.CharField(_("error"), max_length=200, blank=True)
    # The mail server does not accept the address, or the mail is for another one: it is not tried again.
    refused = models.BooleanField(_("address refused"), default=False)

    class Meta:
        abstract = True


class Mail(QueuedMail):
    """A mail to a registered player."""

    CONFIRM, REGISTERED, PENDING, WAITING = "confirm", "registered", "pending", "waiting"
    MOVED_UP, DECLINED, WITHDRAWN, LINK = "moved_up", "declined", "withdrawn", "link"
    KINDS = [
        (CONFIRM, _("confirm the email address")),
        (REGISTERED, _("registered")),
        (PENDING, _("waiting for approval")),
        (WAITING, _("on the waitlist")),
        (MOVED_UP, _("moved up from the waitlist")),
        (DECLINED, _("declined")),
        (WITHDRAWN, _("withdrawn")),
        (LINK, _("personal link")),
    ]

    event = models.ForeignKey(Event, models.CASCADE, related_name="mails", verbose_name=_("event"))
    registration = models.ForeignKey(
        Registration, models.CASCADE, related_name="mails", verbose_name=_("registration")
    )
    kind = models.CharField(_("kind"), max_length=12, choices=KINDS)
    # Of the address that the mail is for: it is sent to no other.
    address_hash = models.CharField(max_length=64, blank=True, editable=False)
    # The event, its account or the address has had as many mails as it may: this one waits until then.
    waits_until = models.DateTimeField(_("waits until"), null=True, blank=True)

    class Meta:
        verbose_name = _("mail")
        verbose_name_plural = _("mails")
        ordering = ["event_id", "id"]
        indexes = [
            models.Index(fields=["event", "sent_at"], name="mails_waiting"),
            models.Index(fields=["waits_until"], name="mails_by_wait"),
            # Those that wait count against the limits of an address, too.
            models.Index(fields=["address_hash"], name="mails_by_address"),
        ]

    def __str__(self):
        return f"{self.event}: {self.get_kind_display()}"


class SentMail(models.Model):
    """A mail to a player that was sent, or is being sent, in the last day. The limits count these rows.

    The row is stored before the mail server gets the mail, and deleted if that fails. It outlives its mail,
    entry, event and account, so that deleting them makes no room for more mails.
    """

    mail_pk = models.BigIntegerField(unique=True)
    at = models.DateTimeField()
    kind = models.CharField(max_length=12)
    address_hash = models.CharField(max_length=64)
    event_pk = models.BigIntegerField()
    account_pk = models.BigIntegerField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["at"], name="sent_mails_by_time"),
            models.Index(fields=["address_hash", "at"], name="sent_mails_by_address"),
            models.Index(fields=["event_pk", "at"], name="sent_mails_by_event"),
            models.Index(fields=["account_pk", "at"], name="sent_mails_by_account"),
        ]

    def __str__(self):
        return f"{self.kind} {self.at}"


# States of entries that are still open.
OPEN_STATES = (Registration.UNCONFIRMED, Registration.PENDING, Registration.WAITING, Registration.REGISTERED)


# Of these, the states of entries without a player.
WAITING_STATES = (Registration.UNCONFIRMED, Registration.PENDING, Registration.WAITING)


# States of entries that have ended.
CLOSED_STATES = (Registration.WITHDRAWN, Registration.DECLINED)
