"""Players of an event."""

import secrets
from functools import cache

from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from ..rules.people.linking import BY_ADDRESS, BY_IDENTIFIER, BY_NAME, BY_PAGE, BY_STAFF, ERASED, NEW
from .event import CLUB_ATTRIBUTES, CLUB_COLUMNS, Event
from .prepared import Columns, fetch_rows


def new_token() -> str:
    """Return the secret of a player's own page or of a pick: 16 URL-safe characters."""
    return secrets.token_urlsafe(12)


class PlayerQuerySet(models.QuerySet):
    def with_secret(self, secret: str):
        """Filter by the secret of the own page."""
        entries = self.model._meta.get_field("registration").related_model.objects
        # A subquery, because no index serves a condition on two joined tables.
        return self.filter(Q(token=secret) | Q(pk=entries.filter(token=secret).values("player")[:1]))


# The event of the player with a link, what pages show of its club, and the player.
BY_LINK = """
SELECT {columns}
FROM tournaments_event event JOIN tournaments_player player ON player.event_id = event.id
LEFT JOIN tournaments_club club ON club.id = event.club_id
WHERE event.slug = %s AND player.removed_at IS NULL AND (player.token = %s OR player.id =
    (SELECT entry.player_id FROM tournaments_registration entry WHERE entry.token = %s LIMIT 1))
"""


@cache
def query_by_link() -> tuple[str, Columns, Columns]:
    """Return the SQL of BY_LINK, and the columns of the event and of the player in it."""
    event, player = Columns(Event), Columns(Player)
    club = ", ".join(f'club."{name}"' for name in CLUB_COLUMNS)
    columns = ", ".join((event.selected("event"), club, player.selected("player")))
    return BY_LINK.format(columns=columns), event, player


class PresentPlayers(models.Manager.from_queryset(PlayerQuerySet)):
    """Finds the players who are not removed."""

    def get_queryset(self):
        return super().get_queryset().filter(removed_at=None)

    def find_by_link(self, slug: str, secret: str) -> "Player | None":
        """Return the player with this secret link, with the event, in one query; None for an unknown link."""
        query, event_columns, player_columns = query_by_link()
        for row in fetch_rows(query, [slug, secret, secret]):
            event, rest = event_columns.build(row), row[len(event_columns.names) :]
            vars(event).update(zip(CLUB_ATTRIBUTES, rest, strict=False))
            player = player_columns.build(rest[len(CLUB_ATTRIBUTES) :])
            player.event, player.secret = event, secret
            return player
        return None


# Reasons why a player counts for a person.
PERSON_REASONS = [
    (BY_IDENTIFIER, _("by identifier")),
    (BY_ADDRESS, _("by email address")),
    (BY_NAME, _("by name")),
    (NEW, _("new")),
    (BY_STAFF, _("by the staff")),
    (BY_PAGE, _("by their own page")),
    (ERASED, _("erased")),
]
# The secret of the player's own page in queries: see Player.secret.
SECRET = Coalesce("registration__token", "token")


class Player(models.Model):
    """A player of an event. A removed one keeps the row, with everything that refers to it, and the id."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="players", verbose_name=_("event"))
    public_id = models.CharField(_("id in the event"), max_length=200)
    order = models.PositiveIntegerField(_("order"), default=0)
    name = models.CharField(_("name"), max_length=200)
    club = models.CharField(_("club"), max_length=200, blank=True)
    rating = models.FloatField(_("rating"), null=True, blank=True)
    seed = models.FloatField(_("seed"), null=True, blank=True)
    joined_round = models.PositiveIntegerField(_("joined in round"), default=1)
    dropped_after = models.PositiveIntegerField(_("dropped after round"), null=True, blank=True)
    disqualified = models.BooleanField(_("disqualified"), default=False)
    soft_score = models.FloatField(_("soft score"), null=True, blank=True)

    household = models.CharField(_("household"), max_length=200, blank=True)
    division = models.CharField(_("division"), max_length=200, blank=True)
    table = models.PositiveIntegerField(_("fixed table"), null=True, blank=True)
    byes = models.JSONField(_("requested byes by round"), default=dict, blank=True)
    checked_in_at = models.DateTimeField(_("checked in at"), null=True, blank=True)
    # Null for the player of an entry, whose secret counts.
    token = models.CharField(
        _("secret of the player’s page"),
        max_length=16,
        unique=True,
        null=True,
        default=new_token,
        editable=False,
    )
    removed_at = models.DateTimeField(_("removed at"), null=True, editable=False)

    # Who the player is, in the event's club. No part of the event: undo and restoring leave it alone.
    person = models.ForeignKey(
        "Person",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="players",
        verbose_name=_("person"),
    )
    # Why: one of PERSON_REASONS; empty without a person, unless the player was erased and never gets one.
    person_reason = models.CharField(
        _("reason of the link"), max_length=12, choices=PERSON_REASONS, blank=True, editable=False
    )
    # A stranger's entry has made the link: it counts from check-in or the first result on.
    is_proposed = models.BooleanField(_("link is a proposal"), default=False, editable=False)

    # Incremented by changes that only this player's table sees; others increment Event.layout_version.
    page_version = models.PositiveBigIntegerField(
        _("version of the player’s page"), default=1, editable=False
    )

    with_removed = models.Manager()
    objects = PresentPlayers()

    class Meta:
        default_manager_name = "objects"
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["event_id", "order", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "public_id"], name="public_id_once_an_event"),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            # Linking takes the person from a removed player.
            models.UniqueConstraint(fields=["event", "person"], name="person_once_an_event"),
        ]

    def __str__(self):
        return self.name

    @property
    def entry(self):
        """The entry of a player who registered, or was entered with contact data; None without one."""
        return getattr(self, "registration", None)

    @classmethod
    def give_up_own_secrets(cls, event: Event):
        """Delete the own secrets of players with an entry: that of the entry counts."""
        players = cls.with_removed.filter(event=event, registration__isnull=False)
        players.exclude(token=None).update(token=None)

    @cached_property
    def secret(self) -> str:
        """The secret of the own page: that of the entry or, without one, the player's own."""
        return self.entry.token if self.entry else self.token


class Pick(models.Model):
    """A phone that picked a player's name, or the player's personal link, which keeps others from picking it.

    Not part of the event's history: it has no effect once the event has ended.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="picks", verbose_name=_("event"))
    player = models.OneToOneField(Player, models.CASCADE, related_name="pick", verbose_name=_("player"))
    token = models.CharField(
        _("secret of the phone’s page"), max_length=16, unique=True, default=new_token, editable=False
    )
    at = models.DateTimeField(_("at"))
    by_link = models.BooleanField(_("by personal link"), default=False)
    # When another phone said that somebody else is using the name; null again once the desk has decided.
    contested_at = models.DateTimeField(_("contested at"), null=True, blank=True)
    # The desk has decided that this phone is the player's.
    is_confirmed = models.BooleanField(_("confirmed by the desk"), default=False)
    # A keyed hash of the phone's address and browser; empty if unknown or not needed any more.
    origin = models.CharField(_("origin"), max_length=64, blank=True, default="", editable=False)
    # One of so many from one origin in a short time that a single phone may have picked them all.
    is_marked = models.BooleanField(_("marked at the desk"), default=False)

    class Meta:
        verbose_name = _("picked name")
        verbose_name_plural = _("picked names")
        ordering = ["event_id", "id"]

    def __str__(self):
        return f"{self.event}: {self.player}"

    @property
    def can_be_contested(self) -> bool:
        return not (self.by_link or self.is_confirmed)
