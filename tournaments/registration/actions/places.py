"""Places of an event and its waitlist: given, held, freed, and given to those who wait."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import ngettext_lazy
from django_tasks import task

from ...changes.change import Change, action, program_actor
from ...changes.registry import listens_to_changes
from ...changes.tasks import MAIL
from ...history import load
from ...models import Event, LogEntry, Mail, Player, Registration, Round
from ...models.registration import HOLDING_STATES
from ...players.actions.players import enter_players, return_player
from ...rules import event_file
from ...rules.errors import RuleViolation, _
from ...rules.history import PlayerRecord
from ...rules.history.players import REQUIRED, RegistrationSettings, facts_of
from ...rules.log.event_parts import player_path, split
from ...rules.players.roster import RosterLine
from ...rules.registration import HOLD_MINUTES, MAX_ENTRIES, has_started
from ...web.mails import can_send_mail
from .mails import queue_mail, send_mail


def is_active(player: PlayerRecord | None) -> bool:
    return player is not None and not player.has_left


def leave_before_start(change: Change, players: Iterable[PlayerRecord]):
    """Let the active ones among these players leave before round 1."""
    for player in filter(is_active, players):
        change.set_part(player_path(player.id), replace(player, dropped_after=0, checked_in_at=None))


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


def check_entry_count(event: Event, new: int = 1):
    """Raise RuleViolation if the event would have more entries than an event file can hold."""
    if Registration.objects.filter(event=event).count() + new > MAX_ENTRIES:
        raise RuleViolation(_("An event can have at most {most} registrations."), most=MAX_ENTRIES)


def enter_registered(change: Change, rows: Sequence[Registration]) -> list[str]:
    """Enter the players of these entries, each with the link of the entry; return their ids in this order.

    One who has left returns. One who was removed enters again under the same id.
    """
    players = [row.player_in(change.history) for row in rows]
    for player in filter(None, players):
        return_player(change, player)
    entering = [row for row, player in zip(rows, players, strict=True) if player is None]
    # Those who were invited play in the order of their invitations.
    seeds = [row.order if row.state == Registration.INVITED else None for row in entering]
    lines = [RosterLine(**facts_of(row), seed=seed) for row, seed in zip(entering, seeds, strict=True)]
    own_ids = [row.player.public_id if row.player else "" for row in entering]
    ids = enter_players(change, lines, own_ids)
    change.entries.update(zip(ids, entering, strict=True))
    new_ids = iter(ids)
    return [player.id if player else next(new_ids) for player in players]


def move_up_waitlist(change: Change):
    """Give free places to the first entries of the waitlist, while the event has not started.

    An entry stays there that has the name of a player in public, and is from nobody's own page: the staff
    decide. Moving up is an action of its own.
    """
    event, now = change.event, change.now
    # Results free no places; undoing round 1 may.
    if change.parts and change.kinds.isdisjoint({"event", "player", "round"}):
        return
    if not Registration.objects.waitlist(event).exists() or Round.objects.filter(phase__event=event).exists():
        return
    history = load.read_history_from_db(event)
    free = Registration.objects.count_unclaimed_places(history, event, now)
    if free == 0 or has_started(history):
        return
    players = history.with_public_names.players
    names = {player.name.casefold() for player in players if not player.has_left}
    waiting = Registration.objects.waitlist(event)
    rows = [row for row in waiting if row.person_id or row.name.casefold() not in names][:free]
    if not rows:
        return
    # If nobody can join any more, the action that has freed the place is still done.
    with suppress(RuleViolation):
        move_up(event, program_actor(now), rows)


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
            free_places(locked, program_actor(now))
        if invited := list(Registration.objects.not_answered(event, now)):
            end_unanswered(locked, program_actor(now), invited)


@action(None, self_service=True, log=_("Places no longer held: email addresses not confirmed in time"))
def free_places(change: Change):
    """Note that places have become free, which moves the waitlist up."""


@action(
    None,
    self_service=True,
    log=ngettext_lazy(
        "{count} invitation was not answered in time",
        "{count} invitations were not answered in time",
        "count",
    ),
)
def end_unanswered(change: Change, rows: list[Registration]):
    """Decline invitations whose time to answer is over."""
    for row in rows:
        row.state, row.held_until = Registration.DECLINED, None
        row.save(update_fields=["state", "held_until"])
    change.log(count=len(rows))


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
    held = event.registrations.filter(state__in=HOLDING_STATES, held_until__gt=now)
    if first := held.order_by("held_until").first():
        free_places_in_turn.using(run_after=first.held_until).enqueue(event_pk)


def queue_tasks(event: Event):
    """Queue what an imported or restored event waits for: unsent mails, and the ends of held places."""
    for mail in event.mails.filter(sent_at=None, refused=False):
        send_mail.enqueue(mail.pk)
    if event.registrations.filter(state__in=HOLDING_STATES).exists():
        free_places_in_turn.enqueue(event.pk)


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
