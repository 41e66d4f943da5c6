"""Places of an event: how many are held, and who is waiting."""

from datetime import datetime

from django.db.models import Q

from ...models import Event, Player, Registration
from ...rules.history import EventHistory
from ...rules.registration import settings as rules
from .states import OPEN_STATES


def count_held_places(event: Event, now: datetime) -> int:
    """Return how many places are held for players who have to confirm their email address."""
    return open_entries(event, Registration.UNCONFIRMED).filter(held_until__gt=now).count()


def waitlist(event: Event):
    """Return the entries of the waitlist, first come first."""
    return open_entries(event, Registration.WAITING)


def first_present_entry(event: Event) -> Registration | None:
    """Return the first entry of the waitlist whose player is checked in."""
    present = Player.objects.filter(event=event, checked_in_at__isnull=False)
    return waitlist(event).filter(player__in=present).first()


def waiting_players(event: Event) -> set[str]:
    """Return the ids of the players on the waitlist who were in the event before or are checked in."""
    ids = Player.objects.filter(registration__in=waitlist(event)).values_list("public_id", flat=True)
    return set(ids)


def waitlist_place(row: Registration) -> int:
    """Return the place of an entry on the waitlist: 1 for the first."""
    return waitlist(row.event).filter(order__lt=row.order).count() + 1


def has_entries(event: Event) -> bool:
    """Return whether the event has, or had, registrations: its settings may be the default ones again."""
    return Registration.objects.filter(event=event).exists()


def open_entries(event: Event, *states: str):
    """Return the entries in these states whose player is not in the event, nor disqualified, in their order.

    An entry that the staff accepted keeps its state, so that the undo puts it back.
    """
    players = Player.objects.filter(Q(dropped_after=None) | Q(disqualified=True), event=event)
    rows = Registration.objects.filter(event=event, state__in=states).exclude(player__in=players)
    return rows.select_related("player").order_by("order", "id")


def other_entries(event: Event, now: datetime, row: Registration | None):
    """Return the open entries that have their name and email address to themselves, except this one."""
    others = Registration.objects.filter(event=event, state__in=OPEN_STATES)
    others = others.exclude(state=Registration.UNCONFIRMED, held_until__lte=now)
    # The staff have removed the players of such entries.
    players = Player.objects.filter(event=event)
    others = others.filter(~Q(state=Registration.REGISTERED) | Q(player__in=players))
    return others.exclude(pk=row.pk) if row else others


def count_places_left(history: EventHistory, event: Event, now: datetime) -> int | None:
    """Return how many places are free, 0 or more; None without a cap."""
    held = 0 if history.registration.cap is None else count_held_places(event, now)
    return rules.places_left(history, held)


def count_unclaimed_places(history: EventHistory, event: Event, now: datetime) -> int | None:
    """Return how many places are free for new entries and the waitlist; None without a cap.

    With approval, the entries that wait for it come first.
    """
    left = count_places_left(history, event, now)
    if left and history.registration.approval:
        return max(0, left - open_entries(event, Registration.PENDING).count())
    return left
