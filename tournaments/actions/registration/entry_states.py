"""Updates of entries after a change of the event: they end, open again, or move up from the waitlist."""

from django.dispatch import receiver

from ...changes.signals import changed
from ...models import Registration
from ...rules import event_file
from ...rules.log import part_paths
from ..change import Change
from .acceptance import link_entries, move_up_waitlist
from .desk import move_to_waitlist


@receiver(changed)
def update_entries(change: Change, **_signal):
    """Update the entries of players who enter, leave or come back, then give free places to the waitlist."""
    link_entries(change)
    if change.action.restores:
        reopen_entries(change)
    elif change.action is not move_to_waitlist.action:
        end_accepted_entries(change)
    move_up_waitlist(change)


def end_accepted_entries(change: Change):
    """End the entries of players who leave or are removed, so that they don't wait for a place again.

    An entry that the staff accept keeps its state as long as the player is in the event.
    """
    left, removed = [], []
    for public_id, before, after in changed_players(change):
        if before and after is None:
            removed.append(public_id)
        elif before and after.has_left and not event_file.READERS["player"](before, public_id).has_left:
            left.append(public_id)
    for ids, state in ((left, Registration.REGISTERED), (removed, Registration.DECLINED)):
        if ids:
            entries_of(change, ids).exclude(state=Registration.WITHDRAWN).update(state=state)


def reopen_entries(change: Change):
    """Mark the entries of players whom an undo restores as accepted: their removal had declined them."""
    if ids := [public_id for public_id, before, _after in changed_players(change) if before is None]:
        declined = entries_of(change, ids).filter(state=Registration.DECLINED)
        declined.update(state=Registration.REGISTERED)


def changed_players(change: Change):
    """Yield (id, JSON of the player before or None, player after or None) of each player that changed."""
    for path, (before, _after) in change.changes.items():
        kind, name = part_paths.split(path)
        if kind == "player":
            yield name[0], before, change.parts[path]


def entries_of(change: Change, ids: list[str]):
    """Return the entries of the players with these ids, also of removed ones."""
    return Registration.objects.filter(event=change.event, player__public_id__in=ids)
