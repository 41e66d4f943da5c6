"""Events and their phases."""

import secrets
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db import models
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from ..rules.history import KINDS, MAX_GAME_LENGTH, PRIVATE, PUBLIC, UNLISTED
from ..rules.players.roster import check_text
from ..rules.rounds.draw_verification import seed_hash
from .club import Club

VISIBILITIES = [(PUBLIC, _("public")), (UNLISTED, _("unlisted")), (PRIVATE, _("private"))]


# Columns of the club that queries of an event's pages read along, as `club_slug` and so on.
CLUB_COLUMNS = ("slug", "name", "logo_hash", "is_published")
CLUB_ATTRIBUTES = tuple(f"club_{name}" for name in CLUB_COLUMNS)
# Columns of the link preview that they read along, as `preview_hash` and so on.
PREVIEW_COLUMNS = ("hash", "version", "has_people")
PREVIEW_ATTRIBUTES = tuple(f"preview_{name}" for name in PREVIEW_COLUMNS)


def unless_named(collector, field, sub_objs, using):
    """Refuse to delete a club with events, unless it has no name: its events leave it."""
    if any(event.club.name for event in sub_objs):
        raise models.ProtectedError(_("The club has events. Move or delete them first."), set(sub_objs))
    models.SET_NULL(collector, field, sub_objs, using)


class Event(models.Model):
    slug = models.SlugField(_("address"), max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=200)
    rulebook = models.CharField(_("rulebook"), max_length=40)
    club = models.ForeignKey(
        Club,
        unless_named,
        null=True,
        blank=True,
        related_name="events",
        verbose_name=_("club"),
    )
    starts_at = models.DateTimeField(_("starts at"), null=True, blank=True)
    timezone = models.CharField(_("time zone"), max_length=60, default="UTC")
    place = models.CharField(_("venue"), max_length=200, blank=True)
    game = models.CharField(_("game"), max_length=MAX_GAME_LENGTH, blank=True)
    game_format = models.CharField(_("format of the game"), max_length=MAX_GAME_LENGTH, blank=True)
    # The sentence that says so; empty unless it is cancelled.
    cancelled = models.CharField(_("cancelled"), max_length=200, blank=True)
    # Pairs of player ids.
    forbidden = models.JSONField(_("kept apart"), default=list, blank=True)
    wished = models.JSONField(_("requested pairings"), default=list, blank=True)
    # In the event file's format.
    pot = models.JSONField(_("prize pot"), default=dict, blank=True)
    # The current announcement in the event file's format.
    announcement = models.JSONField(_("announcement"), null=True, blank=True)
    # In the event file's format; empty for the defaults.
    registration = models.JSONField(_("registration"), default=dict, blank=True)
    check_in = models.JSONField(_("check-in"), default=dict, blank=True)
    lists = models.JSONField(_("lists"), default=dict, blank=True)
    visibility = models.CharField(_("visibility"), max_length=10, choices=VISIBILITIES, default=PUBLIC)
    version = models.PositiveBigIntegerField(_("version"), default=1, editable=False)
    # All players' own pages depend on it: see changes/change.py:increment_versions.
    layout_version = models.PositiveBigIntegerField(
        _("version of the page layout"), default=1, editable=False
    )
    # When the chances to make the cut were calculated: the live fragments that show them depend on it.
    chances_at = models.DateTimeField(_("chances calculated at"), null=True, editable=False)
    # Part of the signed links of the venue's screens and of its QR code; a new number ends the old links.
    screen_link = models.PositiveIntegerField(_("number of the screen link"), default=1, editable=False)
    venue_link = models.PositiveIntegerField(_("number of the venue’s QR code"), default=1, editable=False)
    # Origins of picked names (see Pick) that the desk has accepted: their picks are not marked.
    accepted_origins = models.JSONField(_("accepted origins"), default=list, editable=False)
    # Ids that older releases gave to several players: id → [version, id] of those whom the log entries before
    # that version mean, oldest first.
    reused_ids = models.JSONField(_("ids given twice"), default=dict, editable=False)
    # User and idempotency key of the request that created it.
    request_key = models.CharField(max_length=100, unique=True, null=True, editable=False)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["-starts_at", "-id"]

    def __str__(self):
        return self.name

    def get_absolute_url(self):
        return reverse("event", args=[self.slug])

    @cached_property
    def displayed_club(self) -> Club | None:
        """The club with what pages show of it: CLUB_COLUMNS, which an event that was read for a page has."""
        values = {name: vars(self)[f"club_{name}"] for name in CLUB_COLUMNS if f"club_{name}" in vars(self)}
        return Club(pk=self.club_id, **values) if self.club_id and values else self.club

    @property
    def published_club(self) -> Club | None:
        """The club whose name and logo stand on the event's pages; None without a published one."""
        club = self.displayed_club
        return club if club and club.is_published else None

    @property
    def local_start(self) -> datetime | None:
        """The start in the event's time zone."""
        return self.starts_at and self.starts_at.astimezone(ZoneInfo(self.timezone))

    @property
    def shown_preview(self) -> str:
        """The hash of the picture for links to an event that was read for a page; empty without one.

        A picture that names people is shown until anything changes that pages of the event show.
        """
        if self.visibility == PRIVATE:
            return ""
        if self.__dict__.get("preview_has_people") and self.preview_version != self.layout_version:
            return ""
        return self.__dict__.get("preview_hash") or ""

    def current_player_id(self, key: str, version: int) -> str:
        """Return the id of the player whom a log entry with this version names by `key`."""
        return next((other for end, other in self.reused_ids.get(key, ()) if version < end), key)

    def player_ids_in(self, ids: frozenset[str], version: int) -> frozenset[str]:
        """Return the ids that log entries with this version use for these players."""
        if not self.reused_ids:
            return ids
        keys = {*ids, *self.reused_ids}
        return frozenset(key for key in keys if self.current_player_id(key, version) in ids)


