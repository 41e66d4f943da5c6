"""Response headers for which Django has no setting."""

from django.conf import settings

# Pages of one person: no cache stores them, not even the browser's.
PRIVATE_PATHS = ("/accounts/", "/invitation/")


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
