"""Response headers for which neither Django nor a library has a setting."""

from django.conf import settings

# Pages of one person: no cache stores them, not even the browser's.
PRIVATE_PATHS = ("/accounts/", "/invitation/")


class SecurityHeadersMiddleware:
    """Adds Cross-Origin-Resource-Policy, and keeps personal pages out of caches."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if request.path_info.startswith(PRIVATE_PATHS):
            response["Cache-Control"] = "private, no-store"
        elif "Cache-Control" not in response and settings.SESSION_COOKIE_NAME in request.COOKIES:
            # A browser may store a page of a signed-in user, but must revalidate it.
            response["Cache-Control"] = "private, no-cache"
        return response
