"""Run an event again: a new event with the same settings and staff."""

from dataclasses import replace

from django.db import transaction

from ...models import Event, Staff
from ...rules.history import EventHistory
from ...rules.rounds.phases import without_cut
from ..change import Actor
from .events import create_event

# Registration and check-in of the new event open when its organiser opens them.
CLOSED = {"open": False, "opens_at": None, "closes_at": None}


@transaction.atomic
def repeat_event(actor: Actor, event: Event, history: EventHistory) -> Event:
    """Create the event of this history, with the staff of an earlier one; the actor becomes the owner.

    The same request returns the same event.
    """
    repeated = create_event(actor, history)
    staff = [
        Staff(event=repeated, user=row.user, role=Staff.ORGANISER if row.role == Staff.OWNER else row.role)
        for row in event.staff.select_related("user")
    ]
    Staff.objects.bulk_create(staff, ignore_conflicts=True)
    return repeated


def to_repeat(history: EventHistory, name: str, starts_at: str | None, players: set[str]) -> EventHistory:
    """Return the history of the new event: settings as before, these players by id, nothing played.

    Players keep their facts and start from round 1; pairs of them who are never paired stay so.
    """
    for phase in history.all_phases:
        history = without_cut(phase).history
    fresh = {"joined_round": 1, "dropped_after": None, "disqualified": False, "soft_score": None, "byes": {}}
    fresh["checked_in_at"] = None
    return replace(
        history,
        name=name,
        starts_at=starts_at,
        players=tuple(replace(player, **fresh) for player in history.players if player.id in players),
        forbidden=tuple(pair for pair in history.forbidden if players.issuperset(pair)),
        wished=(),
        log=(),
        published=(),
        announcement=None,
        registration=replace(history.registration, **CLOSED),
        check_in=replace(history.check_in, **CLOSED),
        lists=replace(history.lists, until=None),
        registrations=(),
        version=0,
        layout_version=0,
    )
