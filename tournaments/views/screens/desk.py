"""The addresses of venue screens, configured at the desk."""

from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from ... import access
from ...queries.events.status import get_event_status
from ...queries.screens.screens_page import CLOCK, CLOCK_LABEL, LINES_PER_SCREEN, PARTS
from ..http.page_layout import get_page_layout
from ..http.urls import absolute_url
from .public import MAX_SCREENS, MAX_SECONDS, MIN_SECONDS, read_screen_options

LABELS = {**{name: label for name, (label, _panel) in PARTS.items()}, CLOCK: CLOCK_LABEL}


@require_safe
@access.requires(access.PRINT)
def screens_page(request, event):
    """Show the parts, the number of screens, and the address of each."""
    screen_options = read_screen_options(request.GET, request.GET.getlist("show"))
    path = reverse("screen", args=[event.slug])
    players = get_event_status(event).players
    pages = -(-players // (LINES_PER_SCREEN * screen_options.of))
    context = {
        "layout": get_page_layout(request, event, "desk"),
        "event": event,
        "options": screen_options,
        "parts": [(name, label, name in screen_options.show) for name, label in LABELS.items()],
        "addresses": [
            absolute_url(request, path + screen_options.at(screen).query)
            for screen in range(1, screen_options.of + 1)
        ],
        "players": players,
        "cycle_seconds": pages * screen_options.seconds,
        "max_screens": MAX_SCREENS,
        "seconds": (MIN_SECONDS, MAX_SECONDS),
    }
    return render(request, "screens/desk.html", context)
