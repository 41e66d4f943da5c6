"""What visitors and players read of a registration: the offer, their entry and its mails."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop

from ...history.cache import load_history
from ...models import Event, Mail, Phase, Player, Registration, Series
from ...models.registration import OPEN_STATES
from ...models.staff import find_owner, is_trusted
from ...rules import registration
from ...rules.event_file import REGISTRATION
from ...rules.history.players import facts_of
from ...rules.registration import PLAYER_ID, RegistrationEntry
from ...web.mails import can_send_mail
from ...web.status import moment_text, time_at

# The states of a registration: players can register, or go on the waitlist; or nobody can, and why.
OPEN, WAITLIST, FULL, EARLY = "open", "waitlist", "full", "early"
CLOSED, LATE, STARTED, OVER, CANCELLED = "closed", "late", "started", "over", "cancelled"
STATE_OF_REFUSAL = {
    registration.NOT_OPEN_YET: EARLY,
    registration.NOT_OPEN: CLOSED,
    registration.HAS_CLOSED: LATE,
    registration.HAS_STARTED: STARTED,
    registration.EVENT_IS_OVER: OVER,
    registration.EVENT_IS_CANCELLED: CANCELLED,
}


@dataclass(frozen=True)
class RegistrationOffer:
    """The registration of an event as visitors see it.

    `free` is the number of places for newcomers, None without a cap; `waiting` is the length of the waitlist.
    `opens` and `closes` are in the event's time zone, empty without a time.
    """

    state: str
    cap: int | None
    free: int | None
    waiting: int
    opens: str
    closes: str
    timezone: str
    text: str

    @property
    def has_form(self) -> bool:
        return self.state in (OPEN, WAITLIST)

    @property
    def is_announced(self) -> bool:
        """Return whether the event's public pages show it."""
        return self.state in (OPEN, WAITLIST, FULL, EARLY)


def get_offer(event: Event) -> RegistrationOffer:
    """Return the current state of an event's registration."""
    history, now = load_history(event), timezone.now()
    settings, free, waiting = history.registration, None, 0
    if refusal := registration.refusal(history, now):
        state = STATE_OF_REFUSAL[refusal]
    else:
        left = Registration.objects.count_unclaimed_places(history, event, now)
        waiting = Registration.objects.waitlist(event).count()
        # Those who wait come first.
        free = None if left is None else max(0, left - waiting)
        state = OPEN if free != 0 else WAITLIST if settings.waitlist else FULL
    return RegistrationOffer(
        state=state,
        cap=settings.cap,
        free=free,
        waiting=waiting,
        opens=moment_text(settings.opens_at, event.timezone),
        closes=moment_text(settings.closes_at, event.timezone),
        timezone=event.timezone,
        text=settings.text,
    )


def registration_moment(event: Event) -> str:
    """Return OPEN, EARLY or CLOSED by the event's row and the clock, which changes no version."""
    if not event.registration or event.cancelled:
        return CLOSED
    settings = REGISTRATION.read(event.registration, "event.registration")
    refusal = registration.refusal_by_settings(settings, timezone.now())
    return {"": OPEN, registration.NOT_OPEN_YET: EARLY}.get(refusal, CLOSED)


def registration_moments(events: Iterable[Event]) -> dict[int, str]:
    """Return OPEN, EARLY or CLOSED of each event by key, like `get_offer`: CLOSED once round 1 is drawn."""
    moments = {event.pk: registration_moment(event) for event in events}
    awaited = [pk for pk, moment in moments.items() if moment != CLOSED]
    if awaited:
        begun = Phase.objects.filter(Q(rounds__isnull=False) | ~Q(pods=[]), event__in=awaited)
        moments |= dict.fromkeys(begun.values_list("event", flat=True), CLOSED)
    return moments


