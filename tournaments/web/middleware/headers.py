"""Headers and cookies of answers."""

from gzip import GzipFile
from io import BytesIO
from secrets import randbelow

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.middleware.gzip import GZipMiddleware
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from ...rules.history import PRIVATE, UNLISTED

# Pages of one person: no cache stores them, not even the browser's.
PRIVATE_PATHS = ("/accounts/", "/invitation/")
LONG_PAGE_BYTES, LONG_PAGE_LEVEL = 100_000, 3


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
    """Compresses long pages quickly: a list of 1,024 players in 2 ms instead of 5, to 60 kB instead of 52.

    Django compresses all pages at level 6.
    """

    def process_response(self, request, response):
        is_long = not response.streaming and len(response.content) > LONG_PAGE_BYTES
        accepts_gzip = "gzip" in request.headers.get("Accept-Encoding", "")
        if not is_long or not accepts_gzip or response.has_header("Content-Encoding"):
            return super().process_response(request, response)
        # As in Django a name of random length hides how well the page was compressed: that could betray a
        # secret in it (BREACH).
        name, compressed = "a" * randbelow(self.max_random_bytes), BytesIO()
        with GzipFile(name, "wb", LONG_PAGE_LEVEL, compressed, mtime=0) as file:
            file.write(response.content)
        response.content = compressed.getvalue()
        response["Content-Encoding"], response["Content-Length"] = "gzip", len(response.content)
        patch_vary_headers(response, ["Accept-Encoding"])
        return response


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
