"""Who is safe: an event's cut while its rounds run."""

from django.views.decorators.http import require_safe

from .. import access
from ..queries import forecasts
from .frames import frame_for
from .http.live import render_live_page


@require_safe
def forecast_page(request, slug):
    """What is certain of the cut, what is to be expected, and what everybody needs."""
    event = access.event_to_see(request, slug)

    def fragment_context():
        return {"event": event, "shown": forecasts.forecast_shown(event)}

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