@dataclass(frozen=True)
class RegistrationPage:
    """A registration as its player sees it.

    `place` is the place on the waitlist, 0 for none. `held_until` is the time until which a place is held,
    empty if none is; `address` has to be confirmed. `offer` is for players who have withdrawn. `email` is the
    address that the link was mailed to, empty if no mail was sent. `mail_note` says what is wrong with the
    mails or what to do with one; `can_resend`: they can be asked for again.
    """

    name: str
    state: str
    has_started: bool
    place: int
    held_until: str
    address: str
    offer: RegistrationOffer | None
    is_unmailed: bool
    email: str
    mail_note: str
    can_resend: bool
    # Of an invitation: the time to answer is over; the entry was one before it was declined, by the player
    # or not; when and where the final is, and whose final, if everybody can see that.
    is_too_late: bool = False
    was_invited: bool = False
    has_declined: bool = False
    starts: str = ""
    venue: str = ""
    rank: int = 0
    series: Series | None = None

    @property
    def can_answer(self) -> bool:
        """Return whether this is an invitation that can be accepted or declined."""
        return self.state == Registration.INVITED and not (self.is_too_late or self.has_started)

    @property
    def can_edit(self) -> bool:
        return self.state != Registration.INVITED and is_editable(self.state, self.has_started)


def get_registration_page(row: Registration, player: Player | None) -> RegistrationPage:
    """Return the page of an entry whose player, if there is one, is not in the event."""
    history, now = load_history(row.event), timezone.now()
    state = row.state_in(history)
    is_held = row.held_until and row.held_until > now
    series = find_series(row) if state in (Registration.INVITED, Registration.DECLINED) else None
    return RegistrationPage(
        name=public_name(row),
        state=state,
        has_started=registration.has_started(history),
        place=row.waitlist_place if state == Registration.WAITING else 0,
        held_until=held_text(row, history.timezone) if is_held else "",
        address=row.address_to_confirm,
        offer=get_offer(row.event) if state == Registration.WITHDRAWN else None,
        is_unmailed=row.is_unmailed,
        email=mailed_address(row),
        mail_note=get_mail_note(row, state),
        can_resend=can_resend(row),
        is_too_late=bool(row.held_until) and not is_held,
        was_invited=state == Registration.DECLINED and series is not None,
        has_declined=state == Registration.DECLINED and series is not None and has_declined(row),
        starts=moment_text(history.starts_at, history.timezone),
        venue=history.place,
        rank=row.order or 0,
        series=series if series and series.is_public and series.club.is_published else None,
    )


def find_series(row: Registration) -> Series | None:
    """Return the series to whose final an entry is invited."""
    return Series.objects.filter(final=row.event_id).select_related("club").first()


def has_declined(row: Registration) -> bool:
    """Return whether the player declined the invitation, not the desk or the deadline."""
    return row.event.log.filter(sentence="decline_invitation", who=row.name).exists()


def held_text(row: Registration, zone: str) -> str:
    """Return the time until which a place is held, with the date for an invitation."""
    is_invited = row.state == Registration.INVITED
    return date_format(local(row, row.held_until), MOMENT) if is_invited else time_at(zone, row.held_until)


def mailed_address(row: Registration | None) -> str:
    """Return the address that the player's link was mailed to; empty without one."""
    return row.email if row and can_send_mail() and not row.is_unmailed else ""


def get_mail_note(row: Registration | None, state: str) -> str:
    """Return what the player must know of their mails: one could not be sent, or an address changes."""
    if row is None or not can_send_mail() or state not in OPEN_STATES:
        return ""
    if row.is_unmailed:
        if can_resend(row):
            text = gettext(
                "We couldn’t send a mail to {email}, because it has had too many mails. Ask for it again in "
                "an hour, or ask the organiser."
            )
        else:
            text = gettext(
                "We couldn’t send a mail to {email}, because this registration has had too many mails. Look "
                "at this page for news, or ask the organiser."
            )
        return text.format(email=row.address_to_confirm)
    if row.new_email and state != Registration.UNCONFIRMED:
        text = gettext("Open the link in the mail to {email}: it becomes your address then.")
        return text.format(email=row.new_email)
    return ""


def can_resend(row: Registration | None) -> bool:
    """Return whether the player can ask again for a mail that could not be sent."""
    return row is not None and row.is_unmailed and not row.has_had_all_mails


def own_entry(player: Player) -> Registration | None:
    """Return the entry of a player, with the event of this player."""
    row = player.entry
    if row:
        row.event = player.event
    return row


def can_edit(row: Registration) -> bool:
    """Return whether the player can change what they entered: until the event starts, unless withdrawn."""
    history = load_history(row.event)
    return is_editable(row.state_in(history), registration.has_started(history))


def is_editable(state: str, has_started: bool) -> bool:
    return state in OPEN_STATES and not has_started


def can_withdraw(event: Event, player: Player | None, row: Registration | None) -> bool:
    """Return whether the player or the entry can be withdrawn; afterwards players drop."""
    history = load_history(event)
    record = history.find_player(player.public_id) if player else None
    is_open = row.state_with(record) in OPEN_STATES if row else bool(record and not record.has_left)
    return is_open and not registration.has_started(history)