class Phase(models.Model):
    event = models.ForeignKey(Event, models.CASCADE, related_name="phases", verbose_name=_("event"))
    number = models.PositiveSmallIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=20, choices=[(kind, kind) for kind in KINDS])
    name = models.CharField(_("name"), max_length=200, blank=True)
    settings = models.JSONField(_("settings"), default=dict, blank=True)
    entrants = models.JSONField(_("entrants"), null=True, blank=True)
    # Of a draft: player ids in seat order.
    pods = models.JSONField(_("pods"), default=list, blank=True)
    pods_seed = models.CharField(_("seed of the pods"), max_length=200, blank=True)
    pods_sealed = models.CharField(_("committed hash of the pods’ seed"), max_length=200, blank=True)
    build_until = models.DateTimeField(_("deck building ends"), null=True, blank=True)

    class Meta:
        verbose_name = _("phase")
        verbose_name_plural = _("phases")
        ordering = ["event_id", "number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="phase_once_an_event")]

    def __str__(self):
        return f"{self.event}: {self.name or self.get_kind_display()}"


class NextSeed(models.Model):
    """The seed of an event's next draw, secret until a round is drawn from it; its hash is public."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="next_seed", verbose_name=_("event"))
    seed = models.CharField(_("seed of the next round"), max_length=64)

    class Meta:
        verbose_name = _("committed seed")
        verbose_name_plural = _("committed seeds")

    def __str__(self):
        return f"{self.event}"


# 128 bits: a shorter seed could be found from its hash by trying.
SEED_BYTES = 16


def commit_next_seed(event: Event):
    """Create the seed of the next draw, replacing the one before; an undo does not restore it."""
    NextSeed.objects.update_or_create(event=event, defaults={"seed": secrets.token_hex(SEED_BYTES)})


def take_seed(event: Event, typed: str = "") -> tuple[str, str]:
    """Return (seed of this draw, its published hash): the sealed seed, or a typed one without a hash.

    The caller calls `commit_next_seed` in the same transaction. Raises RuleViolation for a seed that no event
    file can hold.
    """
    if typed:
        check_text(typed)
        return typed, ""
    seed = NextSeed.objects.get(event=event).seed
    return seed, seed_hash(seed)
