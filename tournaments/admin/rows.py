"""Edits rows in the admin: each edit is one action with one log entry, and keeps the history valid."""

from copy import deepcopy
from datetime import UTC

from django.db import transaction

from .. import access
from ..changes.change import Actor, Change, action, same_action
from ..desk import actions
from ..desk.actions import check_owner_remains, end_invitations
from ..events.actions import phases
from ..events.actions.events import change_event
from ..history import load
from ..history.cache import load_history
from ..models import Event, Phase, Player, Staff
from ..players.actions import players
from ..players.actions.players import change_player
from ..rules import event_file, rulebooks
from ..rules.errors import RuleViolation, _
from ..rules.log.event_parts import phase_path
from ..rules.settings import locking


def amend(row: Event | Phase | Player | Staff, actor: Actor):
    """Store an edited row as one action.

    Raises RuleViolation if the event would no longer be readable as an event file, or if the regular action
    for the same change refuses it.
    """
    event = row if isinstance(row, Event) else row.event
    with transaction.atomic():
        AMENDS[type(row)](event, actor, row)
        check_valid_as_file(event)


def remove(row: Phase | Player | Staff, actor: Actor):
    """Delete a row as one action. Raises RuleViolation if the history needs it."""
    with transaction.atomic():
        REMOVES[type(row)](row.event, actor, row)
        check_valid_as_file(row.event)


def try_amend(row, actor: Actor):
    """Raise the RuleViolation that `amend` would, without changing anything."""
    with transaction.atomic():
        amend(deepcopy(row), actor)
        transaction.set_rollback(True)


def check_valid_as_file(event: Event):
    """Raise RuleViolation unless the event can still be read back from its own file."""
    event_file.read(event_file.write(load_history(Event.objects.get(pk=event.pk))))


def amend_event(event, actor, row):
    if row.starts_at:
        row.starts_at = row.starts_at.astimezone(UTC)
    history = load.event_from_row(row)
    fields = ("name", "rulebook", "starts_at", "timezone", "place", "visibility")
    change_event(event, actor, **{name: getattr(history, name) for name in fields})


def amend_player(event, actor, row):
    facts = {name: getattr(row, name) for name in load.PLAYER_COLUMNS}
    facts["checked_in_at"] = load.format_utc(row.checked_in_at)
    change_player(event, actor, row.public_id, **facts)


@action(access.MANAGE)
def amend_phase(change: Change, row: Phase):
    """Store the phase's name and settings."""
    before = change.history.phase(row.number)
    settings = rulebooks.settings_of(change.history.rulebook, row.settings)
    locking.refuse_late_finals(before, settings)
    change.set_part(phase_path(row.number), load.phase_of(row))


@same_action(actions.change_role)
def amend_staff(change: Change, row: Staff):
    change.reason = f"{row.user}, {row.role}"
    check_owner_remains(row, row.role)
    row.save()
    end_invitations(row, row.role)


def remove_player(event, actor, row):
    players.remove_player(event, actor, row.public_id)


@same_action(phases.remove_phase)
def remove_phase(change: Change, row: Phase):
    is_last = row.number == len(change.history.phases)
    if row.number == 1 or not is_last or change.history.phase(row.number).begun:
        raise RuleViolation(_("You can only remove the last phase, and only before it starts."))
    change.set_part(phase_path(row.number), None)
    change.log(phase=row.number)


@same_action(actions.remove_staff)
def remove_staff(change: Change, row: Staff):
    change.reason = str(row.user)
    check_owner_remains(row, None)
    end_invitations(row, None)
    row.delete()


AMENDS = {Event: amend_event, Player: amend_player, Phase: amend_phase, Staff: amend_staff}
REMOVES = {Player: remove_player, Phase: remove_phase, Staff: remove_staff}
