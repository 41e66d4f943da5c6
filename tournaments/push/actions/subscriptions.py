"""Subscriptions of phones: begun, changed and ended on the pages that they are about."""

from datetime import datetime
from hashlib import sha256

from django.db import transaction

from ...models import Person, Pick, Player, PushSubscription, Registration
from ...rules.errors import RuleViolation, _
from ..encryption import PhoneKeys, decode, encode

# Phones that are told about one player or person.
MAX_PHONES = 10
Page = Player | Registration | Person | Pick


def hash_link(secret: str) -> str:
    """Return the hash of the secret in the address of an own page, by which a renewed link is known."""
    return sha256(secret.encode()).hexdigest()


def subscriptions_of(page: Page):
    """Return the subscriptions of what a page is about: a player, an entry, a person or a picked name."""
    if isinstance(page, Pick):
        return PushSubscription.objects.filter(pick=page)
    if isinstance(page, Player):
        return PushSubscription.objects.filter(player=page, pick=None)
    field = "person" if isinstance(page, Person) else "entry"
    return PushSubscription.objects.filter(**{field: page})


def subscribe(page: Page, secret: str, endpoint: str, keys: PhoneKeys, now: datetime, **choices) -> None:
    """Tell this phone about the page's player or person; `choices` are its language and `shows_names`.

    `secret` is that of the page's address. Raises RuleViolation if MAX_PHONES others are told already.
    """
    about = {"entry": page} if isinstance(page, Registration) else {"person": page}
    if isinstance(page, Pick):
        about = {"player": page.player}
    elif isinstance(page, Player):
        about = {"player": page}
    with transaction.atomic():
        # One phone at a time.
        type(page).objects.select_for_update().get(pk=page.pk)
        others = PushSubscription.objects.filter(**about).exclude(endpoint=endpoint)
        if others.count() >= MAX_PHONES:
            raise RuleViolation(
                _("{most} phones are told about this page already. Turn it off on one of them."),
                most=MAX_PHONES,
            )
        values = {
            "public_key": encode(keys.public),
            "secret": encode(keys.secret),
            "pick": page if isinstance(page, Pick) else None,
            "link_hash": hash_link(secret),
            "made_at": now,
            "failures": 0,
            **choices,
        }
        PushSubscription.objects.update_or_create(**about, endpoint=endpoint, defaults=values)


def unsubscribe(page: Page, endpoint: str):
    """Tell this phone no longer about the page's player or person."""
    subscriptions_of(page).filter(endpoint=endpoint).delete()


def read_keys(public_key: str, secret: str) -> PhoneKeys:
    """Read a browser's keys, both as base64url; ValueError for others."""
    return PhoneKeys(decode(public_key), decode(secret))
