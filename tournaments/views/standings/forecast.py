"""The forecast: players who have clinched the cut while rounds are still played."""

from django.views.decorators.http import require_safe

from ... import access
from ...queries.standings import forecast
from ..http.live import render_live_page
from ..http.page_layout import get_page_layout


@require_safe
def forecast_page(request, slug):
    """Show certain and likely qualifiers, and the results that each player needs."""
    event = access.get_visible_event(request, slug)

    def fragment_context():
        return {"event": event, "forecast": forecast.build_forecast(event)}

    def page_context(event_status):
        return {"layout": get_page_layout(request, event, "standings", event_status), "event": event}

    return render_live_page(
        request,
        event,
        "standings/forecast.jinja",
        {"forecast": "standings/_forecast.jinja"},
        fragment_context,
        page_context,
        params={"chances": event.chances_at},
    )
