"""The log, messages, revisions of results, and stored states of an event; the log of a club."""

from functools import cache

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ..rules.event_file.log import MAX_SENTENCE_LENGTH
from ..rules.history import ADMIN, DESK, PHONE, PICK, SHELL, TIME
from .club import Club
from .event import Event
from .player import Player
from .prepared import Columns, fetch_rows
from .rounds import Match

# Of a name, an action, a message.
MAX_TEXT_LENGTH = 200
# Sources of actions; empty in an imported log without them.
SOURCES = [
    (DESK, _("desk")),
    (PHONE, _("phone")),
    (PICK, _("picked name")),
    (SHELL, _("command line")),
    (ADMIN, _("administration")),
    (TIME, _("time")),
]


def actor_account():
    """Return the column of the account that carried out an action; null once it is deleted."""
    options = {"null": True, "blank": True, "related_name": "+", "verbose_name": _("user")}
    return models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, **options)


class LogEntry(models.Model):
    """One action. `changes` is path → [before, after] in the event file's format.

    `sentence` identifies a sentence of changes.registry, `values` are its ids and numbers.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="log", verbose_name=_("event"))
    version = models.PositiveBigIntegerField(_("resulting version"))
    at = models.DateTimeField(_("at"))
    who = models.CharField(_("who"), max_length=MAX_TEXT_LENGTH)
    user = actor_account()
    source = models.CharField(_("from"), max_length=10, choices=SOURCES, blank=True)
    action = models.CharField(_("action"), max_length=MAX_TEXT_LENGTH)
    key = models.CharField(_("request key"), max_length=64, blank=True)
    changes = models.JSONField(_("changes"), default=dict)
    sentence = models.CharField(_("sentence"), max_length=MAX_SENTENCE_LENGTH, blank=True)
    values = models.JSONField(_("values"), default=dict, blank=True)
    undoes = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="undone_by", verbose_name=_("undoes")
    )

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        ordering = ["event_id", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "key"], condition=~Q(key=""), name="request_done_once")
        ]
        indexes = [
            models.Index(fields=["event", "version"], name="log_by_version"),
            # Finds the last entries of an event without scanning the table from its end.
            models.Index(fields=["event", "id"], name="log_in_order"),
        ]

    def __str__(self):
        return f"{self.event}, {self.version}: {self.action}"


class ClubLogEntry(models.Model):
    """One change of a club. `changes` is path → [before, after]: see changes.club_change."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="log", verbose_name=_("club"))
    version = models.PositiveBigIntegerField(_("resulting version"))
    at = models.DateTimeField(_("at"))
    who = models.CharField(_("who"), max_length=MAX_TEXT_LENGTH)
    user = actor_account()
    source = models.CharField(_("from"), max_length=10, choices=SOURCES, blank=True)
    action = models.CharField(_("action"), max_length=40)
    key = models.CharField(_("request key"), max_length=64, blank=True)
    changes = models.JSONField(_("changes"), default=dict)
    values = models.JSONField(_("values"), default=dict, blank=True)
    undoes = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="undone_by", verbose_name=_("undoes")
    )

    class Meta:
        verbose_name = _("log entry of a club")
        verbose_name_plural = _("log entries of clubs")
        ordering = ["club_id", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "key"], condition=~Q(key=""), name="club_request_done_once"
            )
        ]
        indexes = [models.Index(fields=["club", "id"], name="club_log_in_order")]

    def __str__(self):
        return f"{self.club}, {self.version}: {self.action}"


