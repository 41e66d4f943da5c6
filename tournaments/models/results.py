"""Results of ended events: one row for each player, from which profiles, series and records are read."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .event import Event
from .player import Player


class PlayerResult(models.Model):
    """What a player achieved in an ended event, as rules.standings.player_results works it out.

    It follows from the event: a task stores it when the event ends and after each later change, and
    `rebuild_results` stores it again. An event that has not ended has no rows.
    """

    player = models.OneToOneField(Player, models.CASCADE, related_name="result", verbose_name=_("player"))
    event = models.ForeignKey(Event, models.CASCADE, related_name="player_results", verbose_name=_("event"))
    # Of the final standings, and how many players share it; null for a disqualified player.
    place = models.PositiveIntegerField(_("place"), null=True)
    place_shared_by = models.PositiveIntegerField(_("players in this place"), default=0)
    # The same of the rounds before the finals.
    swiss_place = models.PositiveIntegerField(_("place before the finals"), null=True)
    swiss_place_shared_by = models.PositiveIntegerField(
        _("players in this place before the finals"), default=0
    )
    # Players with a place in the final standings of the event.
    placed_players = models.PositiveIntegerField(_("players with a place"))
    # Matches in all phases, and byes by what they are worth.
    won = models.PositiveSmallIntegerField(_("won"), default=0)
    lost = models.PositiveSmallIntegerField(_("lost"), default=0)
    drawn = models.PositiveSmallIntegerField(_("drawn"), default=0)
    byes = models.PositiveSmallIntegerField(_("byes"), default=0)
    half_byes = models.PositiveSmallIntegerField(_("half-point byes"), default=0)
    lost_byes = models.PositiveSmallIntegerField(_("byes without points"), default=0)
    # Match points of each phase; null for finals, and for phases without the player.
    points = models.JSONField(_("points by phase"), default=list)
    # Rank after each round before the finals; null while the player is not listed.
    ranks = models.JSONField(_("ranks by round"), default=list)
    # [id in the event, result against them] in the order of the rounds.
    opponents = models.JSONField(_("opponents"), default=list)

    class Meta:
        verbose_name = _("result of a player")
        verbose_name_plural = _("results of players")
        ordering = ["event_id", "place", "player_id"]

    def __str__(self):
        return f"{self.event}: {self.player}"
