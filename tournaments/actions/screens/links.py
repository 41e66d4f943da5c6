"""The signed link of the venue's screens."""

from django.db.models import F

from ...models import Event
from ..change import Actor, record_action


def renew_screen_link(event: Event, actor: Actor):
    """Replace the link of the venue's screens. Screens with the old link get a 404 at their next poll."""
    with record_action(event, actor, "renew_screen_link"):
        Event.objects.filter(pk=event.pk).update(screen_link=F("screen_link") + 1)
