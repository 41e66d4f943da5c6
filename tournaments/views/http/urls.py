"""Addresses that others type or scan: absolute, of the host that they can reach."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def address_of(request: HttpRequest, path: str) -> str:
    """The absolute address of a path: on SITE_URL where that is set, else on the host by which the page that
    asks was opened."""
    site = settings.SITE_URL.rstrip("/")
    return site + path if site else request.build_absolute_uri(path)


def is_here_alone(request: HttpRequest) -> bool:
    """Whether such addresses lead each phone back to itself: the page was opened as localhost."""
    host = urlsplit(address_of(request, "/")).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
