"""Links the players of events from before the club knew people."""

from ...access.clubs import MANAGE_CLUB
from ...changes.club_change import ClubChange, club_action
from ...models import Event
from ...rules.errors import _
from ..pages.doubts import past_events
from .linking import link_players

# Events of one request.
MAX_PAST_EVENTS = 20


@club_action(MANAGE_CLUB, log=_("Past events linked: {count}"))
def link_past_events(change: ClubChange) -> int:
    """Link the players of the oldest past events with people, by the rules; return how many events.

    New people have no profile. Doubts stay for the organiser.
    """
    pks = list(past_events(change.club).values_list("pk", flat=True)[:MAX_PAST_EVENTS])
    rows = Event.objects.filter(pk__in=pks).order_by("pk").select_for_update(no_key=True)
    events = {event.pk: event for event in rows}
    for pk in pks:
        events[pk].club = change.club
        link_players(events[pk], change.now, change.actor.who)
    change.values = {"events": pks, "count": len(pks)}
    return len(pks)
