"""The signed link of the venue's screens."""

from django.db.models import F

from .. import access
from ..changes.change import Change, action
from ..models import Event
from ..rules.errors import _


@action(access.PRINT, log=_("New screen link created"))
def renew_screen_link(change: Change):
    """Replace the link of the venue's screens. Screens with the old link get a 404 at their next poll."""
    Event.objects.filter(pk=change.event.pk).update(screen_link=F("screen_link") + 1)
