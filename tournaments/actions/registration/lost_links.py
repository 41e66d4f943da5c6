"""Sends personal links again to players who have lost them."""

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django_tasks import task

from ...models import Event, Mail, Registration
from ...queries.registration.mail import hash_address
from ...queries.registration.states import OPEN_STATES
from ..task_queue import MAIL
from .mails import store_mail


def send_link(event: Event, email: str, site_url: str):
    """Mail the link of the entry with this address, if there is one; `site_url` is scheme and host.

    A task looks for the entry, so that a request takes the same time whether the address is known or not.
    Tasks are stored for a while: this one does not hold the address itself.
    """
    find_and_send.enqueue(event.pk, hash_address(email), site_url)


@task(queue_name=MAIL)
def find_and_send(event_pk: int, address_hash: str, site_url: str):
    """Queue the mail of the entry whose address has this hash: of an open one before others.

    One that has changed its address to this one, and not confirmed it yet, comes last.
    """
    rows = [
        row
        for row in Registration.objects.filter(event=event_pk).order_by("-id")
        if is_address(row.email, address_hash) or is_address(row.new_email, address_hash)
    ]
    if not rows:
        return
    row = max(rows, key=lambda row: (is_address(row.email, address_hash), row.state in OPEN_STATES))
    must_confirm = row.state == Registration.UNCONFIRMED or bool(row.new_email)
    is_to_confirm = must_confirm and is_address(row.address_to_confirm, address_hash)
    with transaction.atomic():
        # So that two at once do not exceed a limit together.
        Event.objects.select_for_update().get(pk=event_pk)
        row.site_url = site_url
        row.save(update_fields=["site_url"])
        store_mail(row, Mail.CONFIRM if is_to_confirm else Mail.LINK, timezone.now())


def is_address(email: str, address_hash: str) -> bool:
    return bool(email) and constant_time_compare(hash_address(email), address_hash)
