"""What players do with their entries: register, confirm, edit, withdraw, register again."""

from dataclasses import replace

from ...changes.change import Change, DuplicateRequest, action
from ...models import Mail, Person, Player, Registration, Series
from ...models.registration import OPEN_STATES
from ...people.pages.club_people import with_merged
from ...rules import registration
from ...rules.errors import RuleViolation, _
from ...rules.history import EventHistory
from ...rules.history.players import facts_of
from ...rules.log.event_parts import player_path
from ...rules.people.names import name_key
from ...rules.registration import RegistrationEntry, check_entry
from ...web.mails import can_send_mail
from .mails import queue_mail
from .places import check_entry_count, give_places, is_active, leave_before_start, must_confirm, take_place

TAKEN = _(
    "This name or email address is already registered. If that was you, use your personal link, or have it "
    "sent to you again. Otherwise add something to the name to tell you apart."
)
TAKEN_WITHOUT_MAIL = _(
    "This name or email address is already registered. If that was you, use your personal link, or ask the "
    "organiser for it. Otherwise add something to the name to tell you apart."
)


@action(None, self_service=True, log=_("{who} registered"))
def register(
    change: Change,
    entry: RegistrationEntry,
    *,
    person: Person | None = None,
    remember: bool = False,
    site_url: str = "",
    language: str = "",
) -> Registration:
    """Register a player: with a place if one is free, else on the waitlist; return the entry.

    `person` is the one from whose own page of the club it comes: the player counts for them at once.
    `remember`: the club may remember a new person by identifier and address.

    Raises RuleViolation if registration is closed or full, for missing or invalid values, and for a name or
    email address that is registered.
    """
    check_open(change)
    check_entry(change.history.registration, entry)
    if person:
        check_not_entered(change, person)
    check_unique(change, entry, person=person)
    check_entry_count(change.event)
    order, key = Registration.objects.next_order(change.event), change.actor.key
    options = {"language": language, "site_url": site_url, "request_key": key}
    row = new_registration(change, entry, order, person=person, remember=remember, **options)
    take_place(change, row)
    return row


def new_registration(change: Change, entry: RegistrationEntry, order: int, **columns) -> Registration:
    """Return the row of a new entry with these other columns, not stored."""
    return Registration(
        event=change.event,
        order=order,
        at=change.now,
        **facts_of(entry),
        email=entry.email,
        answers=entry.answers,
        **columns,
    )


def check_open(change: Change):
    if refusal := registration.refusal(change.history, change.now):
        raise RuleViolation(refusal)


def check_not_entered(change: Change, person: Person):
    """Raise RuleViolation if a player or an open entry of the event is this person."""
    players = Player.objects.filter(event=change.event, person=person, is_proposed=False)
    entries = Registration.objects.open_beside(None, change.event, change.now)
    entries = entries.filter(person__in=with_merged(person))
    if players.exists() or entries.exists():
        raise RuleViolation(_("You are registered already."))


def check_unique(
    change: Change,
    entry: RegistrationEntry,
    row: Registration | None = None,
    *,
    person: Person | None = None,
    by_staff: bool = False,
):
    """Raise RuleViolation if another player or open entry has this name or email address.

    An entry from the own page of `person` needs no name that is free: somebody else may have entered with it.
    The staff see all names, and nobody else those that are not public.

    The message does not say which of the two. Still, somebody who tries an address with a new name learns
    whether it is registered; the limit of registrations for one connection bounds how many they can try.
    """
    if person is None:
        check_unique_name(change, entry.name, row, by_staff)
    if entry.email:
        check_unique_address(change, entry.email, row)


def check_unique_name(change: Change, name: str, row: Registration | None, by_staff: bool = False):
    """Raise RuleViolation if another player or open entry has this name: in public, or at all `by_staff`."""
    own_key = row.player.public_id if row and row.player else ""
    public = change.history.public_names.public
    names = {public.get(player.id, player.name) for player in change.history.players if player.id != own_key}
    entries = Registration.objects.open_beside(row, change.event, change.now).select_related("person")
    # The others have their players' names.
    waiting = list(entries.exclude(player__in=Player.objects.filter(event=change.event)))
    names |= {entry.person.current.public_name if entry.person else entry.name for entry in waiting}
    if by_staff:
        names |= {player.name for player in change.history.players if player.id != own_key}
        names |= {entry.name for entry in waiting}
    if name.casefold() in {one.casefold() for one in names}:
        raise RuleViolation(taken_text(change))


def check_unique_address(change: Change, email: str, row: Registration | None):
    """Raise RuleViolation if another open entry has this email address."""
    if Registration.objects.open_beside(row, change.event, change.now).filter(email__iexact=email).exists():
        raise RuleViolation(TAKEN)


def taken_text(change: Change) -> str:
    """Return why a name is refused: without advice that needs a mail where none can be sent."""
    return TAKEN if change.history.registration.email and can_send_mail() else TAKEN_WITHOUT_MAIL


def find_registration(change: Change, token: str) -> Registration:
    """Return the entry with this link. RuleViolation if it was deleted."""
    row = Registration.objects.filter(event=change.event, token=token).first()
    if row is None:
        raise RuleViolation(_("This registration doesn’t exist any more."))
    return row


