"""Requests to addresses that people have entered: only from a worker, and only to public addresses.

The address is checked when the connection is opened, so that a name cannot point elsewhere in between.
"""

import ipaddress
import socket
import ssl
from contextlib import closing, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPSConnection
from threading import Timer
from urllib.parse import urlsplit

from django.conf import settings

# For everything: the name, the connection, the request and the answer.
TIMEOUT_SECONDS = 10
MAX_ANSWER_BYTES = 4096


class NotPublic(OSError):
    """The address is on the local network, or is none that the program may ask."""


@dataclass(frozen=True)
class Answer:
    """The answer to a request; `retry_after` in seconds, None if it does not say so."""

    status: int
    text: str
    retry_after: int | None


def post(url: str, body: bytes, headers: dict[str, str]) -> Answer:
    """Send a POST request and return its answer; redirects are not followed.

    Raises OSError or HTTPException without an answer, NotPublic for an address that is not asked.
    """
    parts = urlsplit(url)
    with closing(open_connection(parts)) as connection:
        timer = Timer(TIMEOUT_SECONDS, hang_up, [connection.sock])
        timer.start()
        try:
            path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
            connection.request("POST", path, body, {"User-Agent": "Topcut", **headers})
            response = connection.getresponse()
            text = response.read(MAX_ANSWER_BYTES).decode(errors="replace")
        finally:
            timer.cancel()
    seconds = response.headers["Retry-After"] or ""
    return Answer(response.status, text, int(seconds) if seconds.isdecimal() else None)


def open_connection(parts) -> HTTPConnection:
    """Connect to the server of an address, https only; http, too, where local addresses are allowed."""
    is_secure = parts.scheme == "https"
    if not parts.hostname or not (is_secure or (parts.scheme == "http" and settings.LOCAL_ADDRESSES)):
        raise NotPublic(f"{parts.scheme}://{parts.netloc} is not asked")
    # The host of an address may be followed by something that is no port.
    try:
        port = parts.port or (443 if is_secure else 80)
    except ValueError as problem:
        raise NotPublic(str(problem)) from None
    connection = HTTPSConnection(parts.hostname, port) if is_secure else HTTPConnection(parts.hostname, port)
    opened = connect(parts.hostname, port)
    try:
        context = ssl.create_default_context()
        connection.sock = context.wrap_socket(opened, server_hostname=parts.hostname) if is_secure else opened
    except BaseException:
        opened.close()
        raise
    return connection


def connect(host: str, port: int) -> socket.socket:
    """Return a connection to the first public address of a host that answers."""
    problem = NotPublic(f"{host} has no public address")
    for family, kind, protocol, _name, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        if not (settings.LOCAL_ADDRESSES or is_public(address[0])):
            continue
        opened = socket.socket(family, kind, protocol)
        try:
            opened.settimeout(TIMEOUT_SECONDS)
            opened.connect(address)
        except OSError as failure:
            opened.close()
            problem = failure
        else:
            return opened
    raise problem


def is_public(address: str) -> bool:
    """Return whether an IP address is one of the public internet."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    ip = getattr(ip, "ipv4_mapped", None) or ip
    return ip.is_global and not ip.is_multicast


def hang_up(opened: socket.socket):
    """End a connection that takes too long, so that reading from it ends."""
    with suppress(OSError):
        opened.shutdown(socket.SHUT_RDWR)
