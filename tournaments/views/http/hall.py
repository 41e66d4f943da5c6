"""The status fragment for event pages that have no live fragment of their own."""

from django.http import Http404
from django.views.decorators.http import require_safe

from ... import access
from ...queries.events.status import facts_of, get_desk_status
from .live import render_live_page

TEMPLATE = "events/_empty.html"


@require_safe
def hall_part(request, slug):
    """Return an empty fragment with the event's status; `part=desk` also counts unpublished rounds."""
    event, part = access.get_visible_event(request, slug), request.GET.get("part")
    at_desk = part == "desk"
    if part not in ("quiet", "desk") or (
        at_desk and access.VIEW_DESK not in access.get_permissions(request, event)
    ):
        raise Http404
    facts = get_desk_status if at_desk else facts_of
    return render_live_page(
        request, event, TEMPLATE, {part: TEMPLATE}, dict, dict, facts=facts, shared=not at_desk
    )
