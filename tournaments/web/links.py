"""Absolute addresses for printing, QR codes and messages."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def absolute_url(request: HttpRequest, path: str) -> str:
    """Return the absolute address of a path on SITE_URL, or else on the request's host."""
    site = settings.SITE_URL.rstrip("/")
    return site + path if site else request.build_absolute_uri(path)


def site_url(request: HttpRequest) -> str:
    """Return scheme and host of absolute addresses, for mails that are written later."""
    return absolute_url(request, "/").rstrip("/")


def is_local_only(request: HttpRequest) -> bool:
    """Return whether absolute addresses only work on this computer: the page was opened as localhost."""
    host = urlsplit(absolute_url(request, "/")).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
