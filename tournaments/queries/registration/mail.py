"""The mail server, and the mails of an event that wait."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format

from ...models import Event, Mail, Registration
from .states import OPEN_STATES

# Backends that only show what they would send.
WITHOUT_SERVER = ("console", "dummy", "filebased")
# Mails usually wait for a second or two.
USUAL_SECONDS = 60
MAX_NAMES = 20
# The error of a mail that is for another address than the player has now.
OTHER_ADDRESS = "The address was changed, or the site’s SECRET_KEY."


@dataclass(frozen=True)
class MailQueue:
    """Mails that are not sent: how many wait, the last error among them, and whose address was refused.

    `misaddressed` are players with a mail that was not sent because it was for another address.
    `is_late`: one waits for longer than usual, not for a limit. `limited` of them wait until there is room
    under the limits, the first until `next_time`. `unmailed` are players for whom no mail could be queued.
    """

    waiting: int
    is_late: bool
    limited: int
    next_time: str
    error: str
    refused: list[str]
    misaddressed: list[str]
    unmailed: list[str]


def can_send_mail() -> bool:
    """Return whether a mail server is set up (EMAIL_URL)."""
    return settings.EMAIL_BACKEND.split(".")[-2] not in WITHOUT_SERVER


def hash_address(email: str) -> str:
    return salted_hmac("mail address", email.casefold()).hexdigest()


def address_of(row: Registration, kind: str) -> str:
    """Return the address that a mail of this kind goes to."""
    return row.address_to_confirm if kind == Mail.CONFIRM else row.email


def waiting_mails(event: Event):
    return Mail.objects.filter(event=event, sent_at=None, refused=False)


def unmailed_entries(event: Event):
    """Return the open entries whose last mail could not be queued."""
    return Registration.objects.filter(event=event, is_unmailed=True, state__in=OPEN_STATES)


def count_late_mails(event: Event, now: datetime) -> int:
    """Return how many mails wait, not for a limit, if one of them waits for longer than usual, else 0."""
    due = waiting_mails(event).exclude(waits_until__gt=now)
    # A mail that has waited for a limit is due since then.
    times = [max(at, until or at) for at, until in due.values_list("at", "waits_until")]
    is_late = times and now - min(times) > timedelta(seconds=USUAL_SECONDS)
    return len(times) if is_late else 0


def local_time(event: Event, at: datetime) -> str:
    """Return “Saturday 14 November, 10:00” in the time zone of the event."""
    return date_format(at.astimezone(ZoneInfo(event.timezone)), "l j F, H:i")


def get_mail_queue(event: Event, now: datetime) -> MailQueue:
    """Return the mails of the event that are not sent."""
    rows = list(waiting_mails(event).order_by("at").values_list("at", "error", "waits_until"))
    refused = Mail.objects.filter(event=event, sent_at=None, refused=True).order_by("-id")
    unmailed = unmailed_entries(event).order_by("-id").values_list("name", flat=True)
    limited = [until for _at, _error, until in rows if until and until > now]
    return MailQueue(
        waiting=len(rows),
        is_late=count_late_mails(event, now) > 0,
        limited=len(limited),
        next_time=local_time(event, min(limited)) if limited else "",
        error=next((error for _at, error, _until in reversed(rows) if error), ""),
        refused=names_of(refused.exclude(error=OTHER_ADDRESS)),
        misaddressed=names_of(refused.filter(error=OTHER_ADDRESS)),
        unmailed=list(unmailed[:MAX_NAMES]),
    )


def names_of(mails: QuerySet) -> list[str]:
    """Return the names of the players of these mails, each once."""
    return list(dict.fromkeys(mails.values_list("registration__name", flat=True)[:MAX_NAMES]))