@action(None, self_service=True, log=_("{who} confirmed the email address"))
def confirm_email(change: Change, token: str):
    """Confirm the email address of an entry, which takes its place. DuplicateRequest if it is confirmed.

    Once the event has started, the entry waits for approval instead.
    """
    row = find_registration(change, token)
    if row.email_confirmed_at and not row.new_email:
        raise DuplicateRequest
    if row.new_email:
        check_unique_address(change, row.new_email, row)
        row.email, row.new_email = row.new_email, ""
    row.email_confirmed_at = change.now
    row.save(update_fields=["email", "new_email", "email_confirmed_at"])
    if row.state_in(change.history) == Registration.UNCONFIRMED:
        take_held_place(change, row)
    elif player := row.player_in(change.history):
        # Unchanged, but the address may say who of the club it is.
        change.set_part(player_path(player.id), player)


def take_held_place(change: Change, row: Registration):
    """Give an entry that needs no more confirmation the place held for it, or else one that is free."""
    check_unique(change, RegistrationEntry(row.name, email=row.email), row, person=row.person)
    if row.held_until and row.held_until > change.now:
        give_places(change, [row])
        return
    check_open(change)
    take_place(change, row)


@action(None, self_service=True, log=_("{who} edited the registration"))
def edit_registration(
    change: Change,
    token: str,
    entry: RegistrationEntry,
    *,
    remember: bool | None = None,
    is_proven: bool = False,
):
    """Change what a player has entered, until the event starts; None for `remember` leaves it as it is.

    `is_proven`: the person of the entry does it. With a new name from somebody else, the entry is that
    person's no more, and the rules decide who the player is.

    A new email address counts once it is confirmed; until then nobody learns whether it is registered.
    """
    row = find_registration(change, token)
    check_not_started(change.history)
    is_renamed = row.person and has_new_name(row, entry) and not is_proven
    is_of_final = is_renamed and Series.objects.filter(final=change.event).exists()
    if is_of_final or row.state_in(change.history) == Registration.INVITED:
        raise RuleViolation(_("Invitations are for the person whom they name. Ask the organiser."))
    check_entry(change.history.registration, entry)
    if has_new_name(row, entry):
        check_unique_name(change, entry.name, row)
    if row.person and not is_proven and name_key(entry.name) not in (name_key(row.name), row.person.key):
        row.person = None
    row.remember = row.remember if remember is None else remember
    is_new_address = entry.email.casefold() not in ("", row.email.casefold())
    if not (is_new_address and can_send_mail()):
        row.new_email = ""
        replace_entry(change, row, entry)
        return
    is_asked_already = entry.email.casefold() == row.new_email.casefold()
    row.new_email = entry.email
    replace_entry(change, row, replace(entry, email=row.email))
    if not is_asked_already:
        queue_mail(change, row, Mail.CONFIRM)


def has_new_name(row: Registration, entry: RegistrationEntry) -> bool:
    """Return whether an entry and its player have other names than what is entered now."""
    return entry.name.casefold() not in {one.name.casefold() for one in (row, row.player) if one}


def replace_entry(change: Change, row: Registration, entry: RegistrationEntry):
    """Store what was entered in the row and its player; another email address gets a mail to confirm it."""
    is_new_address = entry.email.casefold() != row.email.casefold()
    for name, value in {**facts_of(entry), "email": entry.email, "answers": entry.answers}.items():
        setattr(row, name, value)
    if is_new_address:
        row.email_confirmed_at, row.new_email = None, ""
    row.save()
    if row.state == Registration.UNCONFIRMED and not must_confirm(change.history.registration, row):
        take_held_place(change, row)
    elif is_new_address:
        queue_mail(change, row, Mail.CONFIRM)
    player = row.player_in(change.history)
    if player:
        change.set_part(player_path(player.id), replace(player, **facts_of(entry)))


def check_not_started(history: EventHistory):
    if registration.has_started(history):
        raise RuleViolation(_("The event has started. Ask the desk to change this."))


@action(None, self_service=True, log=_("{who} withdrew"))
def withdraw(change: Change, token: str):
    """Withdraw an entry or, before the event starts, a player. DuplicateRequest if it is withdrawn."""
    row = Registration.objects.filter(event=change.event, token=token).first()
    own = Player.objects.with_secret(token).filter(event=change.event).first()
    player = change.history.player(own.public_id) if own else None
    if is_active(player):
        check_not_started(change.history)
        leave_before_start(change, [player])
    elif row is None or row.state_with(player) not in OPEN_STATES:
        raise DuplicateRequest
    if row:
        row.state, row.held_until = Registration.WITHDRAWN, None
        row.save(update_fields=["state", "held_until"])


@action(None, self_service=True, log=_("{who} registered again"))
def register_again(change: Change, token: str):
    """Register a withdrawn entry again, at the end of the waitlist if no place is free."""
    row = find_registration(change, token)
    player = row.player_in(change.history)
    if row.state_with(player) != Registration.WITHDRAWN:
        raise DuplicateRequest
    if player and player.disqualified:
        raise RuleViolation(_("Please come to the desk."))
    check_open(change)
    check_unique(change, RegistrationEntry(row.name, email=row.email), row, person=row.person)
    row.at, row.order = change.now, Registration.objects.next_order(change.event)
    take_place(change, row)
