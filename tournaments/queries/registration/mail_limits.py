"""How many mails an event and its account may send, and when there is room for the next one."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from ...models import AccountTrust, Event, Mail, Registration, SentMail, Staff

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# Mails that visitors may cause to an address: three an hour. Those of the staff count, too.
MAX_VISITOR_MAILS_PER_HOUR = 3
# Visitors ask for these, again if they need them: neither once an hour nor in the ten of an entry.
ASKED_FOR = (Mail.CONFIRM, Mail.LINK)
# Mails to an address, whoever causes them.
MAX_ADDRESS_MAILS_PER_HOUR = 10
MAX_MAILS_PER_ENTRY = 10


@dataclass(frozen=True)
class MailLimits:
    """How many mails an event may send, and all events of its owner together."""

    per_hour: int
    per_day: int


def find_owner(event: Event) -> User | None:
    """Return the account that the mails of an event count for: its first owner. None without one."""
    owners = Staff.objects.filter(event=event, role=Staff.OWNER).select_related("user__trust")
    role = owners.order_by("pk").first()
    return role.user if role else None


def find_trust(user: User) -> AccountTrust | None:
    return getattr(user, "trust", None)


def is_trusted(user: User | None) -> bool:
    """Return whether the site trusts an account: as the admin says, else if not everybody can sign up.

    None is the owner of an event whose owner's account was deleted, or which a command made.
    """
    trust = find_trust(user) if user else None
    if trust and trust.is_trusted is not None:
        return trust.is_trusted
    return settings.SIGN_UP != "open" or (user is not None and user.is_superuser)


def limits_of(user: User | None) -> MailLimits:
    """Return the limits of an account: those of the admin, or else of the settings."""
    per_hour, per_day = settings.UNTRUSTED_MAILS_PER_HOUR, settings.UNTRUSTED_MAILS_PER_DAY
    if is_trusted(user):
        per_hour, per_day = settings.MAILS_PER_HOUR, settings.MAILS_PER_DAY
    if user and (trust := find_trust(user)):
        per_hour = per_hour if trust.mails_per_hour is None else trust.mails_per_hour
        per_day = per_day if trust.mails_per_day is None else trust.mails_per_day
    return MailLimits(per_hour, per_day)


def has_had_all_mails(row: Registration) -> bool:
    """Return whether an entry gets no more mails, except of kinds that anybody can ask for."""
    return row.mails.exclude(kind__in=ASKED_FOR).count() >= MAX_MAILS_PER_ENTRY


def find_wait(mail: Mail, owner: User | None, now: datetime) -> datetime | None:
    """Return until when a mail must wait because of the others; None if it may be sent now."""
    others = SentMail.objects.exclude(mail_pk=mail.pk)
    limits, event = limits_of(owner), others.filter(event_pk=mail.event_id)
    address = others.filter(address_hash=mail.address_hash)
    personal = room_from(address, MAX_ADDRESS_MAILS_PER_HOUR, HOUR, now)
    if mail.kind not in ASKED_FOR:
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
    """Return when fewer than `most` of these mails will have been sent in the last period: maybe now."""
    if most == 0:
        return now + period
    times = rows.filter(at__gt=now - period).order_by("-at").values_list("at", flat=True)
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


def of_account(event: Event, owner: User | None) -> Q:
    """Select the mails that count for the same account as those of this event."""
    if owner is None:
        return Q(event=event)
    return Q(event__in=Staff.objects.filter(user=owner, role=Staff.OWNER).values("event"))
