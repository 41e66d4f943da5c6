"""Series of a club: seasons and leagues that add up events."""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .club import Club
from .event import Event
from .person import Person

MAX_SERIES_NAME_LENGTH, MAX_KIND_LENGTH, MAX_DIVISION_LENGTH = 120, 40, 60
# Of points that somebody enters: up to 9,999,999.9999.
POINTS = {"max_digits": 11, "decimal_places": 4}


class Series(models.Model):
    """A series. Its table is calculated from the results of its events whenever it is read."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="series", verbose_name=_("club"))
    slug = models.SlugField(_("address"), max_length=80)
    name = models.CharField(_("name"), max_length=MAX_SERIES_NAME_LENGTH)
    # Everybody sees it on the club's published page; it then counts public events only.
    is_public = models.BooleanField(_("public"), default=True)
    # The SeriesRules as rules.series.stored_rules.write_rules writes them.
    rules = models.JSONField(_("rules"), default=dict)
    # Key of the preset that the rules began with; empty for rules of one's own.
    preset = models.CharField(_("preset"), max_length=40, blank=True)
    # Prizes by rank: [{"first": 1, "last": 1, "text": "a playmat"}].
    prizes = models.JSONField(_("prizes"), default=list, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    previous = models.OneToOneField(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="next",
        verbose_name=_("season before"),
    )
    # The event to which the leaders are invited.
    final = models.OneToOneField(
        Event,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="final_of",
        verbose_name=_("final"),
    )
    # The event in which people who are level play for the seats that are left.
    play_off = models.OneToOneField(
        Event,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="play_off_of",
        verbose_name=_("play-off"),
    )
    final_seats = models.PositiveSmallIntegerField(_("seats in the final"), null=True, blank=True)

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = _("series")
        ordering = ["club_id", "-id"]
        constraints = [models.UniqueConstraint(fields=["club", "slug"], name="series_address_once_a_club")]

    def __str__(self):
        return self.name

    def get_absolute_url(self):
        return reverse("series", args=[self.club.slug, self.slug])


class SeriesEntry(models.Model):
    """An event of a series, or an evening that was played elsewhere and has no event here."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="entries", verbose_name=_("series"))
    event = models.ForeignKey(
        Event, models.CASCADE, null=True, blank=True, related_name="series_entries", verbose_name=_("event")
    )
    # Of an evening from elsewhere.
    name = models.CharField(_("name"), max_length=200, blank=True)
    date = models.DateField(_("date"), null=True, blank=True)
    source = models.CharField(_("source"), max_length=200, blank=True)
    kind = models.CharField(_("kind"), max_length=MAX_KIND_LENGTH, blank=True)
    weight = models.DecimalField(_("weight"), max_digits=7, decimal_places=3, default=1)

    class Meta:
        verbose_name = _("event of a series")
        verbose_name_plural = _("events of series")
        ordering = ["series_id", "id"]
        constraints = [
            models.UniqueConstraint(fields=["series", "event"], name="event_once_a_series"),
            models.CheckConstraint(
                condition=Q(event__isnull=False, date=None)
                | (Q(event=None, date__isnull=False) & ~Q(name="")),
                name="event_or_evening_from_elsewhere",
            ),
        ]

    def __str__(self):
        return f"{self.series}: {self.event or self.name}"


class ElsewhereResult(models.Model):
    """The result of a person in an evening from elsewhere: points of the series, a place, or wins."""

    entry = models.ForeignKey(SeriesEntry, models.CASCADE, related_name="results", verbose_name=_("evening"))
    # Null once the person is erased: the place stays.
    person = models.ForeignKey(
        Person, models.SET_NULL, null=True, related_name="elsewhere_results", verbose_name=_("person")
    )
    points = models.DecimalField(_("points"), null=True, blank=True, **POINTS)
    place = models.PositiveIntegerField(_("place"), null=True, blank=True)
    wins = models.PositiveSmallIntegerField(_("wins"), null=True, blank=True)

    class Meta:
        verbose_name = _("result from elsewhere")
        verbose_name_plural = _("results from elsewhere")
        ordering = ["entry_id", "id"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "person"], name="person_once_an_evening"),
            models.CheckConstraint(
                condition=Q(points__isnull=False, place=None, wins=None)
                | Q(points=None, place__isnull=False, wins=None)
                | Q(points=None, place=None, wins__isnull=False),
                name="points_or_place_or_wins",
            ),
        ]

    def __str__(self):
        return f"{self.entry}: {self.person}"


class SeriesMember(models.Model):
    """What a series says of a person besides the results of events."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="members", verbose_name=_("series"))
    person = models.ForeignKey(
        Person, models.CASCADE, related_name="series_members", verbose_name=_("person")
    )
    # Plays, but scores nothing.
    is_guest = models.BooleanField(_("guest"), default=False)
    # One of the organiser's own divisions.
    division = models.CharField(_("division"), max_length=MAX_DIVISION_LENGTH, blank=True)
    # [{"points": "-2", "reason": "No decklist", "at": "2026-11-27T18:00:00+00:00"}], points as text.
    adjustments = models.JSONField(_("adjustments"), default=list, blank=True)
    # When a prize of the season was handed out.
    prize_given_at = models.DateTimeField(_("prize handed out at"), null=True, blank=True)

    class Meta:
        verbose_name = _("member of a series")
        verbose_name_plural = _("members of series")
        ordering = ["series_id", "id"]
        constraints = [models.UniqueConstraint(fields=["series", "person"], name="person_once_a_series")]

    def __str__(self):
        return f"{self.series}: {self.person}"


class AchievementTick(models.Model):
    """An achievement that a player has reached in a round, as ticked by the player or at the desk.

    It belongs to a player and a round, not to a table or its result, so that corrections, undo and a new
    pairing leave it alone. It counts once another player of the table, or the desk, has confirmed it, and
    only while the player has a table in that round: it stops counting when the round is undone. Until it is
    confirmed, the player and the desk can remove it; afterwards only the desk. When two players are merged,
    or parted again, it goes to the one of them who has a table in its round.
    """

    series = models.ForeignKey(Series, models.CASCADE, related_name="ticks", verbose_name=_("series"))
    player = models.ForeignKey(
        "Player", models.CASCADE, related_name="achievements", verbose_name=_("player")
    )
    # Key of the series' achievement.
    key = models.CharField(_("achievement"), max_length=40)
    phase = models.PositiveSmallIntegerField(_("phase"))
    round = models.PositiveSmallIntegerField(_("round"))
    # Id in the event of the player who reported it; empty for the desk.
    reported_by = models.CharField(_("reported by"), max_length=64, blank=True)
    # Null until another player of the table, or the desk, confirms it.
    confirmed_at = models.DateTimeField(_("confirmed at"), null=True, blank=True)

    class Meta:
        verbose_name = _("achievement")
        verbose_name_plural = _("achievements")
        ordering = ["series_id", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["series", "player", "key", "phase", "round"], name="achievement_once_a_match"
            )
        ]

    def __str__(self):
        return f"{self.player}: {self.key}"
