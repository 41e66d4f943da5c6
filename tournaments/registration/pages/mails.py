"""Texts and limits of mails."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import User
from django.core.signing import Signer
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop

from ...history.cache import load_history
from ...models import AccountTrust, Event, Mail, Registration, SentMail, Staff
from ...models.registration import OPEN_STATES
from .offer import find_player, state_of, waitlist_place

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


def confirm_code(row: Registration) -> str:
    """Return the code of this entry and the address to confirm: letters, digits, "-" and "_"."""
    return Signer(salt="confirm").signature(f"{row.token}:{row.address_to_confirm}")


def is_confirm_code(row: Registration, code: str) -> bool:
    """Return whether the code was sent to the address that the entry has to confirm now."""
    return bool(row.address_to_confirm) and constant_time_compare(code, confirm_code(row))


MAX_NAME_LENGTH = 100
MOMENT = "l j F Y, H:i"

# Kind → subject, first paragraph.
TEXTS = {
    Mail.CONFIRM: (
        gettext_noop("Confirm your email address"),
        gettext_noop("Please confirm your email address for {event}."),
    ),
    Mail.REGISTERED: (
        gettext_noop("You are registered"),
        gettext_noop("You are registered for {event}."),
    ),
    Mail.PENDING: (
        gettext_noop("Your registration waits for approval"),
        gettext_noop("The organiser of {event} will look at your registration. You get a mail then."),
    ),
    Mail.WAITING: (
        gettext_noop("You are on the waitlist"),
        gettext_noop("All places of {event} are taken. When one becomes free for you, you get a mail."),
    ),
    Mail.MOVED_UP: (
        gettext_noop("You have a place"),
        gettext_noop("A place has become free, and it is yours: you are registered for {event}."),
    ),
    Mail.DECLINED: (
        gettext_noop("Your registration was declined"),
        gettext_noop("The organiser of {event} has declined your registration."),
    ),
    Mail.WITHDRAWN: (
        gettext_noop("Your registration was withdrawn"),
        gettext_noop("The organiser of {event} has withdrawn your registration."),
    ),
    Mail.LINK: (
        gettext_noop("Your personal link"),
        gettext_noop("This is your personal link for {event}."),
    ),
}
# A mail of this kind is not sent any more once the entry has another state.
STATE_OF_KIND = {
    Mail.REGISTERED: Registration.REGISTERED,
    Mail.PENDING: Registration.PENDING,
    Mail.WAITING: Registration.WAITING,
    Mail.MOVED_UP: Registration.REGISTERED,
    Mail.DECLINED: Registration.DECLINED,
    Mail.WITHDRAWN: Registration.WITHDRAWN,
}


@dataclass(frozen=True)
class MailText:
    """The text of a mail, which the templates in templates/mail write as plain text and as HTML.

    `links` are (label, address), `facts` are (label, value).
    """

    subject: str
    greeting: str
    paragraphs: list[str]
    links: list[tuple[str, str]]
    facts: list[tuple[str, str]]
    footer: str


def is_outdated(mail: Mail) -> bool:
    """Return whether the mail has nothing to say any more: a later one says what has happened since."""
    row = mail.registration
    if mail.kind == Mail.CONFIRM:
        return row.email_confirmed_at is not None and not row.new_email
    return mail.kind in STATE_OF_KIND and current_state(row) != STATE_OF_KIND[mail.kind]


def write_mail(mail: Mail) -> MailText:
    """Write the mail in the current language."""
    row, event = mail.registration, mail.event
    name = one_line(event.name)
    subject, first = (gettext(text) for text in TEXTS[mail.kind])
    # Everybody may choose the name of an event: a stranger could write to anybody with it.
    if is_trusted(find_owner(event)):
        subject = gettext("{subject}: {event}").format(subject=subject, event=name)
    # The owner of an address that is not confirmed may never have heard of us. A stranger who entered it
    # could write to them in the name.
    greeting = gettext("Hello,")
    if row.email_confirmed_at and mail.kind != Mail.CONFIRM:
        greeting = gettext("Hello {name},").format(name=one_line(row.name))
    return MailText(
        subject=subject,
        greeting=greeting,
        paragraphs=[first.format(event=name), *notes(mail)],
        links=links(mail),
        facts=facts(row),
        footer=gettext(
            "You get this mail because this address was entered for {event}. If it wasn’t you, ignore it."
        ).format(event=name),
    )


def notes(mail: Mail) -> list[str]:
    row, texts = mail.registration, []
    if mail.kind == Mail.CONFIRM and row.held_until and row.held_until > timezone.now():
        until = date_format(local(row, row.held_until), MOMENT)
        texts.append(gettext("Your place is held until {time}.").format(time=until))
    if mail.kind in (Mail.CONFIRM, Mail.REGISTERED, Mail.MOVED_UP, Mail.LINK):
        texts.append(
            gettext(
                "On your page you see your table and report results, edit your registration or withdraw. "
                "Keep its address to yourself."
            )
        )
    return texts


def links(mail: Mail) -> list[tuple[str, str]]:
    """Return the links; empty if the address of the site is not known."""
    row, slug = mail.registration, mail.event.slug
    site = (settings.SITE_URL or row.site_url).rstrip("/")
    if not site:
        return []
    own_page = gettext("Your page"), site + reverse("me", args=[slug, row.token])
    if mail.kind != Mail.CONFIRM:
        return [own_page]
    path = reverse("confirm_email", args=[slug, row.token, confirm_code(row)])
    return [(gettext("Confirm my address"), site + path), own_page]


def facts(row: Registration) -> list[tuple[str, str]]:
    event = row.event
    lines = [(gettext("State"), state_text(row))]
    if event.starts_at:
        at = date_format(local(row, event.starts_at), MOMENT)
        lines.append((gettext("Start"), f"{at} ({event.timezone})"))
    if event.place:
        lines.append((gettext("Venue"), one_line(event.place)))
    return lines


def current_state(row: Registration) -> str:
    return state_of(row, find_player(load_history(row.event), row))


def state_text(row: Registration) -> str:
    state = current_state(row)
    if state == Registration.WAITING:
        return gettext("number {place} on the waitlist").format(place=waitlist_place(row))
    return str(dict(Registration.STATES)[state])


def local(row: Registration, at):
    return timezone.localtime(at, ZoneInfo(row.event.timezone))


def one_line(text: str) -> str:
    """Return a name as one line of printable characters, so that it adds no lines or headers to a mail."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:MAX_NAME_LENGTH]
