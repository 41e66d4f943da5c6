"""Who is safe: an event's cut while its rounds run."""

from django.views.decorators.http import require_safe

from .. import access
from ..queries import forecasts
from .events import is_running
from .frames import frame_for
from .live import answer


@require_safe
def forecast_page(request, slug):
    """What is certain of the cut, what is to be expected, and what everybody needs."""
    event = access.event_to_see(request, slug)

    def context():
        return {"event": event, "shown": forecasts.forecast_shown(event)}

    def shell():
        return {"frame": frame_for(request, event, "standings"), "event": event}

    polls = is_running(request, event)
    return answer(request, event, "standings/forecast.html", ("forecast",), context, shell, polls=polls)
