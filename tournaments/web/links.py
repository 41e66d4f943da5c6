"""Absolute addresses for printing and messages, their QR codes, and addresses made from names."""

from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify


def absolute_url(request: HttpRequest, path: str) -> str:
    """Return the absolute address of a path on SITE_URL, or else on the request's host."""
    site = settings.SITE_URL.rstrip("/")
    return site + path if site else request.build_absolute_uri(path)


def webcal_url(request: HttpRequest, path: str) -> str:
    """Return the address that makes a calendar program subscribe to the calendar at a path."""
    return f"webcal:{absolute_url(request, path).partition(':')[2]}"


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


# The quiet zone that ISO/IEC 18004 requires.
QUIET_MODULES = 4
# Readers accept any of the eight masks; finding the best one takes three times as long.
MASK = 2


# Cached because a thousand codes take seconds to make, and are printed again each round.
@lru_cache(maxsize=2048)
def qr(text: str) -> SafeString:
    """Return the code of a text as SVG of class `qr` without a size, hidden from screen readers.

    Raises ValueError for more than a code holds (2,331 bytes).
    """
    code = segno.make_qr(text, error="m", mask=MASK)
    options = {"omitsize": True, "svgclass": "qr", "lineclass": None, "light": "#fff"}
    svg = code.svg_inline(border=QUIET_MODULES, **options)
    return mark_safe(svg.replace("<svg ", '<svg aria-hidden="true" shape-rendering="crispEdges" ', 1))


def safe_next(request) -> str:
    """Return `next` if it is an address of this site, beginning with its path, else an empty string."""
    url = request.POST.get("next") or request.GET.get("next") or ""
    is_safe = url_has_allowed_host_and_scheme(url, {request.get_host()}, request.is_secure())
    return url if is_safe and url.startswith("/") else ""


def free_slug(name: str, rows: QuerySet, length: int, default: str, reserved: tuple[str, ...] = ()) -> str:
    """Return an address made from a name that none of the rows has: “league”, “league-2”.

    `length` is that of the name's part, `default` stands for a name without letters that addresses have.
    """
    base = slugify(name)[:length] or default
    taken = {*reserved, *rows.filter(slug__startswith=base).values_list("slug", flat=True)}
    number, slug = 1, base
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug
