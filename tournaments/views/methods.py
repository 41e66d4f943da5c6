"""What a browser may ask with: nothing here is put, deleted or patched."""

from django.http import HttpResponseNotAllowed

KNOWN = ("GET", "HEAD", "POST")


def known(get_response):
    """A middleware: any other method is answered 405, whoever asks and whatever for."""

    def answer(request):
        return get_response(request) if request.method in KNOWN else HttpResponseNotAllowed(KNOWN)

    return answer