class ResultRevision(models.Model):
    """One revision of a match's result, and who sent it."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="revisions", verbose_name=_("match"))
    at = models.DateTimeField(_("at"))
    who = models.CharField(_("who"), max_length=MAX_TEXT_LENGTH)
    user = actor_account()
    source = models.CharField(_("from"), max_length=10, choices=SOURCES, blank=True)
    result = models.JSONField(_("result"))

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["match_id", "id"]

    def __str__(self):
        return f"{self.match}, {self.who}"


# Each own page that has changed asks this query.
OF_PLAYER = """
SELECT {columns} FROM tournaments_message WHERE event_id = %s AND phase = %s
AND (player_id = %s OR kind = %s AND "table" IN ({tables})) ORDER BY id DESC
"""


# Most players have sent no message: their pages need not ask for any.
SENDERS = 'SELECT player_id, kind, "table" FROM tournaments_message WHERE event_id = %s AND phase = %s'


@cache
def message_columns() -> Columns:
    return Columns(Message)


class MessageManager(models.Manager):
    def list_of_player(self, player: Player, phase: int, tables: set[int]) -> "tuple[Message, ...]":
        """Return a player's messages in a phase, and the judge calls from these tables, newest first."""
        columns = message_columns()
        query = OF_PLAYER.format(
            columns=columns.selected("tournaments_message"), tables=", ".join(["%s"] * len(tables)) or "NULL"
        )
        rows = fetch_rows(query, [player.event_id, phase, player.pk, Message.JUDGE, *tables])
        return tuple(map(columns.build, rows))

    def list_senders(self, event: Event, phase: int) -> tuple[set[int], set[int]]:
        """Return the ids of the rows of players with messages in a phase, and the tables with judge calls."""
        rows = fetch_rows(SENDERS, [event.pk, phase])
        return {player for player, _, _ in rows}, {table for _, kind, table in rows if kind == Message.JUDGE}


class Message(models.Model):
    """A message from a player's phone to the desk: a judge call or a late report."""

    JUDGE, LATE_REPORT = "judge", "late_report"
    KINDS = [(JUDGE, _("judge call")), (LATE_REPORT, _("late report"))]

    event = models.ForeignKey(Event, models.CASCADE, related_name="messages", verbose_name=_("event"))
    at = models.DateTimeField(_("at"))
    kind = models.CharField(_("kind"), max_length=20, choices=KINDS)
    player = models.ForeignKey(
        Player, models.SET_NULL, null=True, blank=True, related_name="messages", verbose_name=_("player")
    )
    who = models.CharField(_("who"), max_length=MAX_TEXT_LENGTH)
    phase = models.PositiveSmallIntegerField(_("phase"))
    round = models.PositiveSmallIntegerField(_("round"))
    table = models.PositiveIntegerField(_("table"), null=True, blank=True)
    text = models.CharField(_("text"), max_length=MAX_TEXT_LENGTH, blank=True)
    done_at = models.DateTimeField(_("done at"), null=True, blank=True)
    done_by = models.CharField(_("done by"), max_length=MAX_TEXT_LENGTH, blank=True)

    objects = MessageManager()

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["event_id", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "phase", "round", "table"],
                condition=Q(kind="judge", done_at=None),
                name="judge_called_once_a_table",
            )
        ]

    def __str__(self):
        return f"{self.event}, {self.get_kind_display()}: {self.who}"


class RestorePoint(models.Model):
    """An event file to restore, stored before each round and on request."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="restore_points", verbose_name=_("event"))
    version = models.PositiveBigIntegerField(_("version"))
    at = models.DateTimeField(_("at"))
    # Empty for automatic ones.
    who = models.CharField(_("who"), max_length=MAX_TEXT_LENGTH, blank=True)
    reason = models.CharField(_("reason"), max_length=MAX_TEXT_LENGTH)
    file = models.TextField(_("event file"))

    class Meta:
        verbose_name = _("restore point")
        verbose_name_plural = _("restore points")
        ordering = ["event_id", "id"]

    def __str__(self):
        return f"{self.event}, {self.reason}"


class PublishedStandings(models.Model):
    """The standings after a round as published when it was finished."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="published", verbose_name=_("event"))
    phase = models.PositiveSmallIntegerField(_("phase"))
    round = models.PositiveSmallIntegerField(_("round"))
    version = models.PositiveBigIntegerField(_("version"))
    at = models.DateTimeField(_("at"))
    # Keys of the columns; rows of [rank, player's id, record, a value for each column].
    columns = models.JSONField(_("columns"))
    rows = models.JSONField(_("rows"))

    class Meta:
        verbose_name = _("published standings")
        verbose_name_plural = _("published standings")
        ordering = ["event_id", "id"]

    def __str__(self):
        return f"{self.event}, {self.phase}, {self.round}"
