"""Response headers of events that are not public."""

from ...rules.history import PRIVATE, UNLISTED

HEADERS = {
    UNLISTED: {"X-Robots-Tag": "noindex"},
    # The browser stores nothing: the user may lose access to the event.
    PRIVATE: {"X-Robots-Tag": "noindex", "Cache-Control": "private, no-store"},
}


class RobotsHeaderMiddleware:
    """Adds the headers of the event's visibility, which `access` stores on the request."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        for name, value in HEADERS.get(getattr(request, "visibility", None), {}).items():
            response[name] = value
        return response
