"""What every answer forbids, whatever its status: static files, errors and Django's own pages included."""

from django.conf import settings

# The screens may fill the wall and stay awake; nothing else of a device is ever asked for. Named is what a
# browser would ask its owner for; every page carries the line to a phone on a slow network.
OFF = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
POLICY = ", ".join([*(f"{name}=()" for name in OFF), "fullscreen=(self)", "screen-wake-lock=(self)"])
ALWAYS = {
    "Permissions-Policy": POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    # Django adds these as well, but to nothing that is refused before it comes to that.
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
}
# Addresses whose pages are one person's: nothing of them stays in any cache, nor in the browser's own.
PRIVATE = ("/accounts/", "/invitation/")


def everywhere(get_response):
    """A middleware, the first of all but for polls, which keep what it has added."""

    def answer(request):
        response = get_response(request)
        for name, value in ALWAYS.items():
            response.headers.setdefault(name, value)
        if request.path_info.startswith(PRIVATE):
            response["Cache-Control"] = "private, no-store"
        elif "Cache-Control" not in response and settings.SESSION_COOKIE_NAME in request.COOKIES:
            # What somebody who is signed in has seen is for their browser alone, which asks anew each time.
            response["Cache-Control"] = "private, no-cache"
        return response

    return answer
