"""Rounds, matches and seats."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ..rules.history import BYE, DRAFT, FINISHED, RESULTS
from ..rules.history import STATES as ROUND_STATES
from .event import Phase
from .player import Player


class Round(models.Model):
    STATES = [(state, state) for state in ROUND_STATES]

    phase = models.ForeignKey(Phase, models.CASCADE, related_name="rounds", verbose_name=_("phase"))
    number = models.PositiveSmallIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=10, choices=STATES, default=DRAFT)
    seed = models.CharField(_("seed"), max_length=200, blank=True)
    sealed = models.CharField(_("committed hash of the seed"), max_length=200, blank=True)
    # In the event file's format; null without a proof.
    proof = models.JSONField(_("proof of the pairings"), null=True, blank=True)
    # In the event file's format; null until it is started.
    clock = models.JSONField(_("round timer"), null=True, blank=True)
    # Stored for the constraint: only a bracket, where matches start early, may have two open rounds.
    in_bracket = models.BooleanField(_("in a bracket"), default=False, editable=False)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["phase_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["phase", "number"], name="round_once_a_phase"),
            models.UniqueConstraint(
                fields=["phase"],
                condition=~Q(state=FINISHED) & Q(in_bracket=False),
                name="one_open_round_a_phase",
            ),
            models.CheckConstraint(condition=Q(state__in=ROUND_STATES), name="round_state_is_known"),
        ]

    def __str__(self):
        return f"{self.phase}, " + _("round") + f" {self.number}"


class Match(models.Model):
    round = models.ForeignKey(Round, models.CASCADE, related_name="matches", verbose_name=_("round"))
    table = models.PositiveIntegerField(_("table"), null=True, blank=True)
    slot = models.CharField(_("slot"), max_length=40, blank=True)
    drawn_games = models.PositiveIntegerField(_("drawn games"), default=0)
    extra_minutes = models.PositiveIntegerField(_("time extension in minutes"), default=0)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["round_id", models.F("table").asc(nulls_last=True), "id"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="table_once_a_round"),
            models.UniqueConstraint(
                fields=["round", "slot"], condition=~Q(slot=""), name="slot_once_a_round"
            ),
        ]

    def __str__(self):
        where = _("table {table}").format(table=self.table) if self.table else _("bye")
        return f"{self.round}, {where}"


class Seat(models.Model):
    match = models.ForeignKey(Match, models.CASCADE, related_name="seats", verbose_name=_("match"))
    # Stored redundantly for the constraint of one seat per player and round.
    round = models.ForeignKey(Round, models.CASCADE, related_name="seats", verbose_name=_("round"))
    player = models.ForeignKey(Player, models.RESTRICT, related_name="seats", verbose_name=_("player"))
    position = models.PositiveSmallIntegerField(_("position"))
    games = models.PositiveIntegerField(_("games won"), null=True, blank=True)
    result = models.CharField(
        _("result"),
        max_length=20,
        null=True,
        blank=True,
        choices=[(result, result) for result in (*RESULTS, BYE)],
    )
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    score = models.PositiveIntegerField(_("score"), null=True, blank=True)
    secondary = models.PositiveIntegerField(_("secondaries"), null=True, blank=True)
    bonus = models.PositiveIntegerField(_("bonus"), null=True, blank=True)
    points = models.FloatField(_("points set by hand"), null=True, blank=True)
    # The player's report while there is no result, in the event file's format.
    player_report = models.JSONField(_("reported by the player"), null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["match_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["round", "player"], name="player_once_a_round"),
            models.UniqueConstraint(fields=["match", "position"], name="position_once_a_match"),
        ]

    def __str__(self):
        return f"{self.match}: {self.player}"
