"""The mail server, and the mails of an event that wait."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings

from ...models import Event, Mail

# Backends that only show what they would send.
WITHOUT_SERVER = ("console", "dummy", "filebased")
# Mails usually wait for a second or two.
USUAL_SECONDS = 60
MAX_REFUSED = 20


@dataclass(frozen=True)
class MailQueue:
    """Mails that are not sent: how many wait, the last error among them, and whose address was refused.

    `is_late`: one waits for longer than usual.
    """

    waiting: int
    is_late: bool
    error: str
    refused: list[str]


def can_send_mail() -> bool:
    """Return whether a mail server is set up (EMAIL_URL)."""
    return settings.EMAIL_BACKEND.split(".")[-2] not in WITHOUT_SERVER


def waiting_mails(event: Event):
    return Mail.objects.filter(event=event, sent_at=None, refused=False)


def count_late_mails(event: Event, now: datetime) -> int:
    """Return how many mails wait if one of them has waited for longer than usual, else 0."""
    times = list(waiting_mails(event).order_by("at").values_list("at", flat=True))
    return len(times) if times and is_late(times[0], now) else 0


def is_late(at: datetime, now: datetime) -> bool:
    return now - at > timedelta(seconds=USUAL_SECONDS)


def get_mail_queue(event: Event, now: datetime) -> MailQueue:
    """Return the mails of the event that are not sent."""
    rows = list(waiting_mails(event).order_by("at").values_list("at", "error"))
    refused = Mail.objects.filter(event=event, sent_at=None, refused=True).order_by("-id")
    names = refused.values_list("registration__name", flat=True)[:MAX_REFUSED]
    return MailQueue(
        waiting=len(rows),
        is_late=bool(rows) and is_late(rows[0][0], now),
        error=next((error for _at, error in reversed(rows) if error), ""),
        refused=list(dict.fromkeys(names)),
    )
