"""Entries of players who register themselves, and the mails to them."""

from datetime import datetime, timedelta

from django.core.signing import Signer
from django.db import models
from django.db.models import Q
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from ..rules.history import EventHistory, PlayerRecord
from ..rules.registration import places_left
from .event import Event
from .player import Player, new_token

MAX_ANSWER_LENGTH = 200
# Of one entry; mails that anybody can ask for do not count.
MAX_MAILS_PER_ENTRY = 10


class RegistrationManager(models.Manager):
    """Finds the entries of an event by what they mean for its places and names."""

    def not_in_event(self, event: Event, *states: str):
        """Return the entries in these states whose player is not in the event, nor disqualified, in order.

        An entry that the staff accepted keeps its state, so that the undo puts it back.
        """
        players = Player.objects.filter(Q(dropped_after=None) | Q(disqualified=True), event=event)
        rows = self.filter(event=event, state__in=states).exclude(player__in=players)
        return rows.select_related("player").order_by("order", "id")

    def waitlist(self, event: Event):
        """Return the entries of the waitlist, first come first."""
        return self.not_in_event(event, Registration.WAITING)

    def first_present(self, event: Event):
        """Return the first entry of the waitlist whose player is checked in; None without one."""
        present = Player.objects.filter(event=event, checked_in_at__isnull=False)
        return self.waitlist(event).filter(player__in=present).first()

    def open_beside(self, row, event: Event, now: datetime):
        """Return the open entries that have their name and email address to themselves, except `row`."""
        others = self.filter(event=event, state__in=OPEN_STATES)
        others = others.exclude(state__in=HOLDING_STATES, held_until__lte=now)
        # The staff have removed the players of such entries.
        players = Player.objects.filter(event=event)
        others = others.filter(~Q(state=Registration.REGISTERED) | Q(player__in=players))
        return others.exclude(pk=row.pk) if row else others

    def not_answered(self, event: Event, now: datetime):
        """Return the invitations whose time to answer is over."""
        return self.not_in_event(event, Registration.INVITED).filter(held_until__lte=now)

    def unmailed(self, event: Event):
        """Return the open entries whose last mail could not be queued."""
        return self.filter(event=event, is_unmailed=True, state__in=OPEN_STATES)

    def of_players(self, event: Event, ids: list[str]):
        """Return the entries of the players with these ids, also of removed ones."""
        return self.filter(player__event=event, player__public_id__in=ids)

    def next_order(self, event: Event) -> int:
        last = self.filter(event=event).order_by("-order").first()
        return last.order + 1 if last else 1

    def count_places_left(self, history: EventHistory, event: Event, now: datetime) -> int | None:
        """Return how many places are free, 0 or more; None without a cap."""
        held = 0
        if history.registration.cap is not None:
            entries = self.not_in_event(event, *HOLDING_STATES)
            held = entries.exclude(held_until__lte=now).count()
        return places_left(history, held)

    def count_unclaimed_places(self, history: EventHistory, event: Event, now: datetime) -> int | None:
        """Return how many places are free for new entries and the waitlist; None without a cap.

        With approval, the entries that wait for it come first.
        """
        left = self.count_places_left(history, event, now)
        if left and history.registration.approval:
            return max(0, left - self.not_in_event(event, Registration.PENDING).count())
        return left

    def create_entries(self, event: Event, rows: list):
        """Store new entries; those of players take over the secret of the player's page."""
        for row in rows:
            if row.player:
                row.token = row.player.token
        self.bulk_create(rows, 500)
        Player.give_up_own_secrets(event)


