"""Entries on phones: register, edit, withdraw, find a lost link, delete contact data."""

import json
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q, Subquery
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django_tasks import task

from ...changes.change import Actor, Change, DuplicateRequest, action
from ...changes.tasks import MAIL
from ...history import load
from ...models import Event, LogEntry, Mail, Pick, Player, PublishedStandings, Registration, RestorePoint
from ...models.registration import OPEN_STATES
from ...players.actions.picks import clear_origins, delete_origins
from ...rules import event_file, registration
from ...rules.errors import RuleViolation, _
from ...rules.history import TIME, EventHistory
from ...rules.history.players import facts_of
from ...rules.log.event_parts import player_path
from ...rules.registration import RegistrationEntry, check_entry, has_started
from ...rules.rounds import picks
from ...rules.rounds.progress import has_ended
from ..pages.mails import can_send_mail, hash_address
from ..pages.offer import count_unclaimed_places, find_player, other_entries, state_of, waitlist
from .acceptance import check_entry_count, give_places, must_confirm, next_order, put_on_waitlist
from .mails import queue_mail, store_mail

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
    change: Change, entry: RegistrationEntry, *, site_url: str = "", language: str = ""
) -> Registration:
    """Register a player: with a place if one is free, else on the waitlist; return the entry.

    Raises RuleViolation if registration is closed or full, for missing or invalid values, and for a name or
    email address that is registered.
    """
    check_open(change)
    check_entry(change.history.registration, entry)
    check_unique(change, entry)
    check_entry_count(change.event)
    order, key = next_order(change.event), change.actor.key
    row = new_registration(change, entry, order, language=language, site_url=site_url, request_key=key)
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


def take_place(change: Change, row: Registration):
    """Give the entry a place if one is free and nobody waits for it, else put it on the waitlist.

    Raises RuleViolation if all places are taken and there is no waitlist.
    """
    free = count_unclaimed_places(change.history, change.event, change.now)
    if free is None or free > waitlist(change.event).count():
        give_places(change, [row])
    elif change.history.registration.waitlist:
        put_on_waitlist(change, row)
    else:
        raise RuleViolation(_("All places are taken."))


def check_unique(change: Change, entry: RegistrationEntry, row: Registration | None = None):
    """Raise RuleViolation if another player or open entry has this name or email address.

    The message does not say which of the two. Still, somebody who tries an address with a new name learns
    whether it is registered; the limit of registrations for one connection bounds how many they can try.
    """
    check_unique_name(change, entry.name, row)
    if entry.email:
        check_unique_address(change, entry.email, row)


def check_unique_name(change: Change, name: str, row: Registration | None):
    """Raise RuleViolation if another player or open entry has this name."""
    own_key = row.player.public_id if row and row.player else ""
    names = {player.name.casefold() for player in change.history.players if player.id != own_key}
    names.update(
        other.casefold()
        for other in other_entries(change.event, change.now, row).values_list("name", flat=True)
    )
    if name.casefold() in names:
        raise RuleViolation(taken_text(change))


def check_unique_address(change: Change, email: str, row: Registration | None):
    """Raise RuleViolation if another open entry has this email address."""
    if other_entries(change.event, change.now, row).filter(email__iexact=email).exists():
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
    if state_of(row, find_player(change.history, row)) == Registration.UNCONFIRMED:
        take_held_place(change, row)


def take_held_place(change: Change, row: Registration):
    """Give an entry that needs no more confirmation the place held for it, or else one that is free."""
    check_unique(change, RegistrationEntry(row.name, email=row.email), row)
    if row.held_until and row.held_until > change.now:
        give_places(change, [row])
        return
    check_open(change)
    take_place(change, row)


@action(None, self_service=True, log=_("{who} edited the registration"))
def edit_registration(change: Change, token: str, entry: RegistrationEntry):
    """Change what a player has entered, until the event starts.

    A new email address counts once it is confirmed; until then nobody learns whether it is registered.
    """
    row = find_registration(change, token)
    check_not_started(change.history)
    check_entry(change.history.registration, entry)
    check_unique_name(change, entry.name, row)
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
    player = find_player(change.history, row)
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
    if player and not player.has_left:
        check_not_started(change.history)
        left = replace(player, dropped_after=0, checked_in_at=None)
        change.set_part(player_path(player.id), left)
    elif row is None or state_of(row, player) not in OPEN_STATES:
        raise DuplicateRequest
    if row:
        row.state, row.held_until = Registration.WITHDRAWN, None
        row.save(update_fields=["state", "held_until"])


