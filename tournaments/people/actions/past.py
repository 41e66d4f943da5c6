"""Links the players of events from before the club knew people."""

from django_tasks import task

from ...access.clubs import MANAGE_CLUB
from ...changes.change import program_actor
from ...changes.club_change import ClubChange, club_action
from ...changes.tasks import CHANCES
from ...models import Club, Event
from ...rules.errors import _
from ..pages.doubts import past_events
from .linking import link_events
from .locks import lock_with_events

# Events of one request, and of one run of the task that links the others.
MAX_PAST_EVENTS = 20


@club_action(MANAGE_CLUB, log=_("Past events linked: {count}"))
def link_past_events(change: ClubChange) -> int:
    """Link the players of the oldest past events with people, by the rules; return how many events.

    New people have no profile. Doubts stay for the organiser. A task links the events that are left.
    """
    pks = list(past_events(change.club).values_list("pk", flat=True)[:MAX_PAST_EVENTS])
    lock_with_events([], pks, change.club)
    rows = Event.objects.filter(pk__in=pks)
    events = {event.pk: event for event in rows}
    for event in rows:
        event.club = change.club
    link_events([events[pk] for pk in pks], change.now, change.actor.who)
    change.values = {"events": pks, "count": len(pks)}
    if len(pks) == MAX_PAST_EVENTS:
        link_other_past_events.enqueue(change.club.pk)
    return len(pks)


@task(queue_name=CHANCES)
def link_other_past_events(club_pk: int):
    """Link more of the past events of a club, and queue the task again until none is left."""
    club = Club.objects.filter(pk=club_pk).first()
    if club and past_events(club).exists():
        link_past_events(club, program_actor())
