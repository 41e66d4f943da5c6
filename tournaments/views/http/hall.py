"""Where an event stands, for its pages that have no live fragment of their own."""

from django.http import Http404
from django.views.decorators.http import require_safe

from ... import access
from ...queries.events.status import desk_facts_of, facts_of
from .live import render_live_page

TEMPLATE = "events/_empty.html"


@require_safe
def hall_part(request, slug):
    """An empty fragment that brings clock, announcement and status along; `part=desk` also counts drafts."""
    event, part = access.event_to_see(request, slug), request.GET.get("part")
    at_desk = part == "desk"
    if part not in ("quiet", "desk") or (at_desk and access.LOOK not in access.rights(request, event)):
        raise Http404
    facts = desk_facts_of if at_desk else facts_of
    return render_live_page(
        request, event, TEMPLATE, {part: TEMPLATE}, dict, dict, facts=facts, shared=not at_desk
    )
