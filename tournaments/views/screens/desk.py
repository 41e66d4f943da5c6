"""The addresses of the hall's screens, made at the desk."""

from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from ... import access
from ...queries.events.status import facts_of
from ...queries.screens.screens_page import AT_ONCE, CLOCK, CLOCK_LABEL, PARTS
from ..http.page_frame import frame_for
from ..http.urls import address_of
from .public import LEAST_SECONDS, MOST_SCREENS, MOST_SECONDS, wanted

LABELS = {**{name: label for name, (label, _panel) in PARTS.items()}, CLOCK: CLOCK_LABEL}


@require_safe
@access.may(access.PAPER)
def screens_page(request, event):
    """Which parts, on how many screens: the address of each."""
    asked = wanted(request.GET, request.GET.getlist("show"))
    path = reverse("screen", args=[event.slug])
    players = facts_of(event).players
    pages = -(-players // (AT_ONCE * asked.of))
    context = {
        "frame": frame_for(request, event, "desk"),
        "event": event,
        "asked": asked,
        "parts": [(name, label, name in asked.show) for name, label in LABELS.items()],
        "addresses": [
            address_of(request, path + asked.at(screen).query) for screen in range(1, asked.of + 1)
        ],
        "players": players,
        "cycle": pages * asked.seconds,
        "most": MOST_SCREENS,
        "seconds": (LEAST_SECONDS, MOST_SECONDS),
    }
    return render(request, "desk/screens.html", context)
