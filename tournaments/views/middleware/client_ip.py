"""The client's IP address behind trusted proxies."""

import ipaddress

from django.conf import settings


class ClientIPMiddleware:
    """Sets REMOTE_ADDR to the client's address as the outermost trusted proxy reports it.

    django-ipware does not count trusted proxies from the right: a forged address would win.
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
    """Return the address that the outermost of PROXIES trusted proxies added to X-Forwarded-For."""
    try:
        address = header.split(",")[-settings.PROXIES].strip().partition("%")[0]
        return str(ipaddress.ip_address(address))
    except (IndexError, ValueError):
        return None


def client_ip(request) -> str | None:
    """Return the client's address, or None behind a Unix socket."""
    return request.META.get("REMOTE_ADDR") or None
