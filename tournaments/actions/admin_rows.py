"""Rows amended by an administrator: one action, one log line, and nothing that would break the history."""

from copy import deepcopy
from datetime import UTC

from django.db import transaction

from ..models import Event, Phase, Player, Staff
from ..queries.history import load
from ..queries.history.cache import history_of
from ..rules import event_file, rulebooks
from ..rules.errors import RuleViolation, _
from ..rules.log import part_paths
from ..rules.settings import locking
from .change import By, changing
from .desk.staff import end_invitations, keep_owner
from .events import events
from .players import players, roster


def amend(row: Event | Phase | Player | Staff, by: By):
    """Store an edited row as one action: the version is raised, one log line says what changed.

    Raises RuleViolation where the event would no longer read as an event file, or an action that people
    have for the same change refuses it.
    """
    with transaction.atomic():
        AMENDS[type(row)](row, by)
        refuse_broken(row if isinstance(row, Event) else row.event)


def remove(row: Phase | Player | Staff, by: By):
    """Delete a row as one action. Raises RuleViolation for what the history needs."""
    with transaction.atomic():
        REMOVES[type(row)](row, by)
        refuse_broken(row.event)


class Tried(Exception):
    """Ends a trial."""


def try_amend(row, by: By):
    """Raise the RuleViolation that amending would, and change nothing."""
    try:
        with transaction.atomic():
            amend(deepcopy(row), by)
            raise Tried
    except Tried:
        pass


def refuse_broken(event: Event):
    """The whole event must still read as its own file does."""
    event_file.read(event_file.write(history_of(Event.objects.get(pk=event.pk))))


def amend_event(row, by):
    if row.starts_at:
        row.starts_at = row.starts_at.astimezone(UTC)
    history = load.event_of(row)
    facts = {
        name: getattr(history, name)
        for name in ("name", "rulebook", "starts_at", "timezone", "place", "visibility")
    }
    events.change_event(row, by, **facts)


def amend_player(row, by):
    facts = {name: getattr(row, name) for name in load.PLAYER_FIELDS}
    players.change_player(row.event, by, row.key, **facts)


def amend_phase(row, by):
    """Its name and settings; what stands in the file for its rounds stays."""
    with changing(row.event, by, "amend_phase") as change:
        before = change.history.phase(row.number)
        checked = rulebooks.settings_of(change.history.rulebook, row.settings)
        locking.refuse_late_finals(before, checked)
        change.put(part_paths.phase(row.number), load.phase_of(row))


def amend_staff(row, by):
    with changing(row.event, by, f"amend_staff: {row.user}, {row.role}"):
        keep_owner(row, row.role)
        row.save()
        end_invitations(row, row.role)


def remove_player(row, by):
    roster.remove_player(row.event, by, row.key)


def remove_phase(row, by):
    with changing(row.event, by, "remove_phase") as change:
        if (
            row.number == 1
            or row.number < len(change.history.phases)
            or change.history.phase(row.number).begun
        ):
            raise RuleViolation(_("Only a last phase that has not begun can go."))
        change.put(part_paths.phase(row.number), None)


def remove_staff(row, by):
    with changing(row.event, by, f"remove_staff: {row.user}"):
        keep_owner(row, None)
        end_invitations(row, None)
        row.delete()


AMENDS = {Event: amend_event, Player: amend_player, Phase: amend_phase, Staff: amend_staff}
REMOVES = {Player: remove_player, Phase: remove_phase, Staff: remove_staff}
