"""The client's IP address behind trusted proxies."""

import ipaddress

from django.conf import settings


class ClientIPMiddleware:
    """Sets REMOTE_ADDR to the address that the outermost trusted proxy has seen.

    django-ipware does not count trusted proxies from the right: an address that a client makes up would win.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        # A link-local IPv6 address may name its interface, as in fe80::1%eth0. Databases do not take that.
        address = request.META.get("REMOTE_ADDR", "").partition("%")[0]
        if settings.PROXIES:
            address = forwarded_address(request.META.get("HTTP_X_FORWARDED_FOR", "")) or address
        request.META["REMOTE_ADDR"] = address
        return self.get_response(request)


def forwarded_address(header: str) -> str | None:
    """Return the address in X-Forwarded-For that was added by the outermost of PROXIES trusted proxies."""
    try:
        address = header.split(",")[-settings.PROXIES].strip().partition("%")[0]
        return str(ipaddress.ip_address(address))
    except (IndexError, ValueError):
        return None


def client_ip(request) -> str | None:
    """Return the client's address, or None without one, as behind a Unix socket."""
    return request.META.get("REMOTE_ADDR") or None
