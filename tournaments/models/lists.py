"""Decklists and army lists of players: every version, and the checks of the staff."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .event import Event
from .log import MAX_TEXT_LENGTH
from .player import Player

MAX_LIST_LENGTH = 20_000
MAX_DECK_LENGTH = 60


class ListVersion(models.Model):
    """One version of a player's list; the newest counts."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="list_versions", verbose_name=_("event"))
    player = models.ForeignKey(Player, models.CASCADE, related_name="list_versions", verbose_name=_("player"))
    at = models.DateTimeField(_("at"))
    # The name of the staff member; empty if the player sent it.
    who = models.CharField(_("who"), max_length=MAX_TEXT_LENGTH, blank=True)
    reason = models.CharField(_("reason"), max_length=MAX_TEXT_LENGTH, blank=True)
    text = models.TextField(_("list"), max_length=MAX_LIST_LENGTH)
    # The name of the deck or army, such as “Mono-Red Burn”.
    deck = models.CharField(_("deck"), max_length=MAX_DECK_LENGTH, blank=True)

    class Meta:
        verbose_name = _("list")
        verbose_name_plural = _("lists")
        ordering = ["event_id", "id"]

    def __str__(self):
        return f"{self.event}: {self.at}"


class DeckCheck(models.Model):
    """A check of a player's list by the staff."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="deck_checks", verbose_name=_("event"))
    player = models.ForeignKey(Player, models.CASCADE, related_name="deck_checks", verbose_name=_("player"))
    at = models.DateTimeField(_("at"))
    who = models.CharField(_("who"), max_length=MAX_TEXT_LENGTH)
    passed = models.BooleanField(_("passed"))
    note = models.CharField(_("note"), max_length=MAX_TEXT_LENGTH, blank=True)

    class Meta:
        verbose_name = _("deck check")
        verbose_name_plural = _("deck checks")
        ordering = ["event_id", "id"]

    def __str__(self):
        return f"{self.event}: {self.at}"
