"""Queues the mails to registered players, and limits how many an address gets."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils.crypto import salted_hmac

from ...models import Mail, Registration
from ...queries.registration.mail import can_send_mail
from ...rules.history import PHONE
from ..change import Change
from .mail_delivery import send_mail, send_mails

MAX_MAILS_PER_HOUR = 3


def queue_mail(change: Change, row: Registration, kind: str):
    """Queue a mail of this kind that an action causes."""
    store_mail(row, kind, change.now, change.actor.source)


def queue_mails(change: Change, rows: Iterable[Registration], kind: str):
    """Queue a mail of this kind, which the staff cause, to each of these entries, in a few queries."""
    if not can_send_mail():
        return
    mails = [
        Mail(
            event=change.event,
            registration=row,
            kind=kind,
            at=change.now,
            address_hash=hash_address(row.email),
        )
        for row in rows
        if row.email
    ]
    if mails:
        Mail.objects.bulk_create(mails, 500)
        send_mails.enqueue([mail.pk for mail in mails])


def store_mail(row: Registration, kind: str, now: datetime, source: str = PHONE) -> bool:
    """Queue a mail of this kind, one of Mail.KINDS, to a stored registration; return whether it is queued.

    The worker sends it if the transaction is committed. Without an email address or a mail server, nothing
    is queued, nor if a visitor (`source` is PHONE) asks for more mails than an address may get.
    """
    address_hash = hash_address(row.email)
    if not row.email or not can_send_mail() or (source == PHONE and is_over_limit(address_hash, now)):
        return False
    mail = Mail.objects.create(
        event=row.event, registration=row, kind=kind, at=now, address_hash=address_hash
    )
    send_mail.enqueue(mail.pk)
    return True


def hash_address(email: str) -> str:
    return salted_hmac("mail address", email.casefold()).hexdigest()


def is_over_limit(address_hash: str, now: datetime) -> bool:
    """Return whether this address has been sent as many mails in the last hour as visitors may cause."""
    mails = Mail.objects.filter(at__gt=now - timedelta(hours=1), address_hash=address_hash)
    return mails.count() >= MAX_MAILS_PER_HOUR
