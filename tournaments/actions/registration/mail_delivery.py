"""The task that sends a queued mail. It runs in the worker, outside of any transaction."""

import logging
from datetime import timedelta
from smtplib import SMTPDataError, SMTPNotSupportedError, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django_tasks import task

from ...models import Mail
from ...queries.registration.mail import can_send_mail
from ...queries.registration.mail_text import is_outdated, write_mail
from ..task_queue import MAIL

logger = logging.getLogger("tournaments.mail")

# Until the next attempt; the last one repeats, until the contact data is deleted.
RETRY_MINUTES = (1, 5, 15, 60, 240, 720, 1440)
NO_SERVER = "No mail server is set up (EMAIL_URL)."


@task(queue_name=MAIL)
def send_mail(mail_pk: int):
    """Send a mail, or try again later; one that was sent, deleted or is outdated is left alone.

    After a crash between sending and noting it, the mail is sent twice.
    """
    mail = Mail.objects.select_related("event", "registration__event").filter(pk=mail_pk).first()
    if mail is None or mail.sent_at or mail.refused:
        return
    error, refused = "", False
    try:
        if not mail.registration.email or is_outdated(mail):
            mail.delete()
            return
        if can_send_mail():
            deliver(mail)
        else:
            error = NO_SERVER
    except Exception as problem:
        # Whatever it is, the mail must not be lost.
        error, refused = describe_error(problem), is_refusal(problem)
        if not isinstance(problem, OSError):
            logger.exception("Mail %s was not sent", mail_pk)
    note_attempt(mail, error, refused)


@task(queue_name=MAIL)
def send_mails(mail_pks: list[int]):
    """Queue the sending of these mails, each as a task of its own that is tried again."""
    for pk in mail_pks:
        send_mail.enqueue(pk)


def deliver(mail: Mail):
    """Write the mail in the player's language and give it to the mail server."""
    row = mail.registration
    with translation.override(row.language or settings.LANGUAGE_CODE):
        text = write_mail(mail)
        context = {"mail": text, "language": translation.get_language()}
        message = EmailMultiAlternatives(
            text.subject,
            render_to_string("mail/mail.txt", context),
            to=[row.email],
            # So that no program answers it.
            headers={"Auto-Submitted": "auto-generated"},
        )
        message.attach_alternative(render_to_string("mail/mail.html", context), "text/html")
        message.send()


def note_attempt(mail: Mail, error: str, refused: bool):
    """Store the outcome of an attempt, and queue the next one if it failed."""
    now = timezone.now()
    minutes = RETRY_MINUTES[min(mail.attempts, len(RETRY_MINUTES) - 1)]
    with transaction.atomic():
        Mail.objects.filter(pk=mail.pk).update(
            attempts=mail.attempts + 1, error=error, refused=refused, sent_at=None if error else now
        )
        if error and not refused:
            send_mail.using(run_after=now + timedelta(minutes=minutes)).enqueue(mail.pk)


def is_refusal(problem: Exception) -> bool:
    """Return whether the server will never accept this address or this mail."""
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
    return " ".join(f"{code} {answer}".split())[: Mail._meta.get_field("error").max_length]
