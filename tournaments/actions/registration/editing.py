"""Edits of registrations by the staff: also after the event has started, and nothing is required."""

from ... import access
from ...models import Registration
from ...rules.errors import RuleViolation, _
from ...rules.registration.entries import RegistrationEntry, check_entry
from ..change import Change, action
from .entering import without_required
from .entries import check_unique, replace_entry


@action(access.MANAGE, log=_("Registration of {text} changed"))
def change_registration(change: Change, pk: int, entry: RegistrationEntry):
    """Change the entry with this row id, and its player. A new email address is not confirmed."""
    change.reason = entry.name
    row = Registration.objects.filter(event=change.event, pk=pk).first()
    if row is None:
        raise RuleViolation(_("This registration doesn’t exist any more."))
    check_entry(without_required(change.history.registration), entry)
    check_unique(change, entry, row)
    replace_entry(change, row, entry)
