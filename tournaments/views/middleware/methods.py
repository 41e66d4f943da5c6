"""HTTP methods that the site accepts, and HEAD."""

from django.http import HttpResponseNotAllowed

ALLOWED_METHODS = ("GET", "HEAD", "POST")


class AllowedMethodsMiddleware:
    """Answers 405 to every other method."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if request.method not in ALLOWED_METHODS:
            return HttpResponseNotAllowed(ALLOWED_METHODS)
        return self.get_response(request)


class HeadMiddleware:
    """Removes the body of answers to HEAD. Django leaves this to the server, and gunicorn logs a warning."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        if request.method == "HEAD" and not response.streaming:
            response.content = b""
        return response
