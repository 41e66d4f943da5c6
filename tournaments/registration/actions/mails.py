"""Mails to registered players: queued by actions, sent by the worker under limits."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import Q, QuerySet
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare
from django_tasks import task

from ...changes.change import Change
from ...changes.tasks import MAIL
from ...history.cache import load_history
from ...models import Event, Mail, Registration, SentMail, Staff
from ...models.registration import MAX_MAILS_PER_ENTRY, OPEN_STATES, hash_address
from ...models.staff import MailLimits, find_owner, limits_of
from ...rules.history import PHONE
from ...rules.registration import is_email
from ...web.mails import NotDue, OtherAddress, can_send_mail, try_to_send
from ..pages.entries import write_mail

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# Mails that visitors may cause to an address: three an hour. Those of the staff count, too.
MAX_VISITOR_MAILS_PER_HOUR = 3
# Mails to an address, whoever causes them.
MAX_ADDRESS_MAILS_PER_HOUR = 10
# A mail of this kind is not sent any more once the entry has another state.
STATE_OF_KIND = {
    Mail.REGISTERED: Registration.REGISTERED,
    Mail.PENDING: Registration.PENDING,
    Mail.WAITING: Registration.WAITING,
    Mail.MOVED_UP: Registration.REGISTERED,
    Mail.DECLINED: Registration.DECLINED,
    Mail.WITHDRAWN: Registration.WITHDRAWN,
    Mail.INVITED: Registration.INVITED,
}
NO_SERVER = "No mail server is set up (EMAIL_URL)."


def queue_mail(change: Change, row: Registration, kind: str):
    """Queue a mail of this kind that an action causes."""
    store_mail(row, kind, change.now, change.actor.source)


def queue_mails(change: Change, rows: Iterable[Registration], kind: str, delay: timedelta = timedelta()):
    """Queue a mail of this kind, which the staff cause, to each of these entries, in a few queries.

    They are sent after the `delay`.
    """
    rows = [row for row in rows if row.email]
    if not rows or not can_send_mail():
        return
    sent, waiting = {}, set()
    known = Mail.objects.filter(registration__in=[row.pk for row in rows])
    facts = known.values_list("registration_id", "kind", "address_hash", "sent_at", "refused")
    for pk, known_kind, address_hash, sent_at, refused in facts:
        if known_kind not in Mail.ASKED_FOR:
            sent[pk] = sent.get(pk, 0) + 1
        if not (sent_at or refused):
            waiting.add((pk, known_kind, address_hash))
    mails, unmailed = [], []
    for row in rows:
        address_hash = hash_address(row.email)
        if (row.pk, kind, address_hash) in waiting:
            continue
        is_over = kind not in Mail.ASKED_FOR and sent.get(row.pk, 0) >= MAX_MAILS_PER_ENTRY
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
        send_mails.using(run_after=change.now + delay).enqueue([mail.pk for mail in mails])


def store_mail(row: Registration, kind: str, now: datetime, source: str = PHONE) -> bool:
    """Queue a mail of this kind, one of Mail.KINDS, to a stored registration; return whether it is queued.

    The worker sends it if the transaction is committed. Without an email address or a mail server, nothing
    is queued, nor if a visitor (`source` is PHONE) asks for more mails than an address may get, or the entry
    has had all its mails (kinds that anybody can ask for do not count). Then the entry says so, on its page
    and at the desk.
    """
    email = row.address_for(kind)
    if not email or not can_send_mail():
        return False
    address_hash = hash_address(email)
    mails = Mail.objects.filter(registration=row)
    if mails.filter(kind=kind, address_hash=address_hash, sent_at=None, refused=False).exists():
        return True
    is_refused = (
        not is_email(email)
        or (kind not in Mail.ASKED_FOR and row.has_had_all_mails)
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


def send_link(event: Event, email: str, site_url: str):
    """Mail the link of the entry with this address, if there is one; `site_url` is scheme and host.

    A task looks for the entry, so that a request takes the same time whether the address is known or not.
    Tasks are stored for a while: this one does not hold the address itself.
    """
    find_and_send.enqueue(event.pk, hash_address(email), site_url)


@task(queue_name=MAIL)
def find_and_send(event_pk: int, address_hash: str, site_url: str):
    """Queue the mail of the entry whose address has this hash: of an open one before others.

    One that has changed its address to this one, and not confirmed it yet, comes last.
    """
    rows = [
        row
        for row in Registration.objects.filter(event=event_pk).order_by("-id")
        if is_address(row.email, address_hash) or is_address(row.new_email, address_hash)
    ]
    if not rows:
        return
    row = max(rows, key=lambda row: (is_address(row.email, address_hash), row.state in OPEN_STATES))
    must_confirm = row.state == Registration.UNCONFIRMED or bool(row.new_email)
    is_to_confirm = must_confirm and is_address(row.address_to_confirm, address_hash)
    with transaction.atomic():
        # So that two at once do not exceed a limit together.
        Event.objects.select_for_update().get(pk=event_pk)
        row.site_url = site_url
        row.save(update_fields=["site_url"])
        store_mail(row, Mail.CONFIRM if is_to_confirm else Mail.LINK, timezone.now())


def is_address(email: str, address_hash: str) -> bool:
    return bool(email) and constant_time_compare(hash_address(email), address_hash)


@task(queue_name=MAIL)
def send_mail(mail_pk: int):
    """Send a mail, or try again later; one that was sent, deleted or is outdated is left alone.

    After a crash between sending and noting it, the mail is sent twice.
    """
    mail = Mail.objects.select_related("event", "registration__event").filter(pk=mail_pk).first()
    if mail is None or mail.sent_at or mail.refused:
        return
    try_to_send(mail, deliver_if_due, send_mail)


def deliver_if_due(mail: Mail):
    """Deliver a mail, delete one that is outdated, or let it wait under the limits."""
    email = mail.registration.address_for(mail.kind)
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


def is_outdated(mail: Mail) -> bool:
    """Return whether the mail has nothing to say any more: a later one says what has happened since."""
    row = mail.registration
    if mail.kind == Mail.CONFIRM:
        return row.email_confirmed_at is not None and not row.new_email
    if mail.kind in (Mail.CANCELLED, Mail.REVIVED):
        return bool(row.event.cancelled) != (mail.kind == Mail.CANCELLED)
    return mail.kind in STATE_OF_KIND and row.state_in(load_history(row.event)) != STATE_OF_KIND[mail.kind]


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
    raise OtherAddress(Mail.OTHER_ADDRESS)


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


def find_wait(mail: Mail, owner: User | None, now: datetime) -> datetime | None:
    """Return until when a mail must wait because of the others; None if it may be sent now."""
    others = SentMail.objects.exclude(mail_pk=mail.pk)
    limits, event = limits_of(owner), others.filter(event_pk=mail.event_id)
    address = others.filter(address_hash=mail.address_hash)
    personal = room_from(address, MAX_ADDRESS_MAILS_PER_HOUR, HOUR, now)
    if mail.kind not in Mail.ASKED_FOR:
        same = address.filter(event_pk=mail.event_id, kind=mail.kind)
        personal = max(personal, room_from(same, 1, HOUR, now))
    checks = []
    for rows in (event, others.filter(account_pk=owner.pk)) if owner else (event,):
        checks += [(rows, limits.per_hour, HOUR), (rows, limits.per_day, DAY)]
    shared = max(room_from(rows, most, period, now) for rows, most, period in checks)
    if shared > now:
        shared = next_turn(mail, owner, limits, shared)
    wait = max(personal, shared)
    return wait if wait > now else None


def room_from(rows: QuerySet, most: int, period: timedelta, now: datetime) -> datetime:
    """Return when fewer than `most` of these mails will have been sent in the last period: maybe now.

    Mails of the future, from before the clock was set back, do not count.
    """
    if most == 0:
        return now + period
    times = rows.filter(at__gt=now - period, at__lte=now).order_by("-at").values_list("at", flat=True)
    full = times[most - 1 : most]
    return full[0] + period if full else now


def next_turn(mail: Mail, owner: User | None, limits: MailLimits, first: datetime) -> datetime:
    """Return when a mail gets its turn, at `first` at the earliest, behind the others that wait.

    Otherwise thousands of waiting mails would all try again at each moment when there is room for a few.
    """
    waiting = Mail.objects.filter(of_account(mail.event, owner), sent_at=None, refused=False)
    waiting = waiting.exclude(pk=mail.pk).filter(waits_until__gte=first)
    times = waiting.order_by("-waits_until").values_list("waits_until", flat=True)
    last = times.first()
    if last is None:
        return first
    in_hour = times.filter(waits_until__gt=last - HOUR)[: max(limits.per_hour, 1)]
    in_day = times.filter(waits_until__gt=last - DAY)[: max(limits.per_day, 1)]
    in_hour, in_day = list(in_hour), list(in_day)
    if len(in_day) >= limits.per_day:
        return in_day[-1] + DAY
    return in_hour[-1] + HOUR if len(in_hour) >= limits.per_hour else last


def of_account(event: Event | None, owner: User | None) -> Q:
    """Select the mails that count for the same account, or without one for this event."""
    if owner is None:
        return Q(event=event)
    return Q(event__in=Staff.objects.filter(user=owner, role=Staff.OWNER).values("event"))


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
    others = Registration.objects.open_beside(mail.registration, mail.event, timezone.now()).select_related(
        "event"
    )
    return others.filter(email__iexact=email).first()
