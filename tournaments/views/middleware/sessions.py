"""The time at which a session was last used."""

from django.contrib.auth import SESSION_KEY
from django.utils import timezone

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
