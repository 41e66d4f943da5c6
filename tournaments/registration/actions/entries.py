"""Entries of players: register, confirm, edit, withdraw; places and the waitlist."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import ngettext_lazy
from django_tasks import task

from ...changes.change import Actor, Change, DuplicateRequest, action
from ...changes.registry import listens_to_changes
from ...changes.tasks import MAIL
from ...history import load
from ...models import (
    Event,
    LogEntry,
    Mail,
    Player,
    Registration,
    Round,
)
from ...models.registration import OPEN_STATES
from ...players.actions.players import enter_players, return_player
from ...rules import event_file, registration
from ...rules.errors import RuleViolation, _
from ...rules.history import TIME, EventHistory
from ...rules.history.players import (
    REQUIRED,
    RegistrationSettings,
    facts_of,
)
from ...rules.log.event_parts import player_path, split
from ...rules.players.roster import RosterLine
from ...rules.registration import HOLD_MINUTES, MAX_ENTRIES, RegistrationEntry, check_entry, has_started
from ...web.mails import can_send_mail
from .mails import queue_mail, send_mail

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
    order, key = Registration.objects.next_order(change.event), change.actor.key
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
    free = Registration.objects.count_unclaimed_places(change.history, change.event, change.now)
    if free is None or free > Registration.objects.waitlist(change.event).count():
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
        for other in Registration.objects.open_beside(row, change.event, change.now).values_list(
            "name", flat=True
        )
    )
    if name.casefold() in names:
        raise RuleViolation(taken_text(change))


def check_unique_address(change: Change, email: str, row: Registration | None):
    """Raise RuleViolation if another open entry has this email address."""
    if Registration.objects.open_beside(row, change.event, change.now).filter(email__iexact=email).exists():
        raise RuleViolation(TAKEN)


def taken_text(change: Change) -> str:
    """Return why a name is refused: without advice that needs a mail where none can be sent."""
    return TAKEN if change.history.registration.email and can_send_mail() else TAKEN_WITHOUT_MAIL


def check_entry_count(event: Event, new: int = 1):
    """Raise RuleViolation if the event would have more entries than an event file can hold."""
    if Registration.objects.filter(event=event).count() + new > MAX_ENTRIES:
        raise RuleViolation(_("An event can have at most {most} registrations."), most=MAX_ENTRIES)


def must_confirm(settings: RegistrationSettings, row: Registration) -> bool:
    """Return whether the player still has to confirm the email address that the event requires."""
    return (
        settings.email == REQUIRED and bool(row.email) and row.email_confirmed_at is None and can_send_mail()
    )


def give_places(change: Change, rows: list[Registration], mail: str = Mail.REGISTERED):
    """Give free places to entries: each is registered unless it first has to be confirmed or approved.

    Once the event has started, the organiser approves each: a place may have been held until then. `mail` is
    the kind of mail that tells the players of it.
    """
    settings, accepted = change.history.registration, []
    needs_approval = settings.approval or has_started(change.history)
    for row in rows:
        row.held_until = None
        if must_confirm(settings, row):
            row.state = Registration.UNCONFIRMED
            row.held_until = change.now + timedelta(minutes=HOLD_MINUTES)
        elif needs_approval:
            row.state = Registration.PENDING
        else:
            row.state = Registration.REGISTERED
            accepted.append(row)
    enter_registered(change, accepted)
    kinds = {Registration.UNCONFIRMED: Mail.CONFIRM, Registration.PENDING: Mail.PENDING}
    for row in rows:
        row.save()
        queue_mail(change, row, kinds.get(row.state, mail))
    if held := [row.held_until for row in rows if row.held_until]:
        free_places_later.using(run_after=max(held)).enqueue(change.event.pk)


def put_on_waitlist(change: Change, row: Registration):
    """Put an entry at the end of the waitlist."""
    row.state, row.held_until = Registration.WAITING, None
    row.order = Registration.objects.next_order(change.event)
    row.save()
    player = row.player_in(change.history)
    if player:
        change.entries[player.id] = row
    # An entry that waited before may have been checked in.
    if player and player.has_left and player.checked_in_at:
        change.set_part(player_path(player.id), replace(player, checked_in_at=None))
    queue_mail(change, row, Mail.WAITING)


def enter_registered(change: Change, rows: Sequence[Registration]) -> list[str]:
    """Enter the players of these entries, each with the link of the entry; return their ids in this order.

    One who has left returns. One who was removed enters again under the same id.
    """
    players = [row.player_in(change.history) for row in rows]
    for player in filter(None, players):
        return_player(change, player)
    entering = [row for row, player in zip(rows, players, strict=True) if player is None]
    lines = [RosterLine(**facts_of(row)) for row in entering]
    own_ids = [row.player.public_id if row.player else "" for row in entering]
    ids = enter_players(change, lines, own_ids)
    change.entries.update(zip(ids, entering, strict=True))
    new_ids = iter(ids)
    return [player.id if player else next(new_ids) for player in players]


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
    if player and not player.has_left:
        check_not_started(change.history)
        left = replace(player, dropped_after=0, checked_in_at=None)
        change.set_part(player_path(player.id), left)
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
    check_unique(change, RegistrationEntry(row.name, email=row.email), row)
    row.at, row.order = change.now, Registration.objects.next_order(change.event)
    take_place(change, row)


@listens_to_changes()
def update_entries(change: Change):
    """Update the entries of players who enter, leave or come back, then give free places to the waitlist."""
    link_entries(change)
    if change.action.restores:
        reopen_entries(change)
    else:
        end_accepted_entries(change)
    move_up_waitlist(change)


def link_entries(change: Change):
    """Link the entries that players have entered with to these players, who have their secret from now on."""
    if not change.entries:
        return
    players = Player.objects.filter(event=change.event, public_id__in=change.entries)
    for player in players:
        change.entries[player.public_id].player = player
    Registration.objects.bulk_update(change.entries.values(), ["player"], 500)
    players.update(token=None)


def end_accepted_entries(change: Change):
    """End the entries of players who leave or are removed, so that they don't wait for a place again.

    An entry that the staff accept keeps its state as long as the player is in the event. One that this
    action has put on the waitlist stays there.
    """
    left, removed = [], []
    for public_id, before, after in changed_players(change):
        if before is None or public_id in change.entries:
            continue
        if after is None:
            removed.append(public_id)
        elif after.has_left and not event_file.READERS["player"](before, public_id).has_left:
            left.append(public_id)
    for ids, state in ((left, Registration.REGISTERED), (removed, Registration.DECLINED)):
        if ids:
            Registration.objects.of_players(change.event, ids).exclude(state=Registration.WITHDRAWN).update(
                state=state
            )


def reopen_entries(change: Change):
    """Mark the entries of players whom an undo restores as accepted: their removal had declined them."""
    if ids := [public_id for public_id, before, _after in changed_players(change) if before is None]:
        declined = Registration.objects.of_players(change.event, ids).filter(state=Registration.DECLINED)
        declined.update(state=Registration.REGISTERED)


def changed_players(change: Change):
    """Yield (id, JSON of the player before or None, player after or None) of each player that changed."""
    for path, (before, _after) in change.changes.items():
        kind, name = split(path)
        if kind == "player":
            yield name[0], before, change.parts[path]


def move_up_waitlist(change: Change):
    """Give free places to the first entries of the waitlist, while the event has not started.

    An entry stays there whose name a player has: the staff decide. Moving up is an action of its own.
    """
    event, now = change.event, change.now
    kinds = {split(path)[0] for path in change.parts}
    # Results free no places; undoing round 1 may.
    if kinds and not kinds & {"event", "player", "round"}:
        return
    if not Registration.objects.waitlist(event).exists() or Round.objects.filter(phase__event=event).exists():
        return
    history = load.read_history_from_db(event)
    free = Registration.objects.count_unclaimed_places(history, event, now)
    if free == 0 or has_started(history):
        return
    names = {player.name.casefold() for player in history.players if not player.has_left}
    rows = [row for row in Registration.objects.waitlist(event) if row.name.casefold() not in names][:free]
    if not rows:
        return
    # If nobody can join any more, the action that has freed the place is still done.
    with suppress(RuleViolation):
        move_up(event, Actor("Topcut", now=now, source=TIME), rows)


@action(
    None,
    self_service=True,
    log={
        "move_up": (
            ngettext_lazy(
                "{count} player moved up from the waitlist",
                "{count} players moved up from the waitlist",
                "count",
            ),
            "{names}",
        ),
        "places_given": _("Places given to the waitlist"),
    },
)
def move_up(change: Change, rows: list[Registration]):
    """Give free places to these entries of the waitlist."""
    give_places(change, rows, Mail.MOVED_UP)
    change.log_players(without="places_given")


def free_expired_places(event: Event, now: datetime):
    """Give the places to the waitlist that were held for players who did not confirm in time.

    It is an action also if nobody waits, because the public pages count the places.
    """
    with transaction.atomic():
        locked = Event.objects.select_for_update().get(pk=event.pk)
        last = LogEntry.objects.filter(event=event).order_by("-id").first()
        held = Registration.objects.filter(event=event, state=Registration.UNCONFIRMED)
        expired = held.filter(held_until__lte=now)
        # Later actions have given the other expired places away. An imported event may have no log.
        if (expired.filter(held_until__gt=last.at) if last else expired).exists():
            free_places(locked, Actor("Topcut", now=now, source=TIME))


@action(None, self_service=True, log=_("Places no longer held: email addresses not confirmed in time"))
def free_places(change: Change):
    """Note that places have become free, which moves the waitlist up."""


# Before mails, which can take seconds each.
@task(queue_name=MAIL, priority=10)
def free_places_later(event_pk: int):
    """Free the expired places of an event; run by the worker when the time to confirm is over."""
    event = Event.objects.filter(pk=event_pk).first()
    if event:
        free_expired_places(event, timezone.now())


@task(queue_name=MAIL, priority=10)
def free_places_in_turn(event_pk: int):
    """Free the expired places of an imported event, and run again when the time of the next one is over."""
    event, now = Event.objects.filter(pk=event_pk).first(), timezone.now()
    if event is None:
        return
    free_expired_places(event, now)
    held = event.registrations.filter(state=Registration.UNCONFIRMED, held_until__gt=now)
    if first := held.order_by("held_until").first():
        free_places_in_turn.using(run_after=first.held_until).enqueue(event_pk)


def queue_tasks(event: Event):
    """Queue what an imported or restored event waits for: unsent mails, and the ends of held places."""
    for mail in event.mails.filter(sent_at=None, refused=False):
        send_mail.enqueue(mail.pk)
    if event.registrations.filter(state=Registration.UNCONFIRMED).exists():
        free_places_in_turn.enqueue(event.pk)
