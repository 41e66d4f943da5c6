"""Edits of registrations by the staff: also after the event has started, and nothing is required."""

from ...models import Event, Registration
from ...models.log import MAX_TEXT_LENGTH
from ...rules.errors import RuleViolation, _
from ...rules.registration.entries import RegistrationEntry, check_entry
from ..change import Actor, record_action
from .entering import without_required
from .entries import check_unique, replace_entry


def change_registration(event: Event, actor: Actor, pk: int, entry: RegistrationEntry):
    """Change the entry with this row id, and its player. A new email address is not confirmed."""
    with record_action(event, actor, f"change_registration: {entry.name}"[:MAX_TEXT_LENGTH]) as change:
        row = Registration.objects.filter(event=change.event, pk=pk).first()
        if row is None:
            raise RuleViolation(_("This registration doesn’t exist any more."))
        check_entry(without_required(change.history.registration), entry)
        check_unique(change, entry, row)
        replace_entry(change, row, entry)
