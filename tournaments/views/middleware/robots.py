"""What is said to browsers and search engines of events that are not for everybody."""

from ...rules.history import PRIVATE, UNLISTED

HEADERS = {
    UNLISTED: {"X-Robots-Tag": "noindex"},
    # Nothing of it stays in a browser that may not see it tomorrow.
    PRIVATE: {"X-Robots-Tag": "noindex", "Cache-Control": "private, no-store"},
}


def as_visible(get_response):
    """A middleware: the headers of an event's visibility, which access says of each page it lets be seen."""

    def answer(request):
        response = get_response(request)
        for name, value in HEADERS.get(getattr(request, "visibility", None), {}).items():
            response[name] = value
        return response

    return answer
