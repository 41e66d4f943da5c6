"""Entries: on the phone of their player, and as a list at the desk, as a page and as CSV."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop

from ...history.cache import load_history
from ...models import Event, Player, Registration
from ...models.registration import OPEN_STATES
from ...players.pages.entry_list import name_words, search_names
from ...rules import registration
from ...rules.event_file.fields import format_utc_seconds
from ...rules.history import EventHistory, PlayerRecord
from ...rules.history.players import ASKED_FACTS, TEXT_FACTS, PlayerFacts, RegistrationSettings, facts_of
from ...rules.log.event_parts import EVENT
from ...rules.players.participation import list_participants
from ...rules.registration import EMAIL_HEADERS, PLAYER_ID, RegistrationEntry
from ...web.status import time_at
from ...web.wording import escape_formula
from .mails import can_send_mail, has_had_all_mails
from .offer import count_places_left, find_player, get_offer, state_of, waitlist_place

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
    known_keys = {field.key for field in load_history(row.event).registration.fields} | {PLAYER_ID}
    answers = {key: answer for key, answer in row.answers.items() if key in known_keys}
    return RegistrationEntry(**facts_of(player or row), email=row.address_to_confirm, answers=answers)


ALL, CHECKED_IN = "all", "checked_in"
PENDING, REGISTERED, WAITING = Registration.PENDING, Registration.REGISTERED, Registration.WAITING
WITHDRAWN, DECLINED, UNCONFIRMED = Registration.WITHDRAWN, Registration.DECLINED, Registration.UNCONFIRMED
# Filter → (label, states of its entries); filters without entries are hidden, except ALWAYS_SHOWN.
FILTERS = {
    ALL: (gettext_noop("All"), ()),
    PENDING: (gettext_noop("To approve"), (PENDING,)),
    REGISTERED: (gettext_noop("Registered"), (REGISTERED,)),
    WAITING: (gettext_noop("Waitlist"), (WAITING,)),
    CHECKED_IN: (gettext_noop("Checked in"), ()),
    WITHDRAWN: (gettext_noop("Withdrawn"), (WITHDRAWN, DECLINED)),
    UNCONFIRMED: (gettext_noop("Unconfirmed"), (UNCONFIRMED,)),
}
ALWAYS_SHOWN = (ALL, REGISTERED)
ORDER = (PENDING, UNCONFIRMED, REGISTERED, WAITING, WITHDRAWN, DECLINED)


@dataclass(frozen=True, kw_only=True)
class DeskEntry(PlayerFacts):
    """An entry, or a player without one.

    `value` names it in forms: “r” and the entry's row id, or “p” and the player's id. `key` is the player's
    id, empty without a player. `place` is the place on the waitlist, 0 for none. `answers` are
    (key, label, text), `time` and `registered_at` the time of the entry, for people and in ISO form.
    `new_email` is not confirmed yet.
    """

    value: str
    key: str
    email: str
    is_confirmed: bool
    new_email: str
    answers: tuple[tuple[str, str, str], ...]
    state: str
    state_text: str
    time: str
    place: int
    checked_in_at: str | None
    registered_at: str

    @property
    def search_text(self) -> str:
        return f"{self.name} {self.club} {self.email}"


@dataclass(frozen=True)
class FilterLink:
    """A filter with the number of its entries."""

    key: str
    label: str
    count: int


@dataclass(frozen=True)
class EntryList:
    """The entries of a filter and search, with the state of registration.

    `refusal` says why nobody can register, empty if players can. `left` is the number of free places, None
    without a cap.
    """

    version: int
    entries: tuple[DeskEntry, ...]
    filters: tuple[FilterLink, ...]
    show: str
    search: str
    settings: RegistrationSettings
    is_open: bool
    has_started: bool
    refusal: str
    registered: int
    left: int | None


def get_entry_list(event: Event, show: str = ALL, search: str = "") -> EntryList:
    """Return the list with a fixed number of queries."""
    history, now = load_history(event), timezone.now()
    entries = desk_entries(event, history, now)
    counts = Counter(entry.state for entry in entries)
    show = show if show in FILTERS else ALL
    matching = tuple(entry for entry in entries if is_in_filter(entry, show))
    if search.strip():
        matching = search_names(search, matching, lambda entry: entry.search_text)
    refusal = registration.refusal(history, now)
    return EntryList(
        version=history.version,
        entries=matching,
        filters=tuple(filter_links(entries, show)),
        show=show,
        search=search,
        settings=history.registration,
        is_open=not refusal,
        has_started=registration.has_started(history),
        refusal=refusal,
        registered=counts[REGISTERED],
        left=count_places_left(history, event, now),
    )


def is_in_filter(entry: DeskEntry, show: str) -> bool:
    if show == CHECKED_IN:
        return entry.state == REGISTERED and bool(entry.checked_in_at)
    return show == ALL or entry.state in FILTERS[show][1]


def filter_links(entries: list[DeskEntry], show: str) -> Iterable[FilterLink]:
    """Yield the filters that have entries, the current one, and ALWAYS_SHOWN."""
    for key, (label, _states) in FILTERS.items():
        count = sum(is_in_filter(entry, key) for entry in entries)
        if count or key == show or key in ALWAYS_SHOWN:
            yield FilterLink(key, gettext(label), count)


def desk_entries(event: Event, history: EventHistory, now: datetime) -> list[DeskEntry]:
    """Return everybody: pending entries first, the waitlist in its order, others by name.

    Players who took part are registered, also after they have dropped.
    """
    players = {player.id: player for player in history.players}
    rows = Registration.objects.filter(event=event).select_related("player").order_by("order", "id")
    labels = {field.key: field.label for field in history.registration.fields}
    labels[PLAYER_ID] = gettext("Player ID")
    zone, place = ZoneInfo(event.timezone), 0
    participants = {player.id for player in list_participants(history)}
    texts = {player.id: player_text(player, player.id in participants) for player in history.players}
    entries = []
    for row in rows:
        player = players.pop(row.player.public_id, None) if row.player else None
        state = REGISTERED if player and player.id in participants else state_of(row, player)
        place += state == WAITING
        text = state_text(row, texts[player.id] if player else "", state, place, zone, now)
        entries.append(entry_of_row(row, player, state, text, place if state == WAITING else 0, labels, zone))
    for player in players.values():
        state = REGISTERED if player.id in participants else WITHDRAWN
        entries.append(entry_of_player(player, state, texts[player.id]))
    entries.sort(key=lambda entry: (ORDER.index(entry.state), entry.place, name_words(entry.name)))
    return entries


def entry_of_row(row, player, state, text, place, labels, zone) -> DeskEntry:
    answers = ((key, label, row.answers[key]) for key, label in labels.items() if row.answers.get(key))
    return DeskEntry(
        **facts_of(player or row),
        value=f"r{row.pk}",
        key=player.id if player else "",
        email=row.email,
        is_confirmed=row.email_confirmed_at is not None,
        new_email=row.new_email,
        answers=tuple(answers),
        state=state,
        state_text=text,
        time=date_format(row.at.astimezone(zone), "j M, H:i"),
        place=place,
        checked_in_at=player.checked_in_at if player else None,
        registered_at=format_utc_seconds(row.at),
    )


def entry_of_player(player: PlayerRecord, state: str, text: str) -> DeskEntry:
    """Return a player whom the staff added without contact data."""
    return DeskEntry(
        **facts_of(player),
        value=f"p{player.id}",
        key=player.id,
        email="",
        is_confirmed=False,
        new_email="",
        answers=(),
        state=state,
        state_text=text,
        time="",
        place=0,
        checked_in_at=player.checked_in_at,
        registered_at="",
    )


def player_text(player: PlayerRecord, took_part: bool) -> str:
    if player.disqualified:
        return gettext("disqualified")
    if player.has_left:
        return gettext("dropped") if took_part else gettext("not in the event")
    return gettext("checked in") if player.checked_in_at else gettext("registered")


def state_text(row: Registration, in_event: str, state: str, place: int, zone, now) -> str:
    """Return the state of an entry; `in_event` is the state of its player, empty without one."""
    if state == WAITING:
        return gettext("number {place} on the waitlist").format(place=place)
    if state == UNCONFIRMED and row.held_until and row.held_until > now:
        until = date_format(row.held_until.astimezone(zone), "H:i")
        return gettext("email address not confirmed, place held until {time}").format(time=until)
    if state == UNCONFIRMED:
        return gettext("email address not confirmed, no place held")
    # An entry that was withdrawn says so itself.
    if in_event and (state == REGISTERED or (state == WITHDRAWN and row.state != WITHDRAWN)):
        return in_event
    return str(dict(Registration.STATES)[state])


# The columns before and after those of the organiser's own fields.
FIRST_TITLES = (
    gettext_noop("Name"),
    *(TEXT_FACTS[name].label for name in ASKED_FACTS),
    gettext_noop("Email address"),
    gettext_noop("Player ID"),
)
LAST_TITLES = (
    gettext_noop("State"),
    gettext_noop("Place on the waitlist"),
    gettext_noop("Checked in"),
    gettext_noop("Registered at"),
)


def csv_rows(entry_list: EntryList) -> list[list[str]]:
    """Return the header and a row for each entry; no cell is a formula."""
    rows = [header(entry_list.settings)]
    rows += [row_of(entry, entry_list.settings) for entry in entry_list.entries]
    return [[escape_formula(cell) for cell in row] for row in rows]


def header(settings: RegistrationSettings) -> list[str]:
    return [
        *map(gettext, FIRST_TITLES),
        *(field.label for field in settings.fields),
        *map(gettext, LAST_TITLES),
    ]


def taken_titles() -> frozenset[str]:
    """Return the lower-case titles that an own field cannot have, in English and the user's language."""
    titles = (*FIRST_TITLES, *LAST_TITLES, *EMAIL_HEADERS)
    return frozenset(title.casefold() for title in (*titles, *map(gettext, titles)))


