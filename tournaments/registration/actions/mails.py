"""The task that sends a queued mail. It runs in the worker, outside of any transaction."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPNotSupportedError, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django_tasks import task
from django_tasks.base import Task

from ...models import Mail, Registration, SentMail
from ...models.registration import QueuedMail
from ...queries.registration.mail import OTHER_ADDRESS, address_of, can_send_mail, hash_address
from ...queries.registration.mail_limits import DAY, find_owner, find_wait, of_account
from ...queries.registration.mail_text import is_outdated, write_mail
from ...queries.registration.places import other_entries
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
    try_to_send(mail, deliver_if_due, send_mail)


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


class OtherAddress(OSError):
    """The mail is not for the address that the player has now, or the SECRET_KEY of its hash has changed."""


class NotDue(Exception):
    """The mail is deleted, or waits for room under a limit."""


def deliver_if_due(mail: Mail):
    """Deliver a mail, delete one that is outdated, or let it wait under the limits."""
    email = address_of(mail.registration, mail.kind)
    if not email or is_outdated(mail):
        mail.delete()
        raise NotDue
    check_address(mail, hash_address(email))
    if not can_send_mail():
        raise OSError(NO_SERVER)
    counted, wait = count_mail(mail, timezone.now())
    if wait:
        send_later(mail, wait)
        raise NotDue
    try:
        deliver(mail, email)
    except Exception:
        counted.delete()
        raise


def check_address(mail: Mail, address_hash: str):
    """Raise OtherAddress if a mail is not for the address with this hash; delete it if that has a mail."""
    if not mail.address_hash:
        # Of a backup that an earlier release has restored.
        mail.address_hash = address_hash
        mail.save(update_fields=["address_hash"])
    if mail.address_hash == address_hash:
        return
    # An address that was changed since gets mails of its own.
    if Mail.objects.filter(registration=mail.registration_id, address_hash=address_hash).exists():
        mail.delete()
        raise NotDue
    raise OtherAddress(OTHER_ADDRESS)


def count_mail(mail: Mail, now: datetime) -> tuple[SentMail | None, datetime | None]:
    """Count a mail as sent; return its row, or until when it must wait instead.

    It is counted before it is sent: several workers at once cannot exceed a limit together.
    """
    delete_old_counts(now)
    owner = find_owner(mail.event)
    facts = {"at": now, "kind": mail.kind, "address_hash": mail.address_hash}
    facts |= {"event_pk": mail.event_id, "account_pk": owner and owner.pk}
    counted, _is_new = SentMail.objects.update_or_create(mail_pk=mail.pk, defaults=facts)
    wait = find_wait(mail, owner, now)
    if wait:
        counted.delete()
        return None, wait
    return counted, None


def delete_old_counts(now: datetime):
    """Delete the rows that the limits no longer count."""
    SentMail.objects.filter(at__lte=now - DAY).delete()


def send_later(mail: Mail, at: datetime):
    """Let a mail wait for room under a limit."""
    with transaction.atomic():
        Mail.objects.filter(pk=mail.pk).update(waits_until=at)
        send_mail.using(run_after=at).enqueue(mail.pk)


@task(queue_name=MAIL)
def send_mails(mail_pks: list[int]):
    """Queue the sending of these mails, each as a task of its own that is tried again."""
    for pk in mail_pks:
        send_mail.enqueue(pk)


def release_waiting_mails(owner: User):
    """Let the mails that wait under an account's limits try at once, after the limits have changed."""
    with transaction.atomic():
        waiting = Mail.objects.filter(of_account(None, owner), sent_at=None, refused=False)
        waiting = waiting.exclude(waits_until=None)
        pks = list(waiting.order_by("pk").values_list("pk", flat=True))
        waiting.update(waits_until=None)
        send_mails.enqueue(pks)


def deliver(mail: Mail, email: str):
    """Write the mail in the player's language and give it to the mail server.

    Where an address must be confirmed that another entry has, the mail is the link of that entry.
    """
    if mail.kind == Mail.CONFIRM and (owner := find_owner_of(email, mail)):
        mail.registration, mail.kind = owner, Mail.LINK
    with translation.override(mail.registration.language or settings.LANGUAGE_CODE):
        text = write_mail(mail)
        context = {"mail": text, "language": translation.get_language()}
        message = EmailMultiAlternatives(
            text.subject,
            render_to_string("mail/mail.txt.jinja", context),
            to=[email],
            # So that no program answers it.
            headers={"Auto-Submitted": "auto-generated"},
        )
        message.attach_alternative(render_to_string("mail/mail.jinja", context), "text/html")
        message.send()


def find_owner_of(email: str, mail: Mail) -> Registration | None:
    """Return another open entry of the event with this address."""
    others = other_entries(mail.event, timezone.now(), mail.registration).select_related("event")
    return others.filter(email__iexact=email).first()


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
    return " ".join(f"{code} {answer}".split())[: Mail._meta.get_field("error").max_length]
