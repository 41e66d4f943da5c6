"""Phones that asked to be told, and what they are told of."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .event import Event
from .person import Person
from .player import Pick, Player
from .registration import Registration

MAX_ENDPOINT_LENGTH = 1000


class PushSubscription(models.Model):
    """A browser that is told about one player or entry of an event, or about a person at a club's events.

    The endpoint is the address of the browser's push service; the keys are the browser's own. It ends with
    the pick, the player, the entry or the person.
    """

    endpoint = models.CharField(_("address of the push service"), max_length=MAX_ENDPOINT_LENGTH)
    # Both as base64url without padding.
    public_key = models.CharField(max_length=90, editable=False)
    secret = models.CharField(max_length=30, editable=False)
    # One of these three. A pick is that of the player.
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="subscriptions")
    entry = models.ForeignKey(Registration, models.CASCADE, null=True, related_name="subscriptions")
    person = models.ForeignKey(Person, models.CASCADE, null=True, related_name="subscriptions")
    pick = models.ForeignKey(Pick, models.CASCADE, null=True, related_name="subscriptions")
    # models.staff.hash_token of the secret in the page's address: a renewed link ends the subscription.
    link_hash = models.CharField(max_length=64, editable=False)
    language = models.CharField(max_length=10, blank=True)
    # On a locked screen: the opponent, too.
    shows_names = models.BooleanField(_("shows names"), default=False)
    made_at = models.DateTimeField(_("made at"))
    # Attempts in a row that have failed.
    failures = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("push subscription")
        verbose_name_plural = _("push subscriptions")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(player__isnull=False, entry=None, person=None)
                | Q(player=None, entry__isnull=False, person=None, pick=None)
                | Q(player=None, entry=None, person__isnull=False, pick=None),
                name="subscription_is_about_one",
            ),
            *(
                models.UniqueConstraint(fields=["endpoint", about], name=f"phone_once_a_{about}")
                for about in ("player", "entry", "person")
            ),
        ]

    def __str__(self):
        return f"{self.player or self.entry or self.person}"


class Notice(models.Model):
    """Something to tell the players of an event: of a round, of its end, or one player alone.

    It waits until `due_at`; an undo before that deletes it.
    """

    ROUND, AGAIN, END, GOES_ON = "round", "again", "end", "goes_on"
    RESULT, MOVED_UP, MOVED = "result", "moved_up", "moved"
    CANCELLED, REVIVED = "cancelled", "revived"
    KINDS = [
        (ROUND, _("a new round")),
        (AGAIN, _("the round is paired again")),
        (END, _("the end of the event")),
        (GOES_ON, _("the event goes on")),
        (RESULT, _("a result to confirm")),
        (MOVED_UP, _("a place for somebody who waited")),
        (MOVED, _("another table or opponent")),
        (CANCELLED, _("the event is cancelled")),
        (REVIVED, _("the event takes place after all")),
    ]

    event = models.ForeignKey(Event, models.CASCADE, related_name="notices", verbose_name=_("event"))
    kind = models.CharField(_("kind"), max_length=10, choices=KINDS)
    # Of a round; of a result, its round.
    phase = models.PositiveIntegerField(null=True)
    round = models.PositiveIntegerField(null=True)
    # Of another table or opponent: the table that the player was told before, null for a bye, and the ids of
    # the players there.
    table = models.PositiveIntegerField(null=True)
    opponents = models.JSONField(default=list)
    # Whom it tells; null for all players.
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="notices")
    due_at = models.DateTimeField(_("due at"))
    sent_at = models.DateTimeField(_("sent at"), null=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["event_id", "id"]

    def __str__(self):
        return f"{self.event}: {self.get_kind_display()}"
