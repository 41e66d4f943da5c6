"""The pods of a draft, for everybody to find their seat."""

from django.http import Http404
from django.views.decorators.http import require_safe

from .. import access
from ..queries.draft_pods import draft_shown
from . import live
from .events import is_running
from .frames import frame_for
from .offline import kept_offline

TEMPLATE = "draft/page.html"


@require_safe
@kept_offline
def draft_page(request, slug, phase=None):
    """Who sits in which pod on which seat, the time to build, the timer by pick."""
    event = access.event_to_see(request, slug)

    def context():
        shown = draft_shown(event, phase)
        if shown is None:
            raise Http404
        return {"draft": shown, "event": event}

    def shell():
        return {"frame": frame_for(request, event, "pairings"), **context()}

    polls = is_running(request, event)
    return live.answer(
        request, event, TEMPLATE, ("pods",), context, shell, params={"phase": phase}, polls=polls
    )
