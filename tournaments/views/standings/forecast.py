"""Who is safe: an event's cut while its rounds run."""

from django.views.decorators.http import require_safe

from ... import access
from ...queries.standings import forecast
from ..http.live import render_live_page
from ..http.page_frame import frame_for


@require_safe
def forecast_page(request, slug):
    """What is certain of the cut, what is to be expected, and what everybody needs."""
    event = access.event_to_see(request, slug)

    def fragment_context():
        return {"event": event, "shown": forecast.forecast_shown(event)}

    def page_context(facts):
        return {"frame": frame_for(request, event, "standings", facts), "event": event}

    return render_live_page(
        request,
        event,
        "standings/forecast.html",
        {"forecast": "standings/_forecast.html"},
        fragment_context,
        page_context,
    )
