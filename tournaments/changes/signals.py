"""The signal that a change of an event is stored."""

from django.dispatch import Signal

# Sent with `change`, an changes.change.Change, in its transaction, after its parts and log entry are written.
# An error in a listener undoes the change.
changed = Signal()
