"""A mail server on this machine that keeps what it gets."""

import asyncio
import threading
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.controller import Controller

from tests.support.services import free_port


class Inbox:
    """The mails that the server has got; addresses at refused.example are refused.

    With an event `go_on`, it waits for that event in the middle of a mail.
    """

    def __init__(self):
        self.mails: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.go_on: threading.Event | None = None
        self.is_receiving = False

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802
        if address.endswith("@refused.example"):
            return "550 5.1.1 No such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        self.is_receiving = True
        if self.go_on:
            await asyncio.to_thread(self.go_on.wait)
        self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        self.recipients += envelope.rcpt_tos
        return "250 OK"


@contextmanager
def smtp_server(port: int = 0):
    """Run the server; yield its Inbox, which has its port."""
    inbox = Inbox()
    inbox.port = port or free_port()
    controller = Controller(inbox, hostname="127.0.0.1", port=inbox.port)
    controller.start()
    try:
        yield inbox
    finally:
        controller.stop()
