"""Sends personal links again to players who have lost them."""

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django_tasks import task

from ...models import Event, Mail, Registration
from ...queries.registration.states import OPEN_STATES
from ..task_queue import MAIL
from .mails import hash_address, store_mail


def send_link(event: Event, email: str, site_url: str):
    """Mail the link of the entry with this address, if there is one; `site_url` is scheme and host.

    A task looks for the entry, so that a request takes the same time whether the address is known or not.
    Tasks are stored for a while: this one does not hold the address itself.
    """
    find_and_send.enqueue(event.pk, hash_address(email), site_url)


@task(queue_name=MAIL)
def find_and_send(event_pk: int, address_hash: str, site_url: str):
    """Queue the mail of the entry whose address has this hash: of an open one before others."""
    rows = [
        row
        for row in Registration.objects.filter(event=event_pk).exclude(email="").order_by("-id")
        if constant_time_compare(hash_address(row.email), address_hash)
    ]
    if not rows:
        return
    row = max(rows, key=lambda row: row.state in OPEN_STATES)
    kind = Mail.CONFIRM if row.state == Registration.UNCONFIRMED else Mail.LINK
    with transaction.atomic():
        row.site_url = site_url
        row.save(update_fields=["site_url"])
        store_mail(row, kind, timezone.now())