def row_of(entry: DeskEntry, settings: RegistrationSettings) -> list[str]:
    answers = {key: text for key, _label, text in entry.answers}
    return [
        *facts_of(entry).values(),
        entry.email,
        answers.get(PLAYER_ID, ""),
        *(answers.get(field.key, "") for field in settings.fields),
        str(dict(Registration.STATES)[entry.state]),
        str(entry.place or ""),
        entry.checked_in_at or "",
        entry.registered_at,
    ]


_NUMBERED_KEY = re.compile(r"f(\d+)")


def next_field_number(event: Event) -> int:
    """Return the number of the first key f1, f2, … that no own field of the event has had."""
    keys = {field.key for field in load_history(event).registration.fields}
    for answers in Registration.objects.filter(event=event).values_list("answers", flat=True):
        keys.update(answers)
    for changes in event.log.filter(action="set_registration").values_list("changes", flat=True):
        for part in changes.get(EVENT, ()):
            keys.update(field["key"] for field in (part or {}).get("registration", {}).get("fields", ()))
    numbers = (match and int(match[1]) for match in map(_NUMBERED_KEY.fullmatch, keys))
    return max(filter(None, numbers), default=0) + 1


def get_contact(player: Player) -> list[tuple[str, str]]:
    """Return (label, text) of the email address and the answers of a player who registered."""
    row = player.entry
    if row is None:
        return []
    labels = {PLAYER_ID: gettext("Player ID")}
    labels |= {field.key: field.label for field in load_history(player.event).registration.fields}
    answers = [(label, row.answers.get(key, "")) for key, label in labels.items()]
    return [(label, text) for label, text in [(gettext("Email address"), row.email), *answers] if text]