def entry_of(row: Registration, player: Player | None) -> RegistrationEntry:
    """Return what the player has entered, as the staff may have changed it since."""
    known_keys = {field.key for field in load_history(row.event).registration.fields} | {PLAYER_ID}
    answers = {key: answer for key, answer in row.answers.items() if key in known_keys}
    facts = facts_of(player or row)
    if player:
        facts["name"] = known_name(player)
    return RegistrationEntry(**facts, email=row.address_to_confirm, answers=answers)


def known_name(player: Player) -> str:
    """Return the name that the staff know a player by: the person's, or else that of the row."""
    names = load_history(player.event).public_names
    return names.desk.get(player.public_id) or names.public.get(player.public_id) or player.name


def with_stored_name(typed: RegistrationEntry, row: Registration, player: Player | None) -> RegistrationEntry:
    """Return what was typed into the form of `entry_of`; an unchanged name stays that of the rows."""
    is_same = typed.name == entry_of(row, player).name
    return replace(typed, name=(player or row).name) if is_same else typed


def public_name(row: Registration) -> str:
    """Return the name that pages show the player of an entry under."""
    names = load_history(row.event).names
    return names.get(row.player.public_id, row.name) if row.player else row.name


def get_contact(player: Player) -> list[tuple[str, str]]:
    """Return (label, text) of the email address and the answers of a player who registered."""
    row = player.entry
    if row is None:
        return []
    labels = {PLAYER_ID: gettext("Player ID")}
    labels |= {field.key: field.label for field in load_history(player.event).registration.fields}
    answers = [(label, row.answers.get(key, "")) for key, label in labels.items()]
    return [(label, text) for label, text in [(gettext("Email address"), row.email), *answers] if text]


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
    Mail.CANCELLED: (
        gettext_noop("The event is cancelled"),
        gettext_noop("{event} is cancelled. You have nothing to do."),
    ),
    Mail.REVIVED: (
        gettext_noop("The event takes place after all"),
        gettext_noop("{event} takes place after all. If you can’t come, withdraw on your page."),
    ),
    Mail.INVITED: (
        gettext_noop("You are invited"),
        gettext_noop("You have a seat in {event}. Accept or decline on your page."),
    ),
    Mail.LINK: (
        gettext_noop("Your personal link"),
        gettext_noop("This is your personal link for {event}."),
    ),
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
        greeting = gettext("Hello {name},").format(name=one_line(public_name(row)))
    return MailText(
        subject=subject,
        greeting=greeting,
        paragraphs=[first.format(event=name), *notes(mail)],
        links=links(mail),
        facts=facts(row),
        footer=footer(mail).format(event=name),
    )


def footer(mail: Mail) -> str:
    """Return why somebody gets the mail, about {event}."""
    if mail.kind == Mail.INVITED:
        return gettext(
            "You get this mail because the organiser of {event} remembers you by this address. If that isn’t "
            "you, ignore it."
        )
    return gettext(
        "You get this mail because this address was entered for {event}. If it wasn’t you, ignore it."
    )


def notes(mail: Mail) -> list[str]:
    row, texts = mail.registration, []
    if mail.kind == Mail.CANCELLED:
        texts.append(one_line(mail.event.cancelled))
    if mail.kind == Mail.CONFIRM and row.held_until and row.held_until > timezone.now():
        until = date_format(local(row, row.held_until), MOMENT)
        texts.append(gettext("Your place is held until {time}.").format(time=until))
    if mail.kind == Mail.INVITED and row.held_until:
        texts.append(
            gettext("Answer by {time}.").format(time=date_format(local(row, row.held_until), MOMENT))
        )
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
    path = reverse("confirm_email", args=[slug, row.token, row.confirm_code])
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


def state_text(row: Registration) -> str:
    state = row.state_in(load_history(row.event))
    if state == Registration.WAITING:
        return gettext("number {place} on the waitlist").format(place=row.waitlist_place)
    return str(dict(Registration.STATES)[state])


def local(row: Registration, at):
    return timezone.localtime(at, ZoneInfo(row.event.timezone))


def one_line(text: str) -> str:
    """Return a name as one line of printable characters, so that it adds no lines or headers to a mail."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:MAX_NAME_LENGTH]
