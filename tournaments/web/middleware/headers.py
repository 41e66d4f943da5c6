"""Headers and cookies of answers."""

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.middleware.gzip import GZipMiddleware
from django.utils import timezone

from ...rules.history import PRIVATE, UNLISTED
from ..compression import accepts_gzip, compress_page, set_compressed

# Pages of one person: no cache stores them, not even the browser's.
PRIVATE_PATHS = ("/accounts/", "/invitation/")
# Shorter answers are not worth compressing.
MIN_LENGTH = 200


class SecurityHeadersMiddleware:
    """Adds settings.SECURITY_HEADERS, and keeps personal pages out of caches."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        for name, value in settings.SECURITY_HEADERS.items():
            response.headers.setdefault(name, value)
        if request.path_info.startswith(PRIVATE_PATHS):
            response["Cache-Control"] = "private, no-store"
        elif "Cache-Control" not in response and settings.SESSION_COOKIE_NAME in request.COOKIES:
            # A browser may store a page of a signed-in user, but must revalidate it.
            response["Cache-Control"] = "private, no-cache"
        return response


class CompressionMiddleware(GZipMiddleware):
    """Compresses pages in half of the time that Django takes, which does it at a higher level."""

    def process_response(self, request, response):
        is_long = not response.streaming and len(response.content) >= MIN_LENGTH
        if not is_long or not accepts_gzip(request) or response.has_header("Content-Encoding"):
            return super().process_response(request, response)
        return set_compressed(response, compress_page(response.content, b"", {}))


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


LAST_SEEN_KEY, SECONDS_BETWEEN_WRITES = "seen", 600


class SessionActivityMiddleware:
    """Stores in a signed-in session when it was last used, at most every ten minutes; this also extends it.

    django-qsessions only changes a session that is written anyway.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        session = request.session
        # Reading the session of a request that has not read it would be a query of its own.
        if session.accessed and SESSION_KEY in session:
            now = int(timezone.now().timestamp())
            if now - session.get(LAST_SEEN_KEY, 0) >= SECONDS_BETWEEN_WRITES:
                session[LAST_SEEN_KEY] = now
        return response
