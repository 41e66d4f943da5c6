"""Subscriptions of phones: begun, changed and ended on the pages that they are about."""

from datetime import datetime

from django.db import transaction

from ...models import Person, Pick, Player, PushSubscription, Registration
from ...models.staff import hash_token
from ...rules.errors import RuleViolation, _
from ..encryption import PhoneKeys, encode

# Phones that are told about one player or person.
MAX_PHONES = 10
Page = Player | Registration | Person | Pick


def about(page: Page) -> dict:
    """Return what a page is about, as columns of its subscriptions."""
    if isinstance(page, Pick):
        return {"player": page.player, "pick": page}
    if isinstance(page, Player):
        return {"player": page, "pick": None}
    return {"person" if isinstance(page, Person) else "entry": page}


def subscribe(page: Page, secret: str, endpoint: str, keys: PhoneKeys, now: datetime, **choices):
    """Tell this phone about the page's player or person; `choices` are its language and `shows_names`.

    `secret` is that of the page's address. Raises RuleViolation if MAX_PHONES others are told already.
    """
    columns = about(page)
    pick = columns.pop("pick", None)
    with transaction.atomic():
        # One phone at a time.
        type(page).objects.select_for_update().get(pk=page.pk)
        others = PushSubscription.objects.filter(**columns).exclude(endpoint=endpoint)
        if others.count() >= MAX_PHONES:
            raise RuleViolation(
                _("{most} phones are told about this page already. Turn it off on one of them."),
                most=MAX_PHONES,
            )
        values = {
            "public_key": encode(keys.public),
            "secret": encode(keys.secret),
            "pick": pick,
            "link_hash": hash_token(secret),
            "made_at": now,
            "failures": 0,
            **choices,
        }
        PushSubscription.objects.update_or_create(**columns, endpoint=endpoint, defaults=values)


def unsubscribe(page: Page, endpoint: str):
    """Tell this phone no longer about the page's player or person."""
    PushSubscription.objects.filter(**about(page), endpoint=endpoint).delete()
