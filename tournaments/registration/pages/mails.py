"""The text of mails to registered players, written when a mail is sent."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop

from ...models import Mail, Registration
from ..history.cache import load_history
from .confirm_codes import confirm_code
from .mail_limits import find_owner, is_trusted
from .places import waitlist_place
from .states import find_player, state_of

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
