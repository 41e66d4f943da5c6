"""Mails of registration."""

import logging
from collections.abc import Callable, Iterable
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

from ...changes.change import Change
from ...changes.tasks import MAIL
from ...models import Mail, Registration, SentMail
from ...models.registration import QueuedMail
from ...rules.history import PHONE
from ...rules.registration import is_email
from ..pages.mails import (
    ASKED_FOR,
    DAY,
    HOUR,
    MAX_MAILS_PER_ENTRY,
    MAX_VISITOR_MAILS_PER_HOUR,
    OTHER_ADDRESS,
    address_of,
    can_send_mail,
    find_owner,
    find_wait,
    has_had_all_mails,
    hash_address,
    is_outdated,
    of_account,
    write_mail,
)
from ..pages.offer import other_entries

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


def queue_mail(change: Change, row: Registration, kind: str):
    """Queue a mail of this kind that an action causes."""
    store_mail(row, kind, change.now, change.actor.source)


def queue_mails(change: Change, rows: Iterable[Registration], kind: str):
    """Queue a mail of this kind, which the staff cause, to each of these entries, in a few queries."""
    rows = [row for row in rows if row.email]
    if not rows or not can_send_mail():
        return
    sent, waiting = {}, set()
    known = Mail.objects.filter(registration__in=[row.pk for row in rows])
    facts = known.values_list("registration_id", "kind", "address_hash", "sent_at", "refused")
    for pk, known_kind, address_hash, sent_at, refused in facts:
        if known_kind not in ASKED_FOR:
            sent[pk] = sent.get(pk, 0) + 1
        if not (sent_at or refused):
            waiting.add((pk, known_kind, address_hash))
    mails, unmailed = [], []
    for row in rows:
        address_hash = hash_address(row.email)
        if (row.pk, kind, address_hash) in waiting:
            continue
        is_over = kind not in ASKED_FOR and sent.get(row.pk, 0) >= MAX_MAILS_PER_ENTRY
        if is_over or not is_email(row.email):
            unmailed.append(row.pk)
            continue
        mails.append(
            Mail(event=change.event, registration=row, kind=kind, at=change.now, address_hash=address_hash)
        )
    entries = Registration.objects.filter(event=change.event)
    entries.filter(pk__in=unmailed).update(is_unmailed=True)
    entries.filter(pk__in=[mail.registration_id for mail in mails], is_unmailed=True).update(
        is_unmailed=False
    )
    if mails:
        Mail.objects.bulk_create(mails, 500)
        send_mails.enqueue([mail.pk for mail in mails])


def store_mail(row: Registration, kind: str, now: datetime, source: str = PHONE) -> bool:
    """Queue a mail of this kind, one of Mail.KINDS, to a stored registration; return whether it is queued.

    The worker sends it if the transaction is committed. Without an email address or a mail server, nothing
    is queued, nor if a visitor (`source` is PHONE) asks for more mails than an address may get, or the entry
    has had all its mails (kinds that anybody can ask for do not count). Then the entry says so, on its page
    and at the desk.
    """
    email = address_of(row, kind)
    if not email or not can_send_mail():
        return False
    address_hash = hash_address(email)
    mails = Mail.objects.filter(registration=row)
    if mails.filter(kind=kind, address_hash=address_hash, sent_at=None, refused=False).exists():
        return True
    is_refused = (
        not is_email(email)
        or (kind not in ASKED_FOR and has_had_all_mails(row))
        or (source == PHONE and is_over_limit(address_hash, now))
    )
    # Anybody may ask for a link: it neither raises nor clears the warning about a mail of the event.
    if kind != Mail.LINK:
        note_unmailed(row, is_refused)
    if is_refused:
        return False
    mail = Mail.objects.create(
        event=row.event, registration=row, kind=kind, at=now, address_hash=address_hash
    )
    send_mail.enqueue(mail.pk)
    return True


def note_unmailed(row: Registration, is_unmailed: bool):
    """Store in the entry whether its last mail could not be queued."""
    if row.is_unmailed != is_unmailed:
        row.is_unmailed = is_unmailed
        row.save(update_fields=["is_unmailed"])


def is_over_limit(address_hash: str, now: datetime) -> bool:
    """Return whether an address has as many mails as visitors may cause: sent in the last hour or due now.

    Mails that wait for room under other limits do not count: they could keep others away for days.
    """
    sent = SentMail.objects.filter(address_hash=address_hash, at__gt=now - HOUR).count()
    due = Mail.objects.filter(address_hash=address_hash, sent_at=None, refused=False)
    return sent + due.exclude(waits_until__gt=now).count() >= MAX_VISITOR_MAILS_PER_HOUR
