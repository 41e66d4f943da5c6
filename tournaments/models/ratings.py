"""Elo ratings of the people of a club, for each game."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from ..rules.history import MAX_GAME_LENGTH
from .club import Club
from .event import Event
from .person import Person


class RatingList(models.Model):
    """The ratings of a club in one game. Without a row, or while it is off, the game has no ratings."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="rating_lists", verbose_name=_("club"))
    game = models.CharField(_("game"), max_length=MAX_GAME_LENGTH)
    # The game in lower case: names in different case are the same game.
    game_key = models.CharField(max_length=MAX_GAME_LENGTH, editable=False)
    is_on = models.BooleanField(_("calculated"), default=True)
    # The fields of rules.ratings.elo.RatingSettings.
    settings = models.JSONField(_("settings"), default=dict)
    preset = models.CharField(_("preset"), max_length=40, blank=True)
    # New players get their rating as the event's, which seeds round 1.
    seeds_events = models.BooleanField(_("used for seeds"), default=False)
    # When the ratings were calculated; null until the task has run.
    calculated_at = models.DateTimeField(_("calculated at"), null=True, editable=False)

    class Meta:
        verbose_name = _("rating list")
        verbose_name_plural = _("rating lists")
        ordering = ["club_id", "game"]
        constraints = [models.UniqueConstraint(fields=["club", "game_key"], name="rating_list_once_a_game")]

    def __str__(self):
        return f"{self.club}: {self.game}"

    def save(self, *args, update_fields=None, **kwargs):
        if update_fields is not None and "game" in update_fields:
            update_fields = {*update_fields, "game_key"}
        self.game_key = self.game.casefold()
        super().save(*args, update_fields=update_fields, **kwargs)


class RatedEvent(models.Model):
    """An event that counts for a rating list, as it was when its changes were calculated."""

    rating_list = models.ForeignKey(
        RatingList, models.CASCADE, related_name="events", verbose_name=_("rating list")
    )
    event = models.ForeignKey(Event, models.CASCADE, related_name="rated", verbose_name=_("event"))
    # 1 for the first event: by start, then by key.
    position = models.PositiveIntegerField(_("position"))
    # Hash of the event's rated matches and people: a correction that changes nothing recalculates nothing.
    hash = models.CharField(max_length=64, editable=False)

    class Meta:
        verbose_name = _("rated event")
        verbose_name_plural = _("rated events")
        ordering = ["rating_list_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["rating_list", "event"], name="event_once_a_rating_list")
        ]

    def __str__(self):
        return f"{self.rating_list}: {self.event}"


class PersonRating(models.Model):
    """The rating of a person after an event with rated matches, and how the change was calculated.

    The newest one is the person's rating.
    """

    rated_event = models.ForeignKey(
        RatedEvent, models.CASCADE, related_name="ratings", verbose_name=_("rated event")
    )
    person = models.ForeignKey(Person, models.CASCADE, related_name="ratings", verbose_name=_("person"))
    before = models.FloatField(_("before"))
    after = models.FloatField(_("after"))
    # The highest rating after an event so far, and the number of rated matches so far.
    peak = models.FloatField(_("highest"))
    matches = models.PositiveIntegerField(_("matches"))
    k = models.FloatField("K")
    # [id of the opponent in the event, rating, score, expected score] for each match.
    terms = models.JSONField(_("matches of the event"), default=list)
    is_newest = models.BooleanField(_("newest"), default=False, editable=False)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        ordering = ["rated_event_id", "id"]
        indexes = [
            models.Index(
                fields=["person", "rated_event"], condition=models.Q(is_newest=True), name="newest_ratings"
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["rated_event", "person"], name="person_once_a_rated_event")
        ]

    def __str__(self):
        return f"{self.person}: {self.after:.0f}"