@action(None, self_service=True, log=_("{who} registered again"))
def register_again(change: Change, token: str):
    """Register a withdrawn entry again, at the end of the waitlist if no place is free."""
    row = find_registration(change, token)
    player = find_player(change.history, row)
    if state_of(row, player) != Registration.WITHDRAWN:
        raise DuplicateRequest
    if player and player.disqualified:
        raise RuleViolation(_("Please come to the desk."))
    check_open(change)
    check_unique(change, RegistrationEntry(row.name, email=row.email), row)
    row.at, row.order = change.now, next_order(change.event)
    take_place(change, row)


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


KEEP_DAYS = 30
# The key of the registrations in an event file.
FILE_KEY = "registrations"


def delete_expired_contact_data(now: datetime) -> int:
    """Delete registrations and mails of events that ended 30 days ago; return the number of those events.

    Players stay, with their names, links and results. The origins of picked names are deleted sooner: once
    the event is over, and those of picks that are not marked after ten minutes. One event is in memory at a
    time.
    """
    old_picks = Pick.objects.filter(is_marked=False, at__lte=now - picks.MARKING_PERIOD)
    old_picks.exclude(origin="").update(origin="")
    candidates = Event.objects.filter(
        Exists(Registration.objects.filter(event=OuterRef("pk")))
        | Exists(RestorePoint.objects.filter(with_registrations(), event=OuterRef("pk")))
        | with_origins()
    )
    count = 0
    for pk in list(candidates.order_by("pk").values_list("pk", flat=True)):
        event = Event.objects.filter(pk=pk).first()
        if event is None:
            continue
        history = load.read_history_from_db(event)
        if find_end(event, history) <= now - timedelta(days=KEEP_DAYS):
            delete_contact_data(event, Actor("Topcut", now=now, source=TIME))
            count += 1
        elif has_ended(history) and Event.objects.filter(with_origins(), pk=pk).exists():
            delete_origins(event, Actor("Topcut", now=now, source=TIME))
    return count


def with_origins() -> Q:
    """Select the events that have origins of picked names."""
    picks_with_origin = Pick.objects.filter(event=OuterRef("pk")).exclude(origin="")
    return Q(Exists(picks_with_origin)) | ~Q(accepted_origins=[])


def with_registrations() -> Q:
    """Select the restore points with registrations: in JSON, no text contains a bare quotation mark."""
    return Q(file__contains=f'"{FILE_KEY}": ')


@action(None, log=_("Contact data deleted, 30 days after the event"))
def delete_contact_data(change: Change):
    """Delete the registrations, their mails, what restore points contain of them, and origins of picks."""
    # The links of players stay.
    secrets = Registration.objects.filter(player=OuterRef("pk")).values("token")
    players = Player.with_removed.filter(event=change.event, registration__isnull=False)
    players.update(token=Subquery(secrets[:1]))
    Registration.objects.filter(event=change.event).delete()
    clear_origins(change)
    points = RestorePoint.objects.filter(with_registrations(), event=change.event)
    for point in points.iterator(1):
        values = json.loads(point.file)
        values.pop(FILE_KEY, None)
        point.file = event_file.format_json(values)
        point.save(update_fields=["file"])


def find_end(event: Event, history: EventHistory) -> datetime:
    """Return when the last round was finished. If the event is not over: when it was last changed.

    If it was never played: when it should have started, or the last player registered after that.
    """
    if has_ended(history):
        end = PublishedStandings.objects.filter(event=event).aggregate(at=Max("at"))["at"]
    elif event.starts_at and not has_started(history):
        last = Registration.objects.filter(event=event).aggregate(at=Max("at"))["at"]
        end = max(filter(None, (event.starts_at, last)))
    else:
        end = None
    return end or last_change(event)


def last_change(event: Event) -> datetime:
    last = LogEntry.objects.filter(event=event).order_by("-id").first()
    return max(last.at, event.created_at) if last else event.created_at
