"""The public page of a draft's pods."""

from django.http import Http404
from django.views.decorators.http import require_safe

from ... import access
from ...queries.drafts.pods_page import get_draft_page
from ..http.live import render_live_page
from ..http.page_layout import get_page_layout
from ..http.service_worker import store_offline

TEMPLATE = "drafts/page.jinja"


@require_safe
@store_offline
def draft_page(request, slug, phase=None):
    """Show the seats of every pod, the timer of picks, and of deck building."""
    event = access.get_visible_event(request, slug)

    def fragment_context():
        draft = get_draft_page(event, phase)
        if draft is None:
            raise Http404
        return {"draft": draft, "event": event}

    def page_context(event_status):
        return {"layout": get_page_layout(request, event, "pairings", event_status), **fragment_context()}

    return render_live_page(
        request,
        event,
        TEMPLATE,
        {"pods": "drafts/_live_pods.jinja"},
        fragment_context,
        page_context,
        params={"phase": phase},
    )
