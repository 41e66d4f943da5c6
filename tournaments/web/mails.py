"""Delivery of queued mails: attempts, and their errors."""

import logging
from collections.abc import Callable
from datetime import timedelta
from smtplib import SMTPDataError, SMTPNotSupportedError, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django_tasks.base import Task

from ..models.registration import QueuedMail

logger = logging.getLogger("tournaments.mail")
# Backends that only show what they would send.
WITHOUT_SERVER = ("console", "dummy", "filebased")
# Until the next attempt; the last one repeats, until the contact data is deleted.
RETRY_MINUTES = (1, 5, 15, 60, 240, 720, 1440)


def can_send_mail() -> bool:
    """Return whether a mail server is set up (EMAIL_URL)."""
    return settings.EMAIL_BACKEND.split(".")[-2] not in WITHOUT_SERVER


class OtherAddress(OSError):
    """The mail is not for the address that the player has now, or the SECRET_KEY of its hash has changed."""


class NotDue(Exception):
    """The mail is deleted, or waits for room under a limit."""


def try_to_send(mail: QueuedMail, deliver: Callable[[QueuedMail], None], retry_task: Task) -> bool:
    """Deliver a mail and note it, or queue the next attempt, `retry_task`; return whether it is delivered.

    `deliver` raises NotDue if the mail is not to be sent now.
    """
    error, refused = "", False
    try:
        deliver(mail)
    except NotDue:
        return False
    except Exception as problem:
        # Whatever it is, the mail must not be lost.
        error, refused = describe_error(problem), is_refusal(problem)
        if not isinstance(problem, OSError):
            logger.exception("%s %s was not sent", type(mail).__name__, mail.pk)
    note_attempt(mail, retry_task, error, refused)
    return not error


def note_attempt(mail: QueuedMail, retry_task: Task, error: str, refused: bool):
    """Store the outcome of an attempt; if it failed, queue the next one, `retry_task`."""
    now = timezone.now()
    minutes = RETRY_MINUTES[min(mail.attempts, len(RETRY_MINUTES) - 1)]
    with transaction.atomic():
        type(mail).objects.filter(pk=mail.pk).update(
            attempts=mail.attempts + 1, error=error, refused=refused, sent_at=None if error else now
        )
        if error and not refused:
            retry_task.using(run_after=now + timedelta(minutes=minutes)).enqueue(mail.pk)


def is_refusal(problem: Exception) -> bool:
    """Return whether the mail will never be sent: to this address, or because the server does not take it."""
    if isinstance(problem, OtherAddress):
        return True
    if isinstance(problem, SMTPRecipientsRefused):
        return all(code >= 500 for code, _text in problem.recipients.values())
    if isinstance(problem, SMTPDataError):
        return problem.smtp_code >= 500
    # The address is in letters that the server does not know.
    return isinstance(problem, SMTPNotSupportedError | UnicodeError)


def describe_error(problem: Exception) -> str:
    """Return the answer of the mail server, or else the error, in one line."""
    if isinstance(problem, SMTPRecipientsRefused):
        code, answer = next(iter(problem.recipients.values()))
    elif isinstance(problem, SMTPResponseException):
        code, answer = problem.smtp_code, problem.smtp_error
    else:
        text = str(getattr(problem, "strerror", None) or problem)
        code, answer = "", text or type(problem).__name__
    if isinstance(answer, bytes):
        answer = answer.decode("utf-8", "replace")
    return " ".join(f"{code} {answer}".split())[: QueuedMail._meta.get_field("error").max_length]
