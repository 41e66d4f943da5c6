"""Queues the mails to registered players, and limits how many an address and an entry get."""

from collections.abc import Iterable
from datetime import datetime

from ...models import Mail, Registration, SentMail
from ...queries.registration.mail import address_of, can_send_mail, hash_address
from ...queries.registration.mail_limits import (
    ASKED_FOR,
    HOUR,
    MAX_MAILS_PER_ENTRY,
    MAX_VISITOR_MAILS_PER_HOUR,
    has_had_all_mails,
)
from ...rules.history import PHONE
from ...rules.registration.entries import is_email
from ..change import Change
from .mail_delivery import send_mail, send_mails


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
