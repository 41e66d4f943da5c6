"""HTTP requests of tests without a browser."""

import gzip
import http.client
from dataclasses import dataclass
from email.message import Message
from urllib.parse import urlencode

from tests.killed.clients import TOKEN

# A phone waits no longer.
TIMEOUT_SECONDS = 10


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    text: str


def ask(port: int, path: str, form: dict | None = None, session: str = "", **headers: str) -> Answer:
    """Send one request on a new connection, a POST if there is a form.

    Raises OSError or HTTPException without an answer.
    """
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_SECONDS)
    signed_in = f"; sessionid={session}" if session else ""
    headers = {"Cookie": f"csrftoken={TOKEN}{signed_in}"} | headers
    body = None
    if form is not None:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        body = urlencode({**form, "csrfmiddlewaretoken": TOKEN}, doseq=True)
    try:
        connection.request("GET" if form is None else "POST", path, body, headers)
        response = connection.getresponse()
        content = response.read()
    finally:
        connection.close()
    if response.headers["Content-Encoding"] == "gzip":
        content = gzip.decompress(content)
    return Answer(response.status, response.headers, content.decode())


def session_cookie(user) -> str:
    """Sign the user in and return the session cookie."""
    from django.test import Client

    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value
