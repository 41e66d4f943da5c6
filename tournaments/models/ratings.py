"""Elo ratings of the people of a club, for each game."""

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ..rules.history import MAX_GAME_LENGTH
from .club import Club
from .event import Event
from .person import Person

MAX_GAME_SLUG_LENGTH = 70


class RatingList(models.Model):
    """The ratings of a club in one game. Without a row, or while it is off, the game has no ratings."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="rating_lists", verbose_name=_("club"))
    slug = models.SlugField(_("address"), max_length=MAX_GAME_SLUG_LENGTH)
    game = models.CharField(_("game"), max_length=MAX_GAME_LENGTH)
    # The game in lower case: names in different case are the same game.
    game_key = models.CharField(max_length=MAX_GAME_LENGTH, editable=False)
    is_on = models.BooleanField(_("calculated"), default=True)
    # rules.ratings.settings.write_settings of the RatingSettings.
    settings = models.JSONField(_("settings"), default=dict)
    # Key of the preset that these are; empty for settings of one's own.
    preset = models.CharField(_("preset"), max_length=40, blank=True)
    # When an event of the game begins, players without a rating get theirs, which seeds round 1.
    seeds_events = models.BooleanField(_("used for seeds"), default=False)

    class Meta:
        verbose_name = _("rating list")
        verbose_name_plural = _("rating lists")
        ordering = ["club_id", "game"]
        constraints = [
            models.UniqueConstraint(fields=["club", "game_key"], name="rating_list_once_a_game"),
            models.UniqueConstraint(fields=["club", "slug"], name="rating_address_once_a_club"),
        ]

    def __str__(self):
        return f"{self.club}: {self.game}"

    def save(self, *args, **kwargs):
        self.game_key = self.game.casefold()
        super().save(*args, **kwargs)

    def get_absolute_url(self):
        return reverse("club_rating_list", args=[self.club.slug, self.slug])


class RatedEvent(models.Model):
    """An ended event that counts for a rating list, with its rated matches, as a task has read them.

    It follows from the event, and its ratings from those of the events before.
    """

    rating_list = models.ForeignKey(
        RatingList, models.CASCADE, related_name="events", verbose_name=_("rating list")
    )
    event = models.ForeignKey(Event, models.CASCADE, related_name="rated", verbose_name=_("event"))
    # Of the event when its matches were read.
    version = models.PositiveBigIntegerField(_("version"), editable=False)
    # [id of the first player in the event, of the second, score of the first: 1, 0.5 or 0].
    matches = models.JSONField(_("rated matches"), default=list)
    # Id of a player who was erased since → points above the rating to begin with, at the start of the event:
    # as an unknown opponent of this strength, the player leaves the ratings of others as they are.
    erased = models.JSONField(_("erased players"), default=dict)
    # Hash of the settings, and of the matches and people of this event and all before it, when its ratings
    # were stored; empty before. With the same hash they need no new calculation.
    hash = models.CharField(max_length=64, blank=True, editable=False)

    class Meta:
        verbose_name = _("rated event")
        verbose_name_plural = _("rated events")
        ordering = ["rating_list_id", "id"]
        constraints = [
            models.UniqueConstraint(fields=["rating_list", "event"], name="event_once_a_rating_list")
        ]

    def __str__(self):
        return f"{self.rating_list}: {self.event}"


class PersonRating(models.Model):
    """The rating of a person after an event with rated matches, and how the change was calculated.

    Rows are stored in the order of the events: of two of a person in a list, the one with the higher key
    comes from the later event, and the newest is the person's rating.
    """

    rated_event = models.ForeignKey(
        RatedEvent, models.CASCADE, related_name="ratings", verbose_name=_("rated event")
    )
    person = models.ForeignKey(Person, models.CASCADE, related_name="ratings", verbose_name=_("person"))
    before = models.FloatField(_("before"))
    after = models.FloatField(_("after"))
    # The highest rating so far, and the number of rated matches so far.
    peak = models.FloatField(_("highest"))
    matches = models.PositiveIntegerField(_("matches"))
    k = models.FloatField("K")
    # [key of the opponent or null, rating, score, expected score] for each match.
    terms = models.JSONField(_("matches of the event"), default=list)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["rated_event", "person"], name="person_once_a_rated_event")
        ]

    def __str__(self):
        return f"{self.person}: {self.after:.0f}"
