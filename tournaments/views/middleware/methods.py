"""HTTP methods: GET, HEAD and POST are all that the site takes."""

from django.http import HttpResponseNotAllowed

KNOWN = ("GET", "HEAD", "POST")


def known(get_response):
    """A middleware: any other method is answered 405, whoever asks and whatever for."""

    def answer(request):
        return get_response(request) if request.method in KNOWN else HttpResponseNotAllowed(KNOWN)

    return answer


class HeadMiddleware:
    """Removes the body of answers to HEAD. Django leaves that to the server, and gunicorn warns of each."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        if request.method == "HEAD" and not response.streaming:
            response.content = b""
        return response
