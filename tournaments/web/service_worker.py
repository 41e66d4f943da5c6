"""Offline pages: the service worker and the web app manifest."""

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

from .. import access
from ..access import secret_links
from ..rules.history import PRIVATE
from .jinja import render_template

# Static files of the stored pages.
FILES = (
    "app.css",
    "app.js",
    "player.js",
    "push.js",
    "search.js",
    "favicon.svg",
    "django_htmx/htmx-2.min.js",
)
BACKGROUND_COLOR = "#f8f4ea"


def store_offline(view):
    """Decorate a page that phones may store for offline reading.

    X-Keep is the version of the event's layout: other versions may name people who are hidden by now. Pages
    of signed-in users and of private events are not stored, because access to them may end; those of an
    event that has become private are removed.
    """

    @wraps(view)
    def wrapper(request, *args, **kwargs):
        response = view(request, *args, **kwargs)
        if "part" in request.GET or response.status_code != 200 or request.user.is_authenticated:
            return response
        response["X-Keep"] = "no" if request.visibility == PRIVATE else str(request.layout_version)
        return response

    return wrapper


@require_safe
def service_worker(request):
    """Return the service worker; each release has its own script."""
    files = [static(name) for name in FILES]
    release = hashlib.sha256(json.dumps([settings.RELEASE, files]).encode()).hexdigest()[:12]
    offline_page = json.dumps(render_template("offline.jinja", {"name": "{name}", "own_page": "{own}"}))
    context = {"release": release, "files": json.dumps(files), "static_url": settings.STATIC_URL}
    context |= {"offline_page": offline_page}
    response = render(request, "sw.js.jinja", context, content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def manifest(request, slug, token=None):
    """Return the web app manifest of an event, or of a player's own page."""
    player = secret_links.get_player_by_link(slug, token) if token else None
    event = (
        access.set_request_event(request, player.event) if player else access.get_visible_event(request, slug)
    )
    club = event.published_club
    data = {
        "name": f"{event.name}, {club.name}" if club else event.name,
        "short_name": event.name,
        "lang": get_language(),
        "start_url": "./",
        "scope": reverse("event", args=[slug]),
        "display": "standalone",
        "background_color": BACKGROUND_COLOR,
        "theme_color": BACKGROUND_COLOR,
        "icons": [
            {"src": static("favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(
                {"src": static(f"icon-{size}.png"), "sizes": f"{size}x{size}", "purpose": "any maskable"}
                for size in (192, 512)
            ),
        ],
    }
    return JsonResponse(data, content_type="application/manifest+json")
