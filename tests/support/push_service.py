"""A push service on this machine, and browsers that subscribe there and read what it delivers."""

import json
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key

from tournaments.push.encryption import encode, public_bytes


class Handler(BaseHTTPRequestHandler):
    """Keeps each message with its headers, and answers with the status that the service has for its path."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        service = self.server.service
        status = service.statuses.get(self.path, 201)
        service.requests.append((self.path, dict(self.headers), body, status))
        self.send_response(status)
        self.send_header("Content-Length", "0")
        if status == 302:
            self.send_header("Location", "/elsewhere")
        self.end_headers()

    def log_message(self, *_args):
        """Say nothing."""


@dataclass
class PushService:
    """What it got: (path, headers, body, its answer); `statuses` are the answers by path, else 201."""

    port: int
    requests: list = field(default_factory=list)
    statuses: dict = field(default_factory=dict)

    def browser(self, name: str) -> "Browser":
        return Browser(self, name)


@contextmanager
def push_service():
    """Run the service; yield it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.service = PushService(server.server_port)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.service
    finally:
        server.shutdown()
        server.server_close()


class Browser:
    """A phone's browser with a subscription of its own, which alone can read its messages."""

    def __init__(self, service: PushService, name: str):
        self.service, self.path = service, f"/send/{name}"
        self.key, self.secret = generate_private_key(SECP256R1()), name.encode().ljust(16, b".")[:16]

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.service.port}{self.path}"

    def form(self, do="on", **more) -> dict:
        """Return what the page sends."""
        keys = {"public_key": encode(public_bytes(self.key)), "secret": encode(self.secret)}
        return {"do": do, "endpoint": self.endpoint, **keys, **more}

    @property
    def messages(self) -> list[dict]:
        """What the phone has shown: the delivered messages, decrypted."""
        return [
            json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret))
            for path, _headers, body, status in self.service.requests
            if path == self.path and status < 300
        ]

    @property
    def titles(self) -> list[str]:
        return [message["title"] for message in self.messages]