class Registration(models.Model):
    """The entry of a player who registered, or was entered with contact data.

    An accepted entry has a `player`, who may be removed again; while the player is in the event, name, club
    and division are the player's, and `state` does not count: see `state_with`. Contact data is `email`,
    `answers` and `language`.
    """

    UNCONFIRMED, PENDING, WAITING = "unconfirmed", "pending", "waiting"
    REGISTERED, WITHDRAWN, DECLINED = "registered", "withdrawn", "declined"
    # To the final of a series; `order` is then the rank in it, and `held_until` the time to answer.
    INVITED = "invited"
    STATES = [
        (INVITED, _("invited")),
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
    # “Remember me at …”: identifier and address may stay with the person.
    remember = models.BooleanField(_("wants to be remembered"), default=False)
    # Whose own page of the club the entry came from: its player counts for this person at once.
    person = models.ForeignKey(
        "Person",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="registrations",
        verbose_name=_("person"),
        editable=False,
    )
    # Idempotency key of the form that the player sent.
    request_key = models.CharField(max_length=64, blank=True, editable=False)
    # Scheme and host that the player registered at, for the links in mails.
    site_url = models.CharField(_("address of the site"), max_length=300, blank=True, editable=False)

    objects = RegistrationManager()

    class Meta:
        verbose_name = _("registration")
        verbose_name_plural = _("registrations")
        ordering = ["event_id", "order", "id"]
        indexes = [models.Index(fields=["event", "state"], name="registration_by_state")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    state__in=[
                        "unconfirmed",
                        "pending",
                        "waiting",
                        "registered",
                        "withdrawn",
                        "declined",
                        "invited",
                    ]
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

    def player_in(self, history: EventHistory) -> PlayerRecord | None:
        """Return the player of the entry; None without one, or if the player was removed."""
        return history.find_player(self.player.public_id) if self.player else None

    def state_with(self, player: PlayerRecord | None) -> str:
        """Return the state, one of STATES, of the entry with its player in the event.

        A player who has left may be on the waitlist again. A registered player who is no longer in the event
        was removed by the staff.
        """
        if player and not player.has_left:
            return self.REGISTERED
        if player and player.disqualified:
            return self.WITHDRAWN
        if self.state == self.REGISTERED:
            return self.WITHDRAWN if player else self.DECLINED
        return self.state

    def state_in(self, history: EventHistory) -> str:
        return self.state_with(self.player_in(history))

    def holds_place(self, history: EventHistory, now: datetime) -> bool:
        """Return whether a place is held for the entry, which is not in the event yet."""
        is_over = self.held_until is not None and self.held_until <= now
        return self.state_in(history) in HOLDING_STATES and not is_over

    @property
    def waitlist_place(self) -> int:
        """The place on the waitlist: 1 for the first."""
        return Registration.objects.waitlist(self.event).filter(order__lt=self.order).count() + 1

    @property
    def address_to_confirm(self) -> str:
        return self.new_email or self.email

    def address_for(self, kind: str) -> str:
        """Return the address that a mail of this kind, one of Mail.KINDS, goes to."""
        return self.address_to_confirm if kind == Mail.CONFIRM else self.email

    @property
    def confirm_code(self) -> str:
        """The code of the entry and the address to confirm: letters, digits, "-" and "_"."""
        return Signer(salt="confirm").signature(f"{self.token}:{self.address_to_confirm}")

    def is_confirm_code(self, code: str) -> bool:
        """Return whether the code was sent to the address that the entry has to confirm now."""
        return bool(self.address_to_confirm) and constant_time_compare(code, self.confirm_code)

    @property
    def has_had_all_mails(self) -> bool:
        """Whether the entry gets no more mails, except of kinds that anybody can ask for."""
        return self.mails.exclude(kind__in=Mail.ASKED_FOR).count() >= MAX_MAILS_PER_ENTRY


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


# Mails usually wait for a second or two.
USUAL_SECONDS = 60


class MailManager(models.Manager):
    def waiting(self, event: Event):
        return self.filter(event=event, sent_at=None, refused=False)

    def count_late(self, event: Event, now: datetime) -> int:
        """Return how many mails wait, not for a limit, if one of them waits for longer than usual, else 0."""
        due = self.waiting(event).exclude(waits_until__gt=now)
        # A mail that has waited for a limit is due since then.
        times = [max(at, until or at) for at, until in due.values_list("at", "waits_until")]
        is_late = times and now - min(times) > timedelta(seconds=USUAL_SECONDS)
        return len(times) if is_late else 0


class Mail(QueuedMail):
    """A mail to a registered player."""

    CONFIRM, REGISTERED, PENDING, WAITING = "confirm", "registered", "pending", "waiting"
    MOVED_UP, DECLINED, WITHDRAWN, LINK = "moved_up", "declined", "withdrawn", "link"
    CANCELLED, REVIVED, INVITED = "cancelled", "revived", "invited"
    KINDS = [
        (CONFIRM, _("confirm the email address")),
        (REGISTERED, _("registered")),
        (PENDING, _("waiting for approval")),
        (WAITING, _("on the waitlist")),
        (MOVED_UP, _("moved up from the waitlist")),
        (DECLINED, _("declined")),
        (WITHDRAWN, _("withdrawn")),
        (LINK, _("personal link")),
        (CANCELLED, _("event cancelled")),
        (REVIVED, _("event takes place after all")),
        (INVITED, _("invited to the final of a series")),
    ]
    # Visitors ask for these, again if they need them: neither once an hour nor in the ten of an entry.
    ASKED_FOR = (CONFIRM, LINK)
    # The error of a mail that is for another address than the player has now.
    OTHER_ADDRESS = "The address was changed, or the site’s SECRET_KEY."

    event = models.ForeignKey(Event, models.CASCADE, related_name="mails", verbose_name=_("event"))
    registration = models.ForeignKey(
        Registration, models.CASCADE, related_name="mails", verbose_name=_("registration")
    )
    kind = models.CharField(_("kind"), max_length=12, choices=KINDS)
    # Of the address that the mail is for: it is sent to no other.
    address_hash = models.CharField(max_length=64, blank=True, editable=False)
    # The event, its account or the address has had as many mails as it may: this one waits until then.
    waits_until = models.DateTimeField(_("waits until"), null=True, blank=True)

    objects = MailManager()

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


def hash_address(email: str) -> str:
    """Hash an email address, so that a mail can be compared with it and tasks do not hold it."""
    return salted_hmac("mail address", email.casefold()).hexdigest()


# States of entries that hold a place until a time.
HOLDING_STATES = (Registration.UNCONFIRMED, Registration.INVITED)


# States of entries that are still open.
OPEN_STATES = (
    Registration.INVITED,
    Registration.UNCONFIRMED,
    Registration.PENDING,
    Registration.WAITING,
    Registration.REGISTERED,
)


# Of these, the states of entries without a player.
WAITING_STATES = (
    Registration.INVITED,
    Registration.UNCONFIRMED,
    Registration.PENDING,
    Registration.WAITING,
)


# States of entries that have ended.
CLOSED_STATES = (Registration.WITHDRAWN, Registration.DECLINED)
