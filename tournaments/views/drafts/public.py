"""The pods of a draft, for everybody to find their seat."""

from django.http import Http404
from django.views.decorators.http import require_safe

from ... import access
from ...queries.drafts.pods_page import draft_shown
from ..http.live import render_live_page
from ..http.page_frame import frame_for
from ..http.service_worker import kept_offline

TEMPLATE = "draft/page.html"


@require_safe
@kept_offline
def draft_page(request, slug, phase=None):
    """Who sits in which pod on which seat, the time to build, the timer by pick."""
    event = access.event_to_see(request, slug)

    def fragment_context():
        shown = draft_shown(event, phase)
        if shown is None:
            raise Http404
        return {"draft": shown, "event": event}

    def page_context(facts):
        return {"frame": frame_for(request, event, "pairings", facts), **fragment_context()}

    return render_live_page(
        request,
        event,
        TEMPLATE,
        {"pods": "draft/_live_pods.html"},
        fragment_context,
        page_context,
        params={"phase": phase},
    )
