"""What a phone keeps of the site: the script that keeps it, and how an event stands on a home screen."""

import hashlib
import json
from functools import wraps

from django.conf import settings
from django.http import JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from ... import access
from ...rules.history import PRIVATE

# What pages that are kept are made of.
FILES = ("app.css", "app.js", "find.js", "outbox.js", "settle.js", "favicon.svg", "django_htmx/htmx-2.min.js")
PAPER = "#f8f4ea"


def kept_offline(view):
    """A page that a phone may keep to be read without a network: never one of somebody who is signed in, or
    of a private event, which somebody may not be let see any more."""

    @wraps(view)
    def marked(request, *args, **named):
        response = view(request, *args, **named)
        if "part" in request.GET or response.status_code != 200 or request.user.is_authenticated:
            return response
        if request.visibility != PRIVATE:
            response["X-Keep"] = "1"
        return response

    return marked


@require_safe
def service_worker(request):
    """The script that keeps pages; another release is another script, and keeps its own."""
    files = [static(name) for name in FILES]
    release = hashlib.sha256(json.dumps([settings.RELEASE, files]).encode()).hexdigest()[:12]
    context = {"release": release, "files": json.dumps(files)}
    response = render(request, "sw.js", context, content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def manifest(request, slug, token=None):
    """An event on the home screen: it starts where this lies, at the event or a player's own page."""
    player = access.player_with_link(slug, token) if token else None
    event = access.shown(request, player.event) if player else access.event_to_see(request, slug)
    told = {
        "name": event.name,
        "short_name": event.name,
        "lang": get_language(),
        "start_url": "./",
        "scope": reverse("event", args=[slug]),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {"src": static("favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(
                {"src": static(f"icon-{size}.png"), "sizes": f"{size}x{size}", "purpose": "any maskable"}
                for size in (192, 512)
            ),
        ],
    }
    return JsonResponse(told, content_type="application/manifest+json")
