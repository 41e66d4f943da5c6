"""The page of a registered player until the event starts: their state and what happens next."""

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from ...history.cache import load_history
from ...models import Event, Player, Registration
from ...models.registration import OPEN_STATES
from ...rules import registration
from ...rules.history import EventHistory
from ...rules.registration import PLAYER_ID, RegistrationEntry
from ...web.status import time_at
from .mails import can_send_mail, has_had_all_mails
from .offer import find_player, get_offer, state_of, waitlist_place

# “Third on the waitlist”; later places have a number.
ORDINALS = (
    gettext_noop("First on the waitlist"),
    gettext_noop("Second on the waitlist"),
    gettext_noop("Third on the waitlist"),
    gettext_noop("Fourth on the waitlist"),
    gettext_noop("Fifth on the waitlist"),
    gettext_noop("Sixth on the waitlist"),
    gettext_noop("Seventh on the waitlist"),
    gettext_noop("Eighth on the waitlist"),
    gettext_noop("Ninth on the waitlist"),
    gettext_noop("Tenth on the waitlist"),
)


@dataclass(frozen=True)
class RegistrationPage:
    """A registration as its player sees it: `heading` is the state, `texts` say what happens next.

    `email` is the address that the link was mailed to, empty if no mail was sent. `mail_note` says what is
    wrong with the mails or what to do with one; `can_resend`: they can be asked for again.
    """

    name: str
    heading: str
    texts: tuple[str, ...]
    email: str
    mail_note: str
    can_resend: bool
    can_edit: bool
    can_withdraw: bool
    can_register_again: bool


def get_registration_page(row: Registration, player: Player | None) -> RegistrationPage:
    """Return the page of an entry whose player, if there is one, is not in the event."""
    history, now = load_history(row.event), timezone.now()
    state = state_of(row, find_player(history, row))
    has_started = registration.has_started(history)
    is_open = state in OPEN_STATES
    offer = get_offer(row.event) if state == Registration.WITHDRAWN else None
    if has_started and state != Registration.DECLINED:
        heading = gettext("The event has started")
        texts = (gettext("You aren’t in it. Ask at the desk if you can still join."),)
    else:
        heading, *texts = describe_state(row, state, history, now)
        if offer and not offer.has_form:
            texts.append(f"{offer.heading}. {offer.advice}")
    return RegistrationPage(
        name=(player or row).name,
        heading=heading,
        texts=tuple(texts),
        email=mailed_address(row),
        mail_note=get_mail_note(row, state),
        can_resend=can_resend(row),
        can_edit=is_open and not has_started,
        can_withdraw=is_open and not has_started,
        can_register_again=bool(offer and offer.has_form),
    )


def describe_state(row: Registration, state: str, history: EventHistory, now) -> list[str]:
    """Return the heading and the texts of a state before the event starts."""
    mail_note = gettext("You also get a mail.") if mailed_address(row) else ""
    if state == Registration.UNCONFIRMED and row.held_until and row.held_until > now:
        heading = gettext("Confirm your email address by {time}").format(
            time=time_at(history.timezone, row.held_until)
        )
        if row.is_unmailed:
            return [heading, gettext("Your place is held until then.")]
        text = gettext("Open the link in the mail to {email}. Your place is held until then.")
        text = text.format(email=row.address_to_confirm)
        return [heading, text, gettext("No mail? Look into the spam folder.")]
    if state == Registration.UNCONFIRMED:
        text = gettext("Open the link in the mail to {email}: you get a place if one is free.")
        return [gettext("Your place is no longer held"), text.format(email=row.address_to_confirm)]
    if state == Registration.PENDING:
        text = gettext("The organiser looks at each registration. The answer appears on this page.")
        return [gettext("Waiting for approval"), " ".join(filter(None, (text, mail_note)))]
    if state == Registration.WAITING:
        text = gettext("When a place becomes free for you, you get it at once, and this page shows it.")
        return [place_text(waitlist_place(row)), " ".join(filter(None, (text, mail_note)))]
    if state == Registration.WITHDRAWN:
        return [gettext("You’ve withdrawn"), gettext("You aren’t in the event any more.")]
    text = gettext("The organiser declined your registration. Ask them if you think that’s a mistake.")
    return [gettext("You aren’t in this event"), text]


def place_text(place: int) -> str:
    if place <= len(ORDINALS):
        return gettext(ORDINALS[place - 1])
    return gettext("Number {place} on the waitlist").format(place=place)


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
    return row is not None and row.is_unmailed and not has_had_all_mails(row)


def find_registration(player: Player) -> Registration | None:
    """Return the entry of a player, with the event of this player."""
    row = player.entry
    if row:
        row.event = player.event
    return row


def can_edit(row: Registration) -> bool:
    """Return whether the player can change what they entered: until the event starts, unless withdrawn."""
    history = load_history(row.event)
    state = state_of(row, find_player(history, row))
    return state in OPEN_STATES and not registration.has_started(history)


def can_withdraw(event: Event, player: Player | None, row: Registration | None) -> bool:
    """Return whether the player or the entry can be withdrawn; afterwards players drop."""
    history = load_history(event)
    record = history.find_player(player.public_id) if player else None
    is_open = state_of(row, record) in OPEN_STATES if row else bool(record and not record.has_left)
    return is_open and not registration.has_started(history)


def entry_of(row: Registration, player: Player | None) -> RegistrationEntry:
    """Return what the player has entered, as the staff may have changed it since."""
    facts = player or row
    known_keys = {field.key for field in load_history(row.event).registration.fields} | {PLAYER_ID}
    answers = {key: answer for key, answer in row.answers.items() if key in known_keys}
    return RegistrationEntry(facts.name, facts.club, facts.division, row.address_to_confirm, answers)
