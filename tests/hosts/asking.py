"""How tests ask hosts without a browser: one request at a time, and what came back."""

import gzip
import http.client
from dataclasses import dataclass
from email.message import Message
from urllib.parse import urlencode

from tests.killed.clients import TOKEN

# Seconds after which no answer is a fault: a phone waits no longer.
PATIENCE = 10


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    text: str


def ask(port: int, path: str, form: dict | None = None, session: str = "", **headers: str) -> Answer:
    """One request on a connection of its own, a POST where there is a form. Raises OSError or HTTPException
    where nobody answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    signed_in = f"; sessionid={session}" if session else ""
    headers = {"Cookie": f"csrftoken={TOKEN}{signed_in}"} | headers
    body = None
    if form is not None:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        body = urlencode({**form, "csrfmiddlewaretoken": TOKEN}, doseq=True)
    try:
        connection.request("GET" if form is None else "POST", path, body, headers)
        answer = connection.getresponse()
        read = answer.read()
    finally:
        connection.close()
    if answer.headers["Content-Encoding"] == "gzip":
        read = gzip.decompress(read)
    return Answer(answer.status, answer.headers, read.decode())


def session_of(user) -> str:
    """The cookie of a session in which the user is signed in."""
    from django.test import Client

    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value
