"""What stands on every page of an event, for pages that have no live part of their own."""

from django.http import Http404
from django.views.decorators.http import require_safe

from .. import access
from . import live


@require_safe
def hall_part(request, slug):
    """The clock and what is said to everybody: each part brings them along, so here an empty one."""
    event = access.event_to_see(request, slug)
    if "part" not in request.GET:
        raise Http404
    return live.answer(request, event, live.HALL, (live.QUIET,), dict, dict)
